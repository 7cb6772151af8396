import { expect } from 'vitest'
import { asOperator } from '#portfolio/account/as-admin.ts'
import { eachDatabase } from '#tests/support/backend/each-database.ts'
import { expectOk } from '#tests/support/backend/test-backend.ts'
import { eraseMessages } from './erase.ts'
import { sendMessage } from './send.ts'

const form = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com', subject: 'A shop', message: 'Empty.' }

eachDatabase('all messages from an e-mail address are erased, and no others', async ({ ports }) => {
  for (const email of ['ada@example.com', 'Ada@Example.COM', 'other@example.com', '_da@example.com']) {
    expectOk(await sendMessage(ports, { ...form, email }, email))
  }
  const erase = (email: string) => asOperator(ports, (unit, admin) => eraseMessages(unit, admin, email))
  expect(expectOk(await erase('%'))).toBe(0)
  expect(expectOk(await erase(' ADA@example.com'))).toBe(2)
  const left = await ports.db.selectFrom('contactSubmissions').select('email').orderBy('email').execute()
  expect(left.map((row) => row.email)).toEqual(['_da@example.com', 'other@example.com'])
})
