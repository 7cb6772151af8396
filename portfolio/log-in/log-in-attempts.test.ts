import { expect, test } from 'vitest'
import { eachDatabase, openDatabaseBackend } from '#tests/support/backend/each-database.ts'
import { expectOk, type TestBackend } from '#tests/support/backend/test-backend.ts'
import { headersWith } from '#tests/support/callers.ts'
import { clearFailures, countFailures, startAttempt } from './log-in-backoff.ts'
import { logIn } from './log-in.ts'
import { signUp } from '#portfolio/account/sign-up.ts'

const email = 'anna@example.com'
const password = 'teak and travertine'
const minute = 60_000

const at = (clientAddress: string) => ({ headers: new Headers(), clientAddress })
const guess = ({ ports }: TestBackend, clientAddress: string, given = 'not this one', account = email) =>
  logIn(ports, { email: account, password: given }, at(clientAddress))
const createOwner = async (backend: TestBackend) =>
  expectOk(await signUp(backend.ports, { email, password }, at('home')))

eachDatabase(
  'after five wrong passwords for an account, its log-ins from that client address are refused for 15 minutes',
  async (backend) => {
    await createOwner(backend)
    for (let n = 0; n < 5; n++) expect(await guess(backend, 'here')).toMatchObject({ code: 'wrong-value' })
    expect(await guess(backend, 'here', password)).toMatchObject({ code: 'too-often', retryAfter: 15 * 60 })
    expectOk(await guess(backend, 'there', password))
    backend.advance(15 * minute)
    expectOk(await guess(backend, 'here', password))
  },
)

eachDatabase(
  'only five of 200 simultaneous log-ins are checked, whether or not the account exists',
  async (backend) => {
    await createOwner(backend)
    for (const account of [email, 'nobody@example.com']) {
      const tries = await Promise.all(
        Array.from({ length: 200 }, (_, n) => guess(backend, `one of ${account}`, `word ${n}`, account)),
      )
      const withCode = (...codes: string[]) => tries.filter((result) => !result.ok && codes.includes(result.code))
      expect(withCode('wrong-value')).toHaveLength(5)
      // On a slow machine, some statements wait for longer than the database's time limit.
      expect(withCode('too-often', 'unavailable')).toHaveLength(195)
    }
  },
)

eachDatabase('a client address may try 25 passwords in five minutes across all accounts', async (backend) => {
  for (let n = 0; n < 25; n++)
    expect(await guess(backend, 'here', 'x', `a${n}@example.com`)).toMatchObject({ code: 'wrong-value' })
  expect(await guess(backend, 'here', 'x', 'another@example.com')).toMatchObject({ code: 'too-often', retryAfter: 300 })
  // Refused even with an invalid form, because the limit is checked first.
  expect(await logIn(backend.ports, {}, at('here'))).toMatchObject({ code: 'too-often' })
  backend.advance(5 * minute)
  expect(await guess(backend, 'here', 'x', 'another@example.com')).toMatchObject({ code: 'wrong-value' })
})

eachDatabase('correct passwords do not count', async (backend) => {
  await createOwner(backend)
  for (let n = 0; n < 15; n++) expectOk(await guess(backend, 'here', password))
  for (let n = 0; n < 4; n++) await guess(backend, 'here')
  expectOk(await guess(backend, 'here', password))
  for (let n = 0; n < 5; n++) expect(await guess(backend, 'here')).toMatchObject({ code: 'wrong-value' })
})

eachDatabase(
  'attempts from many client addresses increase the delay for the account, up to an hour',
  async (backend) => {
    const { ports, advance } = backend
    await createOwner(backend)
    let other = 0
    const next = () => guess(backend, `elsewhere ${(other += 1)}`)
    for (let n = 0; n < 10; n++) expect(await next()).toMatchObject({ code: 'wrong-value' })
    const waits: unknown[] = []
    for (let n = 0; n < 10; n++) {
      const [first, second] = await Promise.all([next(), next()])
      waits.push(!second.ok && second.retryAfter)
      expect([first, second].map((result) => !result.ok && result.code)).toContain('too-often')
      advance((!second.ok ? (second.retryAfter ?? 0) : 0) * 1_000)
      await next()
    }
    expect(waits).toEqual([30, 60, 120, 240, 480, 960, 1_920, 3_600, 3_600, 3_600])
    expect(await countFailures(ports.db, ports.now(), email)).toBe(20)
  },
)

