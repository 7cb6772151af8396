import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { MailNotSent, type OutgoingMail } from '#portfolio/ports.ts'
import { MailServer } from '#tests/support/mail/mail-server.ts'
import { openMailer } from './smtp.ts'

const origin = 'https://studio.example'
const server = await MailServer.open()
const from = { name: 'Studio "Ä"', address: 'site@studio.example' }
const settings = { host: '127.0.0.1', port: server.port, secure: false, user: '', password: '', from }
const mailer = openMailer(settings, origin)
const mail: OutgoingMail = {
  id: '00000000-0000-4000-8000-000000000001',
  recipient: 'anna@studio.example',
  subject: 'A shop in Łódź',
  text: `Hello,\n<b>we</b> & "you" https://evil.example/x\n\nLink:\n${origin}/inbox?open=1&view=a`,
  replyTo: 'ada@example.com',
}

beforeEach(() => server.reset())
afterAll(() => server.close())

/** The headers with their lines unfolded, and the decoded parts. */
function parse(raw: string) {
  const [head = '', ...rest] = raw.split('\r\n\r\n')
  const headers = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')
  const parts = rest.join('\r\n\r\n').split(/--\S+(?:--)?\r\n/)
  const part = (type: string) => {
    const [partHead = '', ...body] = (parts.find((one) => one.includes(`text/${type}`)) ?? '').split('\r\n\r\n')
    return decode(partHead, body.join('\r\n\r\n')).trim()
  }
  return { headers, text: part('plain'), html: part('html') }
}

function decode(head: string, body: string): string {
  if (/base64/i.test(head)) return Buffer.from(body, 'base64').toString()
  if (!/quoted-printable/i.test(head)) return body
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}

test('an e-mail has its recipient, Reply-To, a stable Message-ID, two parts, and no external resources', async () => {
  await mailer.send(mail)
  await mailer.send(mail)
  const [first, second] = server.received
  expect(first).toMatchObject({ from: from.address, to: ['anna@studio.example'] })
  const { headers, text, html } = parse(first?.raw ?? '')
  expect(headers).toEqual(
    expect.arrayContaining([
      'To: anna@studio.example',
      'Reply-To: ada@example.com',
      'Message-ID: <00000000-0000-4000-8000-000000000001@studio.example>',
      'Auto-Submitted: auto-generated',
    ]),
  )
  expect(headers.find((line) => line.startsWith('From: '))).toMatch(/<site@studio\.example>$/)
  expect(headers.filter((line) => /^(bcc|cc|x-mailer|list-|disposition|return-receipt)/i.test(line))).toEqual([])
  expect(text.replaceAll('\r\n', '\n')).toBe(mail.text)
  expect(html).toContain('Hello,<br>&lt;b&gt;we&lt;/b&gt; &amp; &quot;you&quot; https://evil.example/x</p>')
  expect(html).toContain(`<a href="${origin}/inbox?open=1&amp;view=a">`)
  expect(html.match(/<a |<img|<link|<script|src=|url\(/g)).toEqual(['<a '])
  expect(second?.messageId).toBe(first?.messageId)
})

test('the subject and the text cannot add a header, a recipient or an SMTP command', async () => {
  const hostile = 'x\r\nBcc: eve@example.com\r\n\r\n.\r\nMAIL FROM:<eve@example.com>'
  await mailer.send({ ...mail, subject: hostile, text: `${hostile}\r.\r\n.\nend` })
  const [received, ...more] = server.received
  expect([received?.to, more]).toEqual([['anna@studio.example'], []])
  const { headers, text } = parse(received?.raw ?? '')
  expect(headers.filter((line) => /^(bcc|cc|mail from)/i.test(line))).toEqual([])
  expect(text).toMatch(/end$/)
})

const failures = [
  [
    { refuse: 450, at: 'rcpt' },
    { permanent: false, unreachable: false },
  ],
  [
    { refuse: 452, at: 'data' },
    { permanent: false, unreachable: false },
  ],
  [
    { refuse: 550, at: 'rcpt' },
    { permanent: true, unreachable: false },
  ],
  [
    { refuse: 554, at: 'data' },
    { permanent: true, unreachable: false },
  ],
  ['disconnect', { permanent: false, unreachable: true }],
] as const
test.each(failures)('if the server fails with %j, the error has the properties %j', async (mode, expected) => {
  server.mode = mode
  const failure = await mailer.send(mail).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(MailNotSent)
  expect(failure).toMatchObject(expected)
  if (typeof mode !== 'string') expect((failure as Error).message).toContain(`${mode.refuse} No such mailbox`)
})

test('a server that is down or sends no greeting is reported as unreachable within 20 seconds', async () => {
  server.mode = 'hang'
  // Timers of one process end in the order of their times, however busy the machine is.
  const first = await Promise.race([mailer.send(mail).catch((error: unknown) => error), wait(20_000, 'not reported')])
  expect(first).toMatchObject({ permanent: false, unreachable: true })
  await server.close()
  await expect(mailer.send(mail)).rejects.toMatchObject({ permanent: false, unreachable: true })
  await server.listen()
})

test('a password is not sent to another machine without TLS', async () => {
  const remote = openMailer({ ...settings, host: '::ffff:127.0.0.1', user: 'u', password: 'secret' }, origin)
  await expect(remote.send(mail)).rejects.toThrow('STARTTLS')
  expect(server.received).toEqual([])
})
