import { expect } from 'vitest'
import { eachDatabase } from '#tests/support/each-database.ts'
import { expectOk } from '#tests/support/test-backend.ts'
import { expireMessages } from './expire.ts'
import { sendMessage } from './send.ts'

const day = 24 * 60 * 60_000
let addresses = 0
const newAddress = () => `2001:db8:${(addresses += 1).toString(16)}::/64`

const form = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com', subject: 'A shop', message: 'Empty.' }

eachDatabase('a message is deleted after twelve months', async ({ ports, advance }) => {
  expectOk(await sendMessage(ports, form, newAddress()))
  advance(364 * day)
  expect(await expireMessages(ports)).toBe(0)
  advance(3 * day)
  expect(await expireMessages(ports)).toBe(1)
  expect(await ports.db.selectFrom('contactSubmissions').selectAll().execute()).toEqual([])
})
