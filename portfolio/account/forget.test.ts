import { expect } from 'vitest'
import { signIn } from '#testing/door.ts'
import { eachDatabase } from '#testing/each-database.ts'
import { forgetEndedSessions } from './forget.ts'

const day = 24 * 60 * 60_000

eachDatabase('a session that has ended is forgotten, one that goes on stays', async (house) => {
  const { parts, pass } = house
  const { cookie } = await signIn(house)
  expect(await forgetEndedSessions(parts)).toBe(0)
  expect(await parts.accounts.whoIs(new Headers({ cookie }))).not.toBeNull()
  pass(7 * day + 60_000)
  expect(await forgetEndedSessions(parts)).toBe(1)
  expect(await parts.db.selectFrom('authSession').selectAll().execute()).toEqual([])
})
