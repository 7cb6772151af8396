import { expect } from 'vitest'
import { DatabaseFailed } from '#portfolio/ports.ts'
import { headersWith, newCaller } from '#tests/support/callers.ts'
import { eachDatabase } from '#tests/support/backend/each-database.ts'
import { expectOk } from '#tests/support/backend/test-backend.ts'
import { createSession } from '#tests/support/test-server.ts'
import { findPerson } from './session.ts'
import { signUp } from './sign-up.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

eachDatabase('the sessions of users and admins end after fourteen idle days', async (backend) => {
  const { ports, advance } = backend
  const [anna, bert] = [await createSession(backend, 'anna', 'admin'), await createSession(backend, 'bert')]
  for (const days of [13, 13]) {
    advance(days * day)
    for (const { cookie, person } of [anna, bert])
      expect(await findPerson(ports, new Headers({ cookie }))).toEqual(person)
    // Otherwise the sessions would end because of their age.
    await ports.db.updateTable('authSession').set({ createdAt: ports.now().toISOString() }).execute()
  }
  advance(14 * day + 1)
  for (const { cookie } of [anna, bert]) expect(await findPerson(ports, new Headers({ cookie }))).toBeNull()
})

eachDatabase('a session ends thirty days after the log-in, however often it is used', async (backend) => {
  const { ports, advance } = backend
  const { cookie } = await createSession(backend)
  const headers = new Headers({ cookie })
  for (let passed = 0; passed < 30; passed += 5) {
    expect(await findPerson(ports, headers)).not.toBeNull()
    advance(5 * day)
  }
  // Longer than the log-in itself may take.
  advance(hour)
  expect(await findPerson(ports, headers)).toBeNull()
})

eachDatabase('sessions stay valid with a read-only database', async (backend) => {
  const { ports, advance, logged } = backend
  const { cookie, person } = await createSession(backend)
  advance(hour)
  const accounts = { ...ports.accounts, recordUse: () => Promise.reject(new DatabaseFailed(new Error('read-only'))) }
  expect(await findPerson({ ...ports, accounts }, new Headers({ cookie }))).toEqual(person)
  expect(logged.at(-1)).toMatchObject({ level: 'warn', message: 'the use of a session could not be recorded' })
})

eachDatabase('a session created more than ten minutes ahead of the clock is refused', async (backend) => {
  const { ports, advance } = backend
  const { cookie, person } = await createSession(backend)
  const headers = new Headers({ cookie })
  advance(-9 * minute)
  expect(await findPerson(ports, headers)).toEqual(person)
  advance(-2 * minute)
  expect(await findPerson(ports, headers)).toBeNull()
  // Once the clock is right, the session is valid again.
  advance(2 * minute)
  expect(await findPerson(ports, headers)).toEqual(person)
})

eachDatabase('a forged or malformed cookie identifies nobody', async ({ ports }) => {
  const form = { email: 'anna@example.com', password: 'teak and travertine' }
  const { cookies } = expectOk(await signUp(ports, form, newCaller()))
  // The cookie of the session comes before the device cookie.
  const cookie = headersWith(cookies.slice(0, 1)).get('cookie') ?? ''
  const [name = '', value = ''] = cookie.split('=')
  for (const planted of [
    `${cookie.slice(0, -4)}AAAA`,
    `${name}=${value.split('.')[0]}`,
    `${name}=`,
    `${name}=${'x'.repeat(8_000)}`,
    'a=b',
    '%',
  ]) {
    expect(await findPerson(ports, new Headers({ cookie: planted }))).toBeNull()
  }
  expect(await findPerson(ports, new Headers())).toBeNull()
})

eachDatabase(
  'a session that ended because the clock was wrong is valid again once the clock is right',
  async (backend) => {
    const { ports, shiftClock } = backend
    const anna = await createSession(backend, 'anna', 'admin')
    const headers = new Headers({ cookie: anna.cookie })
    shiftClock(400 * day)
    expect(await findPerson(ports, headers)).toBeNull()
    shiftClock(-400 * day)
    expect(await findPerson(ports, headers)).toMatchObject({ admin: true })
  },
)

eachDatabase('reading an expired session does not delete it', async (backend) => {
  const { ports } = backend
  const { cookie } = await createSession(backend)
  await ports.db.updateTable('authSession').set({ expiresAt: '2020-01-01T00:00:00.000Z' }).execute()
  expect(await findPerson(ports, new Headers({ cookie }))).toBeNull()
  expect(await ports.db.selectFrom('authSession').selectAll().execute()).toHaveLength(1)
})
