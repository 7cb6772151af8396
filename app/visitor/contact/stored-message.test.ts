import { expect, test } from 'vitest'
import { readTexts } from './stored-message.ts'

test('submitted line breaks are read as a textarea shows them, and missing fields as empty', () => {
  const form = new FormData()
  form.set('message', 'Hello,\r\n\r\nAda')
  form.set('website', 'not a text of the message')
  expect(readTexts(form)).toEqual({
    firstName: '',
    lastName: '',
    email: '',
    subject: '',
    message: 'Hello,\n\nAda',
  })
})
