import { expect } from 'vitest'
import { asOperator } from '#portfolio/account/as-admin.ts'
import { DatabaseFailed, type Ports } from '#portfolio/ports.ts'
import { eachDatabase } from '#tests/support/backend/each-database.ts'
import { expectOk, type TestBackend } from '#tests/support/backend/test-backend.ts'
import { clockFact } from './clock.ts'
import { confirmClock } from './edit.ts'
import { readFact, recordFact } from './fact.ts'
import { watchClock } from './watch-clock.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const stateOf = async ({ ports }: TestBackend) => (await readFact(ports.db, clockFact))?.value

eachDatabase('the clock is trusted while it agrees with the uptime', async ({ ports, advance, shiftClock }) => {
  const check = watchClock(ports)
  expect(await check()).toEqual(ports.now())
  for (const [passed, shift] of [
    [minute, 9 * minute],
    [minute, -9 * minute],
    // Like a laptop that was asleep: the uptime includes sleep.
    [400 * day, 0],
  ] as const) {
    advance(passed)
    shiftClock(shift)
    expect(await check()).toEqual(ports.now())
  }
})

for (const shift of [11 * minute, -11 * minute, 400 * day]) {
  eachDatabase(
    `when the clock jumps by ${shift / minute} minutes, deletions pause for seven days of uptime, even across starts`,
    async (backend) => {
      const { ports, advance, shiftClock } = backend
      const check = watchClock(ports)
      await check()
      const before = shift < 0 && { latest: ports.now().toISOString() }
      advance(minute)
      shiftClock(shift)
      expect(await check()).toBeNull()
      const jump = { ms: shift, at: ports.now().toISOString() }
      expect(await stateOf(backend)).toEqual({ pausedForMs: 7 * day, jump, ...before, publishingPaused: true })
      advance(4 * day)
      expect(await check()).toBeNull()
      const checkAfterStart = watchClock(ports)
      expect(await checkAfterStart()).toBeNull()
      advance(3 * day - 1)
      expect(await checkAfterStart()).toBeNull()
      expect(await stateOf(backend)).toEqual({ pausedForMs: 1, jump, ...before, publishingPaused: true })
      advance(1)
      expect(await checkAfterStart()).toEqual(ports.now())
      expect(backend.logged.map(({ message }) => message)).toEqual([
        'the clock has jumped: deletions by age are paused',
      ])
    },
  )
}

eachDatabase(
  'a start more than 48 hours after the last recorded time pauses deletions',
  async ({ ports, shiftClock }) => {
    await watchClock(ports)()
    shiftClock(48 * hour)
    expect(await watchClock(ports)()).toEqual(ports.now())
    shiftClock(48 * hour + 1)
    expect(await watchClock(ports)()).toBeNull()
  },
)

eachDatabase('a pause does not last longer because the clock was ahead', async (backend) => {
  const { ports, advance, shiftClock } = backend
  await watchClock(ports)()
  shiftClock(400 * day)
  const check = watchClock(ports)
  expect(await check()).toBeNull()
  advance(day)
  shiftClock(-400 * day)
  expect(await check()).toBeNull()
  expect(await stateOf(backend)).toMatchObject({ pausedForMs: 7 * day, jump: { ms: -400 * day } })
  advance(7 * day)
  expect(await check()).toEqual(ports.now())
  expect(await watchClock(ports)()).toEqual(ports.now())
})

eachDatabase(
  'a start is compared with the corrected time, not with the time of the clock that was ahead',
  async (backend) => {
    const { ports, advance, shiftClock } = backend
    await watchClock(ports)()
    shiftClock(400 * day)
    expect(await watchClock(ports)()).toBeNull()
    shiftClock(-400 * day)
    const check = watchClock(ports)
    expect(await check()).toBeNull()
    advance(7 * day)
    expect(await check()).toEqual(ports.now())
    shiftClock(49 * hour)
    expect(await watchClock(ports)()).toBeNull()
  },
)

eachDatabase('the operator can end the pause while the site runs or before it starts', async (backend) => {
  const { ports, shiftClock } = backend
  const check = watchClock(ports)
  await check()
  shiftClock(400 * day)
  expect(await check()).toBeNull()
  expectOk(await asOperator(ports, confirmClock))
  expect(await check()).toEqual(ports.now())
  shiftClock(3 * day)
  expectOk(await asOperator(ports, confirmClock))
  expect(await watchClock(ports)()).toEqual(ports.now())
})

eachDatabase('a jump that could not be recorded pauses deletions, and is recorded later', async (backend) => {
  const { ports, advance, shiftClock } = backend
  await watchClock(ports)()
  let isFull = true
  const insertInto: Ports['db']['insertInto'] = (table) => {
    if (isFull) throw new DatabaseFailed(new Error('the disk is full'), true)
    return ports.db.insertInto(table)
  }
  const db = new Proxy(ports.db, {
    get(target, key) {
      const value: unknown = key === 'insertInto' ? insertInto : Reflect.get(target, key, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const check = watchClock({ ...ports, db })
  shiftClock(3 * day)
  expect(await check()).toBeNull()
  advance(day)
  expect(await check()).toBeNull()
  isFull = false
  advance(day)
  expect(await check()).toBeNull()
  expect(await stateOf(backend)).toMatchObject({ pausedForMs: 5 * day, jump: { ms: 3 * day } })
})

eachDatabase('none of several simultaneous checks after a jump allows deletions', async ({ ports, shiftClock }) => {
  const check = watchClock(ports)
  await check()
  shiftClock(day)
  expect(await Promise.all([check(), check(), check()])).toEqual([null, null, null])
})

eachDatabase(
  'two processes that check the clock do not change the length of a pause',
  async ({ ports, advance, shiftClock }) => {
    const [check, checkElsewhere] = [watchClock(ports), watchClock(ports)]
    await check()
    shiftClock(hour)
    expect(await check()).toBeNull()
    for (let passed = 0; passed < 6 * day; passed += hour) {
      advance(hour)
      expect([await check(), await checkElsewhere()]).toEqual([null, null])
    }
    advance(day)
    expect(await checkElsewhere()).toEqual(ports.now())
  },
)

eachDatabase('a check does not overwrite a pause that another process begins at that moment', async (backend) => {
  const { ports, advance } = backend
  await watchClock(ports)()
  advance(minute)
  const paused = { pausedForMs: 7 * day, jump: { ms: hour, at: ports.now().toISOString() } }
  let begins = false
  const db = ports.db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (!begins) {
        begins = true
        advance(1)
        await recordFact(ports, clockFact, paused)
      }
      return result
    },
  })
  expect(await watchClock({ ...ports, db })()).toBeNull()
  expect(await stateOf(backend)).toEqual(paused)
})

eachDatabase(
  'a state that could not be recorded does not replace a pause that another process has begun since',
  async (backend) => {
    const { ports, advance } = backend
    let fails = false
    const db = ports.db.withPlugin({
      transformQuery({ node }) {
        if (fails && node.kind === 'InsertQueryNode') throw new DatabaseFailed(new Error('full'))
        return node
      },
      transformResult: async ({ result }) => result,
    })
    const check = watchClock({ ...ports, db })
    await check()
    advance(minute)
    fails = true
    expect(await check()).not.toBeNull()
    fails = false
    const paused = { pausedForMs: 7 * day, jump: { ms: hour, at: ports.now().toISOString() } }
    advance(minute)
    await recordFact(ports, clockFact, paused)
    expect(await check()).toBeNull()
    expect(await stateOf(backend)).toMatchObject({ jump: paused.jump })
  },
)
