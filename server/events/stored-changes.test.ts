import { expect, vi } from 'vitest'
import { maxStoredChanges, type ChangeEvent } from '#portfolio/change-events.ts'
import { createChangeReader } from '#portfolio/changes.ts'
import type { DeliveredChange, EventBus } from '#portfolio/ports.ts'
import { done, refused } from '#portfolio/result.ts'
import { inTransaction, publishChanges } from '#portfolio/transaction.ts'
import { eachDatabase, type DatabaseTestBackend } from '#tests/support/backend/each-database.ts'
import { pollChanges } from './poll-changes.ts'
import { openEventBus } from './stored-changes.ts'

const work: ChangeEvent = { about: 'work', audience: 'everyone' }
const studio: ChangeEvent = { about: 'studio' }

function record(events: EventBus): DeliveredChange[] {
  const received: DeliveredChange[] = []
  events.subscribe((change) => received.push(change))
  return received
}

const eventsOf = (changes: readonly DeliveredChange[] | null) => changes?.map(({ event }) => event)

/** The event bus of another process with the same database. */
const openElsewhere = ({ connect }: DatabaseTestBackend) =>
  openEventBus(createChangeReader(connect()), { error: () => {} })

eachDatabase('every subscriber receives every change once, in order, each with its own edition', async ({ ports }) => {
  const [first, second] = [record(ports.events), record(ports.events)]
  const before = ports.events.edition()
  await publishChanges(ports, work, studio)
  await ports.events.deliver()
  expect(eventsOf(first)).toEqual([work, studio])
  expect(second).toEqual(first)
  expect(new Set([before, ...first.map(({ edition }) => edition)]).size).toBe(3)
  expect(first.at(-1)?.edition).toBe(ports.events.edition())
})

eachDatabase('a refused command does not change the edition', async ({ ports }) => {
  const before = ports.events.edition()
  await inTransaction(ports, async (unit) => {
    unit.publish(work)
    return refused('unknown', 'No.')
  })
  await ports.events.deliver()
  expect(ports.events.edition()).toBe(before)
})

eachDatabase('after a restart, the edition and the changes since an earlier edition are the same', async (backend) => {
  const { ports } = backend
  await publishChanges(ports, work)
  const edition = ports.events.edition()
  await publishChanges(ports, studio)
  const restarted = await openElsewhere(backend)
  expect(restarted.edition()).toBe(ports.events.edition())
  expect(eventsOf(restarted.changesSince(edition))).toEqual([studio])
  expect(restarted.changesSince(restarted.edition())).toEqual([])
})

eachDatabase('a change that was committed before the first poll is delivered', async (backend) => {
  const elsewhere = await openElsewhere(backend)
  const received = record(elsewhere)
  await publishChanges(backend.ports, work)
  const polling = pollChanges(elsewhere, { warn: () => {} }, () => false, 5)
  await expect.poll(() => eventsOf(received)).toEqual([work])
  polling.stop()
})

eachDatabase(
  'polling delivers changes by another process, even after failures, of which only the first is logged',
  async (backend) => {
    const { ports } = backend
    const elsewhere = await openElsewhere(backend)
    const received = record(elsewhere)
    const warn = vi.fn()
    let fails = true
    let failures = 0
    const deliver = async () => {
      if (!fails) return elsewhere.deliver()
      failures += 1
      throw new Error('no database')
    }
    const polling = pollChanges({ ...elsewhere, deliver }, { warn }, undefined, 5)
    await publishChanges(ports, work)
    await expect.poll(() => failures).toBeGreaterThan(2)
    fails = false
    await expect.poll(() => eventsOf(received)).toEqual([work])
    polling.stop()
    expect(warn).toHaveBeenCalledOnce()
  },
)

eachDatabase(
  'when a committed change cannot be read, subscribers receive a change of the studio',
  async ({ ports }) => {
    let fails = false
    const { readAfter, ...stored } = createChangeReader(ports.db)
    const read = (number: number) => (fails ? Promise.reject(new Error('gone')) : readAfter(number))
    const events = await openEventBus({ ...stored, readAfter: read }, { error: () => {} })
    const received = record(events)
    fails = true
    await expect(events.deliver('poll')).rejects.toThrow('gone')
    expect(received).toEqual([])
    await expect(events.deliver()).rejects.toThrow('gone')
    expect(eventsOf(received)).toEqual([studio])
  },
)

eachDatabase('simultaneous commands of two processes get numbers in the order of their commits', async (backend) => {
  const elsewhere = { ...backend.ports, db: backend.connect(), events: await openElsewhere(backend) }
  const received = record(backend.ports.events)
  const events = Array.from({ length: 20 }, (_, n): ChangeEvent => ({ about: 'person', userId: `${n}` }))
  await Promise.all(events.map((event, n) => publishChanges(n % 2 ? elsewhere : backend.ports, event)))
  await backend.ports.events.deliver()
  expect(received).toHaveLength(20)
  const numbers = received.map(({ edition }) => Number(edition.split('.')[1]))
  expect(numbers).toEqual(numbers.map((_, n) => (numbers[0] ?? 0) + n))
})

eachDatabase('changesSince is null for editions that are unknown, too old or of another history', async ({ ports }) => {
  const before = ports.events.edition()
  const [history = '', number] = before.split('.')
  await publishChanges(ports, ...Array.from({ length: maxStoredChanges }, () => work))
  expect(ports.events.changesSince(before)).toHaveLength(maxStoredChanges)
  await publishChanges(ports, studio)
  const stored = await ports.db.selectFrom('changes').select('number').execute()
  expect(stored).toHaveLength(maxStoredChanges)
  for (const edition of [before, '', '0', '-1', `${history}.`, `${history}.-1`, `${history}.1e9`, `0.${number}`])
    expect(ports.events.changesSince(edition), edition).toBeNull()
  expect(ports.events.changesSince(`${history}.${Number(number) + maxStoredChanges + 2}`)).toBeNull()
})

eachDatabase('a subscriber receives nothing after it unsubscribes, even during a delivery', async ({ ports }) => {
  const received: string[] = []
  const unsubscribe = ports.events.subscribe(() => {
    received.push('first')
    unsubscribe()
  })
  ports.events.subscribe(() => received.push('second'))
  await publishChanges(ports, work, work)
  unsubscribe()
  expect(received).toEqual(['first', 'second', 'second'])
})

eachDatabase('a subscriber that throws is logged, and the others receive the change', async (backend) => {
  backend.ports.events.subscribe(() => {
    throw new Error('closed socket')
  })
  const received = record(backend.ports.events)
  expect(await inTransaction(backend.ports, async (unit) => (unit.publish(studio), done()))).toEqual(done())
  expect(eventsOf(received)).toEqual([studio])
  const entry = { level: 'error', message: 'a subscriber failed', detail: { cause: 'Error: closed socket' } }
  expect(backend.logged).toEqual([entry])
})
