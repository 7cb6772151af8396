import { expect, test } from 'vitest'
import { emailAddress, requiredText } from './text.ts'

const name = requiredText('The name', 5)
const refusal = (given: unknown) => name.safeParse(given).error?.issues[0]?.message

test('a text is trimmed, and its line ends become LF', () => {
  expect(requiredText('The text', 20).parse(' \r\n one\r\ntwo\rthree \t\n')).toBe('one\ntwo\nthree')
})

test.each([undefined, null, 5, [], {}, true, '', '   ', '\r\n\t', '\u200b\u2060'])(
  'what is no text is missing: %j',
  (given) => {
    expect(refusal(given)).toBe('The name is required.')
  },
)

test('characters are counted, not the units that they are made of', () => {
  expect(name.parse('🪑🪑🪑🪑🪑')).toBe('🪑🪑🪑🪑🪑')
  expect(refusal('🪑🪑🪑🪑🪑🪑')).toBe('The name may have 5 characters at most.')
})

test('a line break counts once, however it was written, and what is trimmed not at all', () => {
  expect(name.parse('\r\n1\r\n2\r\n3\r\n')).toBe('1\n2\n3')
  expect(refusal('1\r\n2\r\n3\r\n4')).toBe('The name may have 5 characters at most.')
})

test('the limit is written as people write it', () => {
  const details = requiredText('The details', 10_000)
  expect(details.parse('é'.repeat(10_000))).toHaveLength(10_000)
  expect(details.safeParse('é'.repeat(10_001)).error?.issues[0]?.message).toBe(
    'The details may have 10,000 characters at most.',
  )
})

test('what a verb agrees with is the caller’s to say', () => {
  expect(requiredText('The details', 5, 'are').safeParse(' ').error?.issues[0]?.message).toBe(
    'The details are required.',
  )
})

test('an address that browsers let pass is an e-mail address', () => {
  for (const email of ['ann&bob@example.com', 'ann#tag@example.com', 'info@xn--e1afmkfd.xn--p1ai', 'ada@intranet']) {
    expect(emailAddress.safeParse(email).success, email).toBe(true)
  }
})

test('NUL is refused: PostgreSQL cannot store it', () => {
  expect(refusal('a\0b')).toBe('The name holds a character that cannot be stored.')
})

test('half of a character becomes the replacement character', () => {
  expect(name.parse('a\ud83eb')).toBe('a\ufffdb')
  expect(name.parse('\udc00')).toBe('\ufffd')
})
