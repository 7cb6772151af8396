import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { StoreFailed, type Entry } from '#portfolio/parts.ts'
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
  expect(cookies).toMatch(/^__Host-enfilade=/)
  expect(cookies).not.toMatch(/Domain=/i)
  const [cookie = ''] = cookies.split(';')
  expect(await accounts.whoIs(new Headers({ cookie }))).toMatchObject({ email })
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

test('of a browser that enters again the old session is ended, of others it is not', async () => {
  const { parts } = await openHouse('SQLite')
  const { accounts } = parts
  const cookieOf = (entry: Entry | null) => entry?.cookies.map((given) => given.split(';')[0]).join('; ') ?? ''
  const first = cookieOf(await accounts.signUp(email, password, new Headers()))
  const elsewhere = cookieOf(await accounts.logIn(email, password, new Headers()))
  const again = cookieOf(await accounts.logIn(email, password, new Headers({ cookie: first })))
  expect(await accounts.whoIs(new Headers({ cookie: first }))).toBeNull()
  for (const cookie of [elsewhere, again]) expect(await accounts.whoIs(new Headers({ cookie }))).not.toBeNull()
  expect(await accounts.logIn(email, 'wrong words', new Headers({ cookie: again }))).toBeNull()
  expect(await accounts.whoIs(new Headers({ cookie: again }))).not.toBeNull()
})
