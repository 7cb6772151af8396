import { expect } from 'vitest'
import { StoreFailed } from '#portfolio/parts.ts'
import { signIn } from '#testing/door.ts'
import { eachDatabase } from '#testing/each-database.ts'
import { recognise } from './show.ts'

const hour = 60 * 60_000
const day = 24 * hour

eachDatabase('a session unused for seven days has ended, one used in between goes on', async (house) => {
  const { parts, pass } = house
  const { cookie, person } = await signIn(house)
  const headers = new Headers({ cookie })
  pass(6 * day)
  expect(await recognise(parts, headers)).toEqual(person)
  pass(6 * day)
  expect(await recognise(parts, headers)).toEqual(person)
  pass(7 * day + 1)
  expect(await recognise(parts, headers)).toBeNull()
  expect(await parts.db.selectFrom('authSession').selectAll().execute()).toEqual([])
})

eachDatabase('thirty days after the log-in a session has ended, however much it was used', async (house) => {
  const { parts, pass } = house
  const { cookie } = await signIn(house)
  const headers = new Headers({ cookie })
  for (let passed = 0; passed < 30; passed += 5) {
    expect(await recognise(parts, headers)).not.toBeNull()
    pass(5 * day)
  }
  pass(1_000)
  expect(await recognise(parts, headers)).toBeNull()
})

eachDatabase('the session of an admin ends after twelve idle hours, and after seven days', async (house) => {
  const { parts, pass } = house
  const [anna, bert] = [await signIn(house, 'anna', 'admin'), await signIn(house, 'bert', 'admin')]
  for (let passed = 0; passed < 7 * 24; passed += 11) {
    expect(await recognise(parts, new Headers({ cookie: anna.cookie }))).toMatchObject({ admin: true })
    pass(11 * hour)
    if (passed === 0) expect(await recognise(parts, new Headers({ cookie: bert.cookie }))).not.toBeNull()
  }
  expect(await recognise(parts, new Headers({ cookie: anna.cookie }))).toBeNull()
  expect(await recognise(parts, new Headers({ cookie: bert.cookie }))).toBeNull()
})

eachDatabase('where nothing can be written, people stay who they are', async (house) => {
  const { parts, pass, logged } = house
  const { cookie, person } = await signIn(house)
  pass(hour)
  const accounts = { ...parts.accounts, touch: () => Promise.reject(new StoreFailed(new Error('read-only'))) }
  expect(await recognise({ ...parts, accounts }, new Headers({ cookie }))).toEqual(person)
  expect(logged.at(-1)).toMatchObject({ level: 'warn', message: 'a session could not be noted' })
})
