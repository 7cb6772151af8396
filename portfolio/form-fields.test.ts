import { expect, test } from 'vitest'
import { emailAddress, requiredText } from './form-fields.ts'

const name = requiredText('The name', 5)
const refusal = (given: unknown) => name.safeParse(given).error?.issues[0]?.message

test('a text is trimmed, and its line ends become LF', () => {
  expect(requiredText('The text', 20).parse(' \r\n one\r\ntwo\rthree \t\n')).toBe('one\ntwo\nthree')
})

test.each([undefined, null, 5, [], {}, true, '', '   ', '\r\n\t', '\u200b\u2060'])(
  'a value that is missing, not a text, empty or invisible is refused: %j',
  (given) => {
    expect(refusal(given)).toBe('The name is required.')
  },
)

test('the length counts code points, not UTF-16 code units', () => {
  expect(name.parse('🪑🪑🪑🪑🪑')).toBe('🪑🪑🪑🪑🪑')
  expect(refusal('🪑🪑🪑🪑🪑🪑')).toBe('The name can have at most 5 characters.')
})

test('CRLF counts as one character, and trimmed characters do not count', () => {
  expect(name.parse('\r\n1\r\n2\r\n3\r\n')).toBe('1\n2\n3')
  expect(refusal('1\r\n2\r\n3\r\n4')).toBe('The name can have at most 5 characters.')
})

test('the limit has a thousands separator', () => {
  const details = requiredText('The details', 10_000)
  expect(details.parse('é'.repeat(10_000))).toHaveLength(10_000)
  expect(details.safeParse('é'.repeat(10_001)).error?.issues[0]?.message).toBe(
    'The details can have at most 10,000 characters.',
  )
})

test('the caller chooses between “is” and “are”', () => {
  expect(requiredText('The details', 5, 'are').safeParse(' ').error?.issues[0]?.message).toBe(
    'The details are required.',
  )
})

test('an e-mail address that browsers accept is valid', () => {
  for (const email of ['ann&bob@example.com', 'ann#tag@example.com', 'info@xn--e1afmkfd.xn--p1ai', 'ada@intranet']) {
    expect(emailAddress.safeParse(email).success, email).toBe(true)
  }
})

test('NUL is refused: PostgreSQL cannot store it', () => {
  expect(refusal('a\0b')).toBe('The name contains a character that cannot be stored.')
})

test('a lone surrogate becomes the replacement character', () => {
  expect(name.parse('a\ud83eb')).toBe('a\ufffdb')
  expect(name.parse('\udc00')).toBe('\ufffd')
})