eachDatabase(
  'a client address from which the owner has logged in is exempt from the delay for the account',
  async (backend) => {
    await createOwner(backend)
    expectOk(await guess(backend, 'home', password))
    for (let n = 0; n < 12; n++) await guess(backend, `elsewhere ${n}`)
    expect(await guess(backend, 'not home', password)).toMatchObject({ code: 'too-often' })
    expectOk(await guess(backend, 'home', password))
    expectOk(await guess(backend, 'not home', password))
  },
)

eachDatabase(
  'guessing is logged, and the stored counters contain neither client address nor account',
  async (backend) => {
    const { userId } = await createOwner(backend)
    for (let n = 0; n < 10; n++) await guess(backend, `elsewhere ${n}`)
    expect(backend.logged).toContainEqual({
      level: 'warn',
      message: 'repeated wrong passwords for one account',
      detail: { userId, tries: 10, address: 'elsewhere 9' },
    })
    const stored = JSON.stringify(await backend.ports.db.selectFrom('tallies').selectAll().execute())
    expect(stored).not.toContain('anna')
    expect(stored).not.toContain('elsewhere')
  },
)

eachDatabase('at most 20 log-ins to one account are possible within 15 minutes', async (backend) => {
  await createOwner(backend)
  // Wrong passwords do not use up the owner's log-ins.
  for (let n = 0; n < 9; n++) await guess(backend, `elsewhere ${n}`)
  for (let n = 0; n < 18; n++) expectOk(await guess(backend, `place ${n}`, password))
  const simultaneous = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((place) => guess(backend, place, password)))
  expect(simultaneous.filter((result) => result.ok)).toHaveLength(2)
  expect(await guess(backend, 'here', password)).toMatchObject({ code: 'too-often', retryAfter: 15 * 60 })
  backend.advance(15 * minute)
  expectOk(await guess(backend, 'here', password))
})

eachDatabase('a log-in above the limit of successful ones does not count as a wrong password', async (backend) => {
  const { ports, advance } = backend
  await createOwner(backend)
  for (let n = 0; n < 19; n++) expectOk(await guess(backend, `place ${n}`, password))
  advance(10 * minute)
  for (let n = 0; n < 3; n++) expect(await guess(backend, 'here')).toMatchObject({ code: 'wrong-value' })
  expectOk(await guess(backend, 'another place', password))
  for (let n = 0; n < 12; n++)
    for (const place of ['here', `elsewhere ${n}`])
      expect(await guess(backend, place, password)).toMatchObject({ code: 'too-often', retryAfter: 5 * 60 })
  expect(await countFailures(ports.db, ports.now(), email)).toBe(0)
  advance(5 * minute)
  // The three wrong passwords still count.
  for (let n = 0; n < 2; n++) expect(await guess(backend, 'here')).toMatchObject({ code: 'wrong-value' })
  expect(await guess(backend, 'here', password)).toMatchObject({ code: 'too-often', retryAfter: 10 * 60 })
  expectOk(await guess(backend, 'elsewhere 0', password))
})

eachDatabase('at most 60 log-ins from one client address are possible within 15 minutes', async (backend) => {
  const people = ['a', 'b', 'c', 'd'].map((name) => `${name}@example.com`)
  for (const person of people) expectOk(await signUp(backend.ports, { email: person, password }, at(person)))
  for (const person of people.slice(0, 3))
    for (let n = 0; n < 20; n++) expectOk(await guess(backend, 'office', password, person))
  // Refused attempts do not use up the account's log-ins.
  for (let n = 0; n < 4; n++)
    expect(await guess(backend, 'office', password, people[3])).toMatchObject({ code: 'too-often' })
  for (let n = 0; n < 20; n++) expectOk(await guess(backend, 'home', password, people[3]))
})

