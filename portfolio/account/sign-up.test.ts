import { sql } from 'kysely'
import { expect } from 'vitest'
import { eachDatabase } from '#tests/support/backend/each-database.ts'
import { headersWith, newCaller, sessionsOf, usersOf } from '#tests/support/callers.ts'
import { expectOk } from '#tests/support/backend/test-backend.ts'
import { logIn } from '#portfolio/log-in/log-in.ts'
import { findPerson } from './session.ts'
import { signUp } from './sign-up.ts'

const email = 'anna@example.com'
const password = 'teak and travertine'

eachDatabase('a sign-up creates an account, a session, and a user who is online and has no role', async (backend) => {
  const { ports } = backend
  const session = expectOk(await signUp(ports, { email, password }, newCaller()))
  expect(await usersOf(backend)).toEqual([{ id: session.userId, role: null, online: 1 }])
  expect(await findPerson(ports, headersWith(session.cookies))).toEqual({
    userId: session.userId,
    email,
    admin: false,
  })
})

eachDatabase('a role in the sign-up form is ignored', async (backend) => {
  const { ports } = backend
  const more = {
    role: 'Admin',
    admin: true,
    user: { role: 'Admin' },
    data: { role: 'Admin' },
    id: 'mine',
    online: 7,
    emailVerified: true,
  }
  const session = expectOk(await signUp(ports, { email, password, ...more }, newCaller()))
  expect(await usersOf(backend)).toEqual([{ id: session.userId, role: null, online: 1 }])
  expect((await findPerson(ports, headersWith(session.cookies)))?.admin).toBe(false)
  const account = await ports.db.selectFrom('authUser').selectAll().executeTakeFirstOrThrow()
  expect(account).toMatchObject({ email, emailVerified: 0, name: '', image: null })
})

eachDatabase(
  'a sign-up with a taken e-mail address gets the same refusal for every password and creates no session',
  async (backend) => {
    const { ports } = backend
    expectOk(await signUp(ports, { email, password }, newCaller()))
    const before = await sessionsOf(backend)
    for (const tried of [password, 'some other words']) {
      for (const address of [email, 'ANNA@example.COM', ' anna@example.com ']) {
        const refusal = await signUp(ports, { email: address, password: tried }, newCaller())
        expect(refusal).toEqual({ ok: false, code: 'wrong-value', message: 'Could not complete signup' })
      }
    }
    expect(await sessionsOf(backend)).toEqual(before)
    expect(await usersOf(backend)).toHaveLength(1)
    expectOk(await logIn(ports, { email, password }, newCaller()))
  },
)

eachDatabase(
  'if the account is stored but its row in `users` is not, the sign-up says that the account exists',
  async (backend) => {
    const { ports, logged } = backend
    await sql`alter table "users" rename to elsewhere`.execute(ports.db)
    try {
      expect(await signUp(ports, { email, password }, newCaller())).toEqual({
        ok: false,
        code: 'unavailable',
        message: 'Your account was created, but you could not be logged in. Please log in in a moment.',
      })
    } finally {
      await sql`alter table elsewhere rename to "users"`.execute(ports.db)
    }
    const { userId, cookies } = expectOk(await logIn(ports, { email, password }, newCaller()))
    expect(await findPerson(ports, headersWith(cookies))).toEqual({ userId, email, admin: false })
    expect(logged).toContainEqual({ level: 'warn', message: 'No such document!', detail: { userId } })
  },
)

for (const table of ['authUser', 'authAccount']) {
  eachDatabase(
    `if the row in \`${table}\` cannot be stored, the sign-up is refused as unavailable and can be repeated`,
    async ({ ports, kind }) => {
      const statements =
        kind === 'SQLite'
          ? [`create trigger failing before insert on "${table}" begin select raise(abort, 'failing'); end`]
          : [
              `create function fail() returns trigger language plpgsql as $$ begin raise exception 'failing'; end $$`,
              `create trigger failing before insert on "${table}" execute function fail()`,
            ]
      for (const statement of statements) await sql.raw(statement).execute(ports.db)
      try {
        expect(await signUp(ports, { email, password }, newCaller())).toMatchObject({ code: 'unavailable' })
      } finally {
        await sql.raw(`drop ${kind === 'SQLite' ? 'trigger failing' : 'function fail cascade'}`).execute(ports.db)
      }
      expectOk(await signUp(ports, { email, password }, newCaller()))
      expectOk(await logIn(ports, { email, password }, newCaller()))
    },
  )
}

eachDatabase('four simultaneous sign-ups with one e-mail address create one account', async (backend) => {
  const { ports } = backend
  const results = await Promise.all(
    [1, 2, 3, 4].map((n) => signUp(ports, { email, password: `${password} ${n}` }, newCaller())),
  )
  expect(results.filter((result) => result.ok)).toHaveLength(1)
  for (const result of results) expect(result).toMatchObject(result.ok ? {} : { message: 'Could not complete signup' })
  expect(await usersOf(backend)).toHaveLength(1)
  expect(await sessionsOf(backend)).toHaveLength(1)
})

eachDatabase(
  'the cookie is HttpOnly and SameSite, and no plaintext password is stored or logged',
  async ({ ports, logged }) => {
    const { cookies } = expectOk(await signUp(ports, { email, password }, newCaller()))
    expect(cookies.join()).toMatch(/HttpOnly/i)
    expect(cookies.join()).toMatch(/SameSite=Lax/i)
    expect(cookies.join()).toMatch(/Path=\//)
    const account = await ports.db.selectFrom('authAccount').selectAll().executeTakeFirstOrThrow()
    expect(account.password).toMatch(/^argon2id\$/)
    expect(JSON.stringify([account, logged])).not.toContain(password)
  },
)

eachDatabase(
  'the sixth sign-up from one client within an hour is refused, whatever its form contains',
  async (backend) => {
    const { ports, advance } = backend
    const here = newCaller()
    for (let n = 0; n < 5; n++) await signUp(ports, { email: `a${n}@example.com`, password }, here)
    const late = { email: 'late@example.com', password }
    for (const form of [late, {}]) expect(await signUp(ports, form, here)).toMatchObject({ code: 'too-often' })
    expectOk(await signUp(ports, late, newCaller()))
    advance(60 * 60_000)
    expectOk(await signUp(ports, { ...late, email: 'later@example.com' }, here))
  },
)

eachDatabase('a sign-up with a taken e-mail address counts as a failed log-in of its account', async (backend) => {
  const { ports } = backend
  expectOk(await signUp(ports, { email, password }, newCaller()))
  const here = newCaller()
  for (const tried of [password, 'one word', 'two words']) await signUp(ports, { email, password: tried }, here)
  for (let n = 0; n < 2; n++) await logIn(ports, { email, password: 'a guess' }, here)
  expect(await logIn(ports, { email, password }, here)).toMatchObject({ code: 'too-often', retryAfter: 15 * 60 })
  expect(await signUp(ports, { email, password }, here)).toMatchObject({ code: 'too-often' })
  for (let n = 0; n < 5; n++) await signUp(ports, { email, password: 'other words' }, newCaller())
  // Ten wrong passwords, from any client addresses, start the account's delay.
  for (const submit of [signUp, logIn])
    expect(await submit(ports, { email, password }, newCaller())).toMatchObject({ code: 'too-often', retryAfter: 30 })
})

eachDatabase('wrong passwords for an address without an account do not prevent its sign-up', async ({ ports }) => {
  for (let n = 0; n < 12; n++) await logIn(ports, { email, password: 'a guess' }, newCaller())
  expectOk(await signUp(ports, { email, password }, newCaller()))
})
