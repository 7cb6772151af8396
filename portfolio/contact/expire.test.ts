import { expect } from 'vitest'
import { eachDatabase } from '#tests/support/backend/each-database.ts'
import { expectOk } from '#tests/support/backend/test-backend.ts'
import { asOperator } from '#portfolio/account/as-admin.ts'
import { changeMessage } from './edit.ts'
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

eachDatabase('a deleted message is kept for 30 days, and its permanent deletion is published', async (backend) => {
  const { ports, events, advance } = backend
  expectOk(await sendMessage(ports, form, newAddress()))
  expectOk(await sendMessage(ports, form, newAddress()))
  const [first] = await ports.db.selectFrom('contactSubmissions').select('id').execute()
  const id = first?.id ?? ''
  expectOk(await asOperator(ports, (unit, admin) => changeMessage(unit, admin, { id, change: 'delete' })))
  events.length = 0
  advance(29 * day)
  expect(await expireMessages(ports)).toBe(0)
  expect(events).toEqual([])
  advance(2 * day)
  expect(await expireMessages(ports)).toBe(1)
  expect(events).toEqual([{ about: 'inbox' }])
  expect(await ports.db.selectFrom('contactSubmissions').select('id').where('id', '=', id).execute()).toEqual([])
})
