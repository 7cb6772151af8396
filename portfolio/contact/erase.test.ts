import { expect } from 'vitest'
import { changeAtTheMachine } from '#portfolio/account/as-admin.ts'
import { eachDatabase } from '#testing/each-database.ts'
import { expectDone } from '#testing/parts.ts'
import { eraseMessages } from './erase.ts'
import { sendMessage } from './send.ts'

const form = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com', subject: 'A shop', message: 'Empty.' }

eachDatabase('of a person who asks for it nothing is left, and of others everything', async ({ parts }) => {
  for (const email of ['ada@example.com', 'Ada@Example.COM', 'other@example.com', '_da@example.com']) {
    expectDone(await sendMessage(parts, { ...form, email }, email))
  }
  const erase = (email: string) => changeAtTheMachine(parts, (unit, proof) => eraseMessages(unit, proof, email))
  expect(expectDone(await erase('%'))).toBe(0)
  expect(expectDone(await erase(' ADA@example.com'))).toBe(2)
  const left = await parts.db.selectFrom('contactSubmissions').select('email').orderBy('email').execute()
  expect(left.map((row) => row.email)).toEqual(['_da@example.com', 'other@example.com'])
})
