import { expect, test } from 'vitest'
import { messageLimits } from '#portfolio/contact/message.ts'
import { characterCount, excessCharacters } from './message-length.ts'

test('characters are counted as on the server: in code points, without leading and trailing white space', () => {
  const door = '🚪'
  expect(excessCharacters('message', ` ${door.repeat(messageLimits.message)}\n`)).toBe(0)
  expect(excessCharacters('message', door.repeat(messageLimits.message + 1))).toBe(1)
  expect(excessCharacters('subject', undefined)).toBe(-messageLimits.subject)
})

test('the count is shown once a text reaches 90 % of the limit', () => {
  expect(characterCount('message', 'x'.repeat(4_499))).toBeNull()
  expect(characterCount('message', 'x'.repeat(4_500))).toBe('4,500 of 5,000 characters')
  expect(characterCount('message', 'x'.repeat(5_120))).toBe('5,120 of 5,000 characters')
})
