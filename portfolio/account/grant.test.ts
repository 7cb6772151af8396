import { expect } from 'vitest'
import { eachDatabase } from '#testing/each-database.ts'
import { expectDone, type House } from '#testing/parts.ts'
import { changeAtTheMachine } from './as-admin.ts'
import { logIn, signUp } from './enter.ts'
import { grant, listAdmins, revoke } from './grant.ts'
import { recognise } from './show.ts'

const caller = { headers: new Headers(), address: '192.0.2.1' }
const email = 'anna@example.com'
const password = 'teak and travertine'

/** Someone who has just signed up, with the headers of their browser. */
async function signedUp({ parts }: House) {
  const { userId, cookies } = expectDone(await signUp(parts, { email, password }, caller))
  const headers = new Headers({ cookie: cookies.map((cookie) => cookie.split(';')[0] ?? '').join('; ') })
  return { userId, headers, isAdmin: async () => (await recognise(parts, headers))?.admin }
}

eachDatabase('a grant takes effect at the next request, and so does taking it back', async (house) => {
  const { parts, heard } = house
  const { userId, isAdmin } = await signedUp(house)
  expect(await isAdmin()).toBe(false)
  expectDone(await changeAtTheMachine(parts, (unit, proof) => grant(unit, proof, userId)))
  expect(await isAdmin()).toBe(true)
  expect(await parts.db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst()).toEqual({
    id: userId,
    role: 'Admin',
    online: 1,
  })
  expectDone(await changeAtTheMachine(parts, (unit, proof) => revoke(unit, proof, userId)))
  expect(await isAdmin()).toBe(false)
  expect(heard).toEqual([
    { about: 'person', userId },
    { about: 'person', userId },
  ])
})

eachDatabase('granted twice is granted once; without a user document one is made', async (house) => {
  const { parts } = house
  const { userId, isAdmin } = await signedUp(house)
  await parts.db.deleteFrom('users').where('id', '=', userId).execute()
  for (const _ of [1, 2]) expectDone(await changeAtTheMachine(parts, (unit, proof) => grant(unit, proof, userId)))
  expect(await isAdmin()).toBe(true)
  expect(await parts.db.selectFrom('users').selectAll().where('id', '=', userId).execute()).toEqual([
    { id: userId, role: 'Admin', online: 0 },
  ])
})

eachDatabase('the admins are listed, and nobody else', async (house) => {
  const { parts, admin } = house
  const { userId } = await signedUp(house)
  await parts.db.insertInto('users').values({ id: 'almost', role: 'admin', online: 1 }).execute()
  expect(expectDone(await changeAtTheMachine(parts, listAdmins))).toEqual([admin.userId])
  expectDone(await changeAtTheMachine(parts, (unit, proof) => grant(unit, proof, userId)))
  expect(expectDone(await changeAtTheMachine(parts, listAdmins)).sort()).toEqual([admin.userId, userId].sort())
  expect(await parts.accounts.emailsOf([userId, 'unknown'])).toEqual(new Map([[userId, email]]))
  expect(await parts.accounts.emailsOf([])).toEqual(new Map())
})

eachDatabase('a new password ends all sessions, and the old one no longer opens any', async (house) => {
  const { parts } = house
  const { userId, headers } = await signedUp(house)
  expectDone(await logIn(parts, { email, password }, caller))
  await parts.accounts.setPassword(userId, 'limewash and linen')
  expect(await parts.db.selectFrom('authSession').select('id').execute()).toEqual([])
  expect(await recognise(parts, headers)).toBeNull()
  expect(await logIn(parts, { email, password }, caller)).toMatchObject({ ok: false })
  expect(expectDone(await logIn(parts, { email, password: 'limewash and linen' }, caller)).userId).toBe(userId)
})

eachDatabase('an address that nobody has is nobody’s', async ({ parts }) => {
  for (const address of ['nobody@example.com', '', '%', 'a\0b'])
    expect(await parts.accounts.findByEmail(address)).toBeNull()
})
