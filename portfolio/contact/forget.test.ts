import { expect } from 'vitest'
import { eachDatabase } from '#testing/each-database.ts'
import { expectDone } from '#testing/parts.ts'
import { forgetOldMessages } from './forget.ts'
import { sendMessage } from './send.ts'

const day = 24 * 60 * 60_000
let addresses = 0
const somewhere = () => `2001:db8:${(addresses += 1).toString(16)}::/64`

const form = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com', subject: 'A shop', message: 'Empty.' }

eachDatabase('a message is kept for twelve months, and then nothing of it is left', async ({ parts, pass }) => {
  expectDone(await sendMessage(parts, form, somewhere()))
  pass(364 * day)
  expect(await forgetOldMessages(parts)).toBe(0)
  pass(3 * day)
  expect(await forgetOldMessages(parts)).toBe(1)
  expect(await parts.db.selectFrom('contactSubmissions').selectAll().execute()).toEqual([])
})
