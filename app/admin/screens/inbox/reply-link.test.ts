import { expect, test } from 'vitest'
import { replyLink } from './reply-link.ts'

const message = {
  id: '00000000-0000-4000-8000-0000deadbeef',
  email: 'ada@example.com',
  subject: 'A shop & more?',
  message: 'Hello,\n\nis 100 % oak possible?',
}

/** The parts of the link, as a mail program reads them. */
function readLink(more: Partial<typeof message>) {
  const link = replyLink({ ...message, ...more }, '23 Nov 2026')
  const { protocol, pathname, search, hash } = new URL(link)
  const fields = search
    .slice(1)
    .split('&')
    .map((field) => field.split('='))
  expect(protocol + hash).toBe('mailto:')
  expect(link).toMatch(/^[!-~]+$/)
  expect(link.length).toBeLessThanOrEqual(2_000)
  expect(fields.map(([name]) => name)).toEqual(['subject', 'body'])
  const [subject = '', body = ''] = fields.map(([, value]) => decodeURIComponent(value ?? ''))
  return { to: decodeURIComponent(pathname), subject, body }
}

test('a reply link contains the address, the subject, the reference and the quoted text', () => {
  expect(readLink({})).toEqual({
    to: 'ada@example.com',
    subject: 'Re: A shop & more?',
    body: '\r\n\r\nOn 23 Nov 2026 you wrote (reference DEADBEEF):\r\n> Hello,\r\n> \r\n> is 100 % oak possible?',
  })
  expect(readLink({ subject: 'RE: A shop' }).subject).toBe('RE: A shop')
})

for (const email of ['ann&bob@example.com', 'a?bcc=eve@example.com', 'a%0abcc:eve@example.com', "o'brien+x=y@a.b"]) {
  test(`no part of the address becomes a header: ${email}`, () => expect(readLink({ email }).to).toBe(email))
}

for (const text of [
  '&bcc=eve@example.com',
  '\r\nBcc: eve@example.com',
  '?body=x',
  '%0d%0aBcc: eve',
  '#x',
  '\u0007\0\u202ex',
]) {
  test(`no part of the subject or the text becomes a header: ${JSON.stringify(text)}`, () => {
    const { to, subject } = readLink({ subject: text, message: text })
    expect(to).toBe(message.email)
    expect(subject).not.toMatch(/\p{Cc}|\u202e/u)
  })
}

test('a long text is truncated, never within a character, so that the link stays short enough', () => {
  for (const text of ['x'.repeat(5_000), '🪑'.repeat(5_000), 'é\n'.repeat(2_500), '\ud83e'.repeat(5_000)]) {
    const { subject, body } = readLink({ message: text, subject: text.slice(0, 200).replaceAll('\n', ' ') })
    expect(body).toMatch(/…$/)
    expect(body).toContain('reference DEADBEEF')
    expect(subject + body).toBe((subject + body).toWellFormed())
  }
  expect(readLink({ email: `${'&'.repeat(242)}@example.com`, subject: '🪑'.repeat(200) }).body).toContain('> ')
})
