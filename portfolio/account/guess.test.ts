import { expect } from 'vitest'
import { eachDatabase } from '#testing/each-database.ts'
import { expectDone, type House } from '#testing/parts.ts'
import { countWrong } from '#portfolio/limit/wait.ts'
import { logIn, signUp } from './enter.ts'

const email = 'anna@example.com'
const password = 'teak and travertine'
const minute = 60_000

const at = (address: string) => ({ headers: new Headers(), address })
const guess = ({ parts }: House, address: string, given = 'not this one', of = email) =>
  logIn(parts, { email: of, password: given }, at(address))
const known = async (house: House) => expectDone(await signUp(house.parts, { email, password }, at('home')))

eachDatabase('after five wrong passwords an address waits a quarter of an hour, for this account', async (house) => {
  await known(house)
  for (let n = 0; n < 5; n++) expect(await guess(house, 'here')).toMatchObject({ why: 'wrong-value' })
  expect(await guess(house, 'here', password)).toMatchObject({ why: 'too-often', retryAfter: 15 * 60 })
  expectDone(await guess(house, 'there', password))
  house.pass(15 * minute)
  expectDone(await guess(house, 'here', password))
})

eachDatabase(
  'two hundred log-ins in the same instant get five answers, whether there is the account or not',
  async (house) => {
    await known(house)
    for (const account of [email, 'nobody@example.com']) {
      const tries = await Promise.all(
        Array.from({ length: 200 }, (_, n) => guess(house, `one of ${account}`, `word ${n}`, account)),
      )
      const answered = tries.filter((outcome) => !outcome.ok && outcome.why === 'wrong-value')
      expect(answered).toHaveLength(5)
      expect(tries.filter((outcome) => !outcome.ok && outcome.why === 'too-often')).toHaveLength(195)
    }
  },
)

eachDatabase('one address tries twenty-five passwords in five minutes, for whatever accounts', async (house) => {
  for (let n = 0; n < 25; n++)
    expect(await guess(house, 'here', 'x', `a${n}@example.com`)).toMatchObject({ why: 'wrong-value' })
  expect(await guess(house, 'here', 'x', 'another@example.com')).toMatchObject({ why: 'too-often', retryAfter: 300 })
  // Also with a form that is not even right: whoever waits learns nothing.
  expect(await logIn(house.parts, {}, at('here'))).toMatchObject({ why: 'too-often' })
  house.pass(5 * minute)
  expect(await guess(house, 'here', 'x', 'another@example.com')).toMatchObject({ why: 'wrong-value' })
})

eachDatabase('right passwords count for nothing', async (house) => {
  await known(house)
  for (let n = 0; n < 30; n++) expectDone(await guess(house, 'here', password))
  for (let n = 0; n < 4; n++) await guess(house, 'here')
  expectDone(await guess(house, 'here', password))
  for (let n = 0; n < 5; n++) expect(await guess(house, 'here')).toMatchObject({ why: 'wrong-value' })
})

eachDatabase('from everywhere at once the account waits longer and longer, an hour at most', async (house) => {
  const { parts, pass } = house
  await known(house)
  let other = 0
  const next = () => guess(house, `elsewhere ${(other += 1)}`)
  for (let n = 0; n < 10; n++) expect(await next()).toMatchObject({ why: 'wrong-value' })
  const waits: unknown[] = []
  for (let n = 0; n < 10; n++) {
    const [first, second] = await Promise.all([next(), next()])
    waits.push(!second.ok && second.retryAfter)
    expect([first, second].map((outcome) => !outcome.ok && outcome.why)).toContain('too-often')
    pass((!second.ok ? (second.retryAfter ?? 0) : 0) * 1_000)
    await next()
  }
  expect(waits).toEqual([30, 60, 120, 240, 480, 960, 1_920, 3_600, 3_600, 3_600])
  expect(await countWrong(parts.db, parts.now(), email)).toBe(20)
})

eachDatabase('whoever has entered from an address does not wait there for what strangers do', async (house) => {
  await known(house)
  expectDone(await guess(house, 'home', password))
  for (let n = 0; n < 12; n++) await guess(house, `elsewhere ${n}`)
  expect(await guess(house, 'not home', password)).toMatchObject({ why: 'too-often' })
  expectDone(await guess(house, 'home', password))
  expectDone(await guess(house, 'not home', password))
})

eachDatabase('the owner is warned, and what is kept names neither address nor account', async (house) => {
  const { userId } = await known(house)
  for (let n = 0; n < 10; n++) await guess(house, `elsewhere ${n}`)
  expect(house.logged).toContainEqual({
    level: 'warn',
    message: 'somebody may be guessing a password',
    detail: { userId, tries: 10, address: 'elsewhere 9' },
  })
  const kept = JSON.stringify(await house.parts.db.selectFrom('tallies').selectAll().execute())
  expect(kept).not.toContain('anna')
  expect(kept).not.toContain('elsewhere')
})

eachDatabase('a sixth sign-up within an hour waits, whatever is in its form', async (house) => {
  const { parts, pass } = house
  for (let n = 0; n < 5; n++) await signUp(parts, { email: `a${n}@example.com`, password }, at('here'))
  const late = { email: 'late@example.com', password }
  for (const form of [late, {}]) expect(await signUp(parts, form, at('here'))).toMatchObject({ why: 'too-often' })
  expectDone(await signUp(parts, late, at('there')))
  pass(60 * minute)
  expectDone(await signUp(parts, { ...late, email: 'later@example.com' }, at('here')))
})
