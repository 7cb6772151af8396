import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { DatabaseFailed, type NewSession } from '#portfolio/ports.ts'
import { eachDatabase, openDatabaseBackend } from '#tests/support/backend/each-database.ts'
import { createSession } from '#tests/support/test-server.ts'
import { openAccounts } from './better-auth.ts'

const email = 'anna@example.com'
const password = 'teak and travertine'

eachDatabase(
  'when a table is unavailable, reading a session, logging in and signing up throw DatabaseFailed',
  async (backend) => {
    const { ports } = backend
    const { cookie } = await createSession(backend)
    const headers = new Headers({ cookie })
    const rename = (from: string, to: string) =>
      sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(ports.db)
    for (const table of ['authUser', 'authSession', 'authAccount']) {
      await rename(table, 'elsewhere')
      try {
        if (table !== 'authAccount')
          await expect(ports.accounts.readSession(headers)).rejects.toBeInstanceOf(DatabaseFailed)
        await expect(ports.accounts.logIn(email, password, new Headers())).rejects.toBeInstanceOf(DatabaseFailed)
        if (table !== 'authSession')
          await expect(ports.accounts.signUp('bert@example.com', password, new Headers())).rejects.toBeInstanceOf(
            DatabaseFailed,
          )
      } finally {
        await rename('elsewhere', table)
      }
    }
    expect(await ports.accounts.readSession(headers)).toMatchObject({ email })
  },
)

test('on HTTPS the cookie is Secure and restricted to this host', async () => {
  const { ports } = await openDatabaseBackend('SQLite')
  const accounts = openAccounts({
    db: ports.db,
    origin: 'https://studio.example',
    secret: 'x'.repeat(43),
    log: ports.log,
  })
  const created = await accounts.signUp(email, password, new Headers())
  const cookies = created?.cookies.join() ?? ''
  expect(cookies).toMatch(/;\s*Secure/i)
  expect(cookies).toMatch(/^__Host-enfilade=/)
  expect(cookies).not.toMatch(/Domain=/i)
  const [cookie = ''] = cookies.split(';')
  expect(await accounts.readSession(new Headers({ cookie }))).toMatchObject({ email })
})

eachDatabase('the client address and the user agent are not stored with a session', async ({ ports }) => {
  const headers = new Headers({ 'User-Agent': 'A browser', 'X-Forwarded-For': '203.0.113.7' })
  await ports.accounts.signUp(email, password, headers)
  await ports.accounts.logIn(email, password, headers)
  const sessions = await ports.db.selectFrom('authSession').select(['ipAddress', 'userAgent']).execute()
  expect(sessions).toEqual(sessions.map(() => ({ ipAddress: null, userAgent: null })))
  expect(sessions).toHaveLength(2)
})

test('a cookie signed with another secret is refused', async () => {
  const backend = await openDatabaseBackend('SQLite')
  const { cookie } = await createSession(backend)
  const { db, log } = backend.ports
  const other = openAccounts({ db, origin: 'http://localhost:3000', secret: 'y'.repeat(43), log })
  expect(await backend.ports.accounts.readSession(new Headers({ cookie }))).not.toBeNull()
  expect(await other.readSession(new Headers({ cookie }))).toBeNull()
})

test('a new log-in ends the previous session of that browser only', async () => {
  const { ports } = await openDatabaseBackend('SQLite')
  const { accounts } = ports
  const cookieOf = (created: NewSession | null) =>
    created?.cookies.map((cookie) => cookie.split(';')[0]).join('; ') ?? ''
  const first = cookieOf(await accounts.signUp(email, password, new Headers()))
  const elsewhere = cookieOf(await accounts.logIn(email, password, new Headers()))
  const again = cookieOf(await accounts.logIn(email, password, new Headers({ cookie: first })))
  expect(await accounts.readSession(new Headers({ cookie: first }))).toBeNull()
  for (const cookie of [elsewhere, again]) expect(await accounts.readSession(new Headers({ cookie }))).not.toBeNull()
  expect(await accounts.logIn(email, 'wrong words', new Headers({ cookie: again }))).toBeNull()
  expect(await accounts.readSession(new Headers({ cookie: again }))).not.toBeNull()
})

eachDatabase('a user has at most 20 sessions: a further log-in ends the oldest one', async ({ ports }) => {
  const { accounts, db } = ports
  await accounts.signUp(email, password, new Headers())
  const { userId } = await db.selectFrom('authSession').selectAll().executeTakeFirstOrThrow()
  await db.deleteFrom('authSession').execute()
  const row = (id: string, createdAt: string) => {
    const times = { createdAt, updatedAt: createdAt, expiresAt: '2100-01-01T00:00:00.000Z' }
    return { id, token: id, userId, ipAddress: null, userAgent: null, ...times }
  }
  const days = Array.from({ length: 20 }, (_, n) => String(n + 10))
  // Created while the clock was ahead, so the new session has the earliest time.
  const rows = days.map((day) => row(day, `2090-01-${day}T00:00:00.000Z`)).reverse()
  await db.insertInto('authSession').values(rows).execute()
  await accounts.signUp('bert@example.com', password, new Headers())
  expect(await accounts.logIn(email, password, new Headers())).not.toBeNull()
  const left = await db.selectFrom('authSession').select('id').where('userId', '=', userId).execute()
  expect(left).toHaveLength(20)
  expect(left.map(({ id }) => id).filter((id) => days.includes(id))).toEqual(expect.arrayContaining(days.slice(1)))
  expect(await db.selectFrom('authSession').selectAll().execute()).toHaveLength(21)
})

eachDatabase('a sign-up with a taken e-mail address never compares the password', async ({ ports }) => {
  const { accounts, db } = ports
  await accounts.signUp(email, password, new Headers())
  // Only a comparison reads the stored hash.
  await sql`alter table "authAccount" rename to elsewhere`.execute(db)
  try {
    for (const given of [password, 'some other words'])
      expect(await accounts.signUp(email, given, new Headers())).toBeNull()
  } finally {
    await sql`alter table elsewhere rename to "authAccount"`.execute(db)
  }
})
