import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { StoreFailed } from '#portfolio/parts.ts'
import { eachDatabase, openHouse } from '#testing/each-database.ts'
import { signIn } from '#testing/door.ts'
import { openAccounts } from './accounts.ts'

const email = 'anna@example.com'
const password = 'teak and travertine'

eachDatabase('when the store fails, every question fails by its name: nobody is taken for a visitor', async (house) => {
  const { parts } = house
  const { cookie } = await signIn(house)
  const headers = new Headers({ cookie })
  const rename = (from: string, to: string) =>
    sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(parts.db)
  for (const table of ['authUser', 'authSession', 'authAccount']) {
    await rename(table, 'elsewhere')
    try {
      if (table !== 'authAccount') await expect(parts.accounts.whoIs(headers)).rejects.toBeInstanceOf(StoreFailed)
      await expect(parts.accounts.logIn(email, password, new Headers())).rejects.toBeInstanceOf(StoreFailed)
      if (table !== 'authSession')
        await expect(parts.accounts.signUp('bert@example.com', password, new Headers())).rejects.toBeInstanceOf(
          StoreFailed,
        )
    } finally {
      await rename('elsewhere', table)
    }
  }
  expect(await parts.accounts.whoIs(headers)).toMatchObject({ email })
})

test('on HTTPS the cookie is for HTTPS alone, and for this host', async () => {
  const { parts } = await openHouse('SQLite')
  const accounts = openAccounts({
    db: parts.db,
    origin: 'https://studio.example',
    secret: 'x'.repeat(43),
    log: parts.log,
  })
  const entry = await accounts.signUp(email, password, new Headers())
  const cookies = entry?.cookies.join() ?? ''
  expect(cookies).toMatch(/;\s*Secure/i)
  expect(cookies).toMatch(/^__(Secure|Host)-/)
  expect(cookies).not.toMatch(/Domain=/i)
})

eachDatabase('where and with what somebody signs in is not kept', async ({ parts }) => {
  const headers = new Headers({ 'User-Agent': 'A browser', 'X-Forwarded-For': '203.0.113.7' })
  await parts.accounts.signUp(email, password, headers)
  await parts.accounts.logIn(email, password, headers)
  const sessions = await parts.db.selectFrom('authSession').select(['ipAddress', 'userAgent']).execute()
  expect(sessions).toEqual(sessions.map(() => ({ ipAddress: null, userAgent: null })))
  expect(sessions).toHaveLength(2)
})

test('a cookie signed with another secret knows nobody', async () => {
  const house = await openHouse('SQLite')
  const { cookie } = await signIn(house)
  const { db, log } = house.parts
  const other = openAccounts({ db, origin: 'http://localhost:3000', secret: 'y'.repeat(43), log })
  expect(await house.parts.accounts.whoIs(new Headers({ cookie }))).not.toBeNull()
  expect(await other.whoIs(new Headers({ cookie }))).toBeNull()
})

test('a session ends seven days after the log-in', async () => {
  const house = await openHouse('SQLite')
  const { cookie, person } = await signIn(house)
  const { parts } = house
  const [session] = await parts.db.selectFrom('authSession').select('expiresAt').execute()
  expect(Math.round((Date.parse(session?.expiresAt ?? '') - Date.now()) / 3_600_000)).toBe(7 * 24)
  await parts.db
    .updateTable('authSession')
    .set({ expiresAt: new Date(Date.now() - 1_000).toISOString() })
    .where('userId', '=', person.userId)
    .execute()
  expect(await parts.accounts.whoIs(new Headers({ cookie }))).toBeNull()
})