eachDatabase('with a device cookie, the owner can log in from a new address despite the delay', async (backend) => {
  const { ports, advance } = backend
  const { cookies } = await createOwner(backend)
  const withCookie = (clientAddress: string, given = password, account = email) =>
    logIn(ports, { email: account, password: given }, { headers: headersWith(cookies), clientAddress })
  for (let n = 0; n < 10; n++) await guess(backend, `elsewhere ${n}`)
  for (let step = 0; step < 3; step++) {
    expect(await guess(backend, `hotel ${step}`, password)).toMatchObject({ code: 'too-often' })
    expectOk(await withCookie(`hotel ${step}`))
    advance(60 * minute)
    for (let n = 0; n < 10; n++) await guess(backend, `elsewhere ${step} ${n}`)
  }
  // Also from a client address whose attempts are used up.
  for (let n = 0; n < 25; n++) await guess(backend, 'shared', 'x', `a${n}@example.com`)
  expect(await guess(backend, 'shared', password)).toMatchObject({ code: 'too-often' })
  expectOk(await withCookie('shared'))
})

eachDatabase('a stolen device cookie allows ten wrong passwords a day, for its account only', async (backend) => {
  const { ports, advance } = backend
  const { cookies } = await createOwner(backend)
  const withCookie = (clientAddress: string, given: string, account = email) =>
    logIn(ports, { email: account, password: given }, { headers: headersWith(cookies), clientAddress })
  for (const account of [email, 'bert@example.com']) {
    for (let n = 0; n < 10; n++) await guess(backend, `elsewhere ${n}`, 'x', account)
    expect(await guess(backend, 'thief', 'x', account)).toMatchObject({ code: 'too-often' })
  }
  expect(await withCookie('thief', 'x', 'bert@example.com')).toMatchObject({ code: 'too-often' })
  const tries = await Promise.all(Array.from({ length: 30 }, (_, n) => withCookie(`thief ${n}`, `word ${n}`)))
  expect(tries.filter((result) => !result.ok && result.code === 'wrong-value')).toHaveLength(10)
  // From then on the cookie has no effect, and its owner is no worse off than without it.
  expect(await withCookie('thief', password)).toMatchObject({ code: 'too-often' })
  advance(60 * minute)
  expectOk(await withCookie('hotel', password))
})

eachDatabase(
  'a delay that began while the clock was ahead counts as over once the clock is corrected',
  async (backend) => {
    const { shiftClock } = backend
    await createOwner(backend)
    shiftClock(3 * 24 * 60 * minute)
    for (let n = 0; n < 12; n++) await guess(backend, `elsewhere ${n}`)
    for (let n = 0; n < 6; n++) await guess(backend, 'here')
    expect(await guess(backend, 'there', password)).toMatchObject({ code: 'too-often' })
    shiftClock(-3 * 24 * 60 * minute)
    expectOk(await guess(backend, 'here', password))
  },
)

eachDatabase('a log-in is not refused if another one that read the clock later was counted first', async (backend) => {
  expect(await guess(backend, 'here')).toMatchObject({ code: 'wrong-value' })
  // PostgreSQL may write the counts of simultaneous log-ins in any order.
  backend.shiftClock(-20)
  expect(await guess(backend, 'there')).toMatchObject({ code: 'wrong-value' })
})

test('a refused attempt counts as a new one if a log-in clears the counter before the delay is read (PostgreSQL)', async () => {
  const { ports } = await openDatabaseBackend('PostgreSQL')
  const now = ports.now()
  for (let n = 0; n < 10; n++) expectOk(await startAttempt(ports.db, now, email))
  expect(await startAttempt(ports.db, now, email)).toMatchObject({ code: 'too-often' })
  const db = ports.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (result.rows.length === 0) await clearFailures(ports.db, email)
      return result
    },
  })
  expect(await startAttempt(db, now, email)).toEqual({ ok: true, value: { count: 1 } })
})
