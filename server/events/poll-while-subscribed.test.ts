import { expect, test, vi } from 'vitest'
import { openInProcessEvents } from './in-process.ts'
import { pollWhileSubscribed } from './poll-while-subscribed.ts'

function openPolled(poll: () => Promise<void>) {
  const logged: string[] = []
  const log = { error: () => {}, warn: (message: string) => void logged.push(message) }
  return { events: pollWhileSubscribed(openInProcessEvents(log), poll, log, 5), logged }
}

test('it polls from the first subscriber to the last one', async () => {
  let polls = 0
  const { events } = openPolled(async () => void (polls += 1))
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(polls).toBe(0)
  const [endFirst, endSecond] = [events.subscribe(() => {}), events.subscribe(() => {})]
  expect(polls).toBe(1)
  endFirst()
  endFirst()
  await vi.waitFor(() => expect(polls).toBeGreaterThan(3))
  endSecond()
  // One poll may be under way.
  const last = polls + 1
  await new Promise((resolve) => setTimeout(resolve, 30))
  expect(polls).toBeLessThanOrEqual(last)
  events.subscribe(() => {})()
  expect(polls).toBeGreaterThan(0)
})

test('a failure is logged once, and polling goes on', async () => {
  let polls = 0
  const { events, logged } = openPolled(async () => {
    polls += 1
    throw new Error('no database')
  })
  const end = events.subscribe(() => {})
  await vi.waitFor(() => expect(polls).toBeGreaterThan(3))
  end()
  expect(logged).toEqual(['changes of other processes could not be read'])
})
