import { expect } from 'vitest'
import { asAdmin } from '#portfolio/account/as-admin.ts'
import { changeMessage } from '#portfolio/contact/edit.ts'
import { honeypotField, timestampField } from '#portfolio/contact/message.ts'
import { sendMessage } from '#portfolio/contact/send.ts'
import { inTransaction } from '#portfolio/transaction.ts'
import { done, refused } from '#portfolio/result.ts'
import type { Ports } from '#portfolio/ports.ts'
import { eachDatabase } from '#tests/support/backend/each-database.ts'
import { withMail } from '#tests/support/mail/mail-fixtures.ts'
import { createAdmin, expectOk, origin } from '#tests/support/backend/test-backend.ts'
import { queueMail, type QueuedMail } from './queue-mail.ts'

const typed = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.com',
  subject: 'A shop',
  message: 'We have a shop.\n\nPlease call.',
}

/** The contact form, submitted late enough not to look like spam. */
const formOf = (ports: Ports, more = {}) => ({
  ...typed,
  [timestampField]: ports.timestamps.sign(new Date(ports.now().getTime() - 60_000)),
  ...more,
})
const readOutbox = ({ db }: Ports) => db.selectFrom('outbox').selectAll().orderBy('recipient').execute()

eachDatabase('a message is e-mailed to every admin, and replies go to its sender', async (backend) => {
  const ports = await withMail(backend)
  const at = ports.now().toISOString()
  const other = { id: (await createAdmin(ports)).userId, email: 'ben@studio.example' }
  const stranger = { id: 'stranger', email: 'carl@example.com' }
  for (const user of [other, stranger])
    await ports.db
      .insertInto('authUser')
      .values({ ...user, name: '', emailVerified: 0, image: null, createdAt: at, updatedAt: at })
      .execute()
  expectOk(await sendMessage(ports, formOf(ports), 'here'))
  const [message] = await ports.db.selectFrom('contactSubmissions').select('id').execute()
  const emails = await readOutbox(ports)
  expect(emails.map(({ recipient }) => recipient)).toEqual(['anna@studio.example', 'ben@studio.example'])
  for (const mail of emails)
    expect(mail).toMatchObject({
      kind: 'enquiry',
      state: 'waiting',
      subject: 'Ada Lovelace: A shop',
      replyTo: 'ada@example.com',
      contactMessageId: message?.id,
      attempts: 0,
      dueAt: at,
    })
  expect(emails[0]?.text).toContain('We have a shop.\n\nPlease call.')
  expect(emails[0]?.text).toContain(`\n${origin}/inbox?open=${message?.id}`)
  expect(backend.wakeCount()).toBe(1)
})

eachDatabase('a quarantined message causes no e-mail, not even when it is moved to the inbox', async (backend) => {
  const ports = await withMail(backend)
  for (const more of [
    { [honeypotField]: 'x' },
    { [timestampField]: '' },
    { [timestampField]: ports.timestamps.sign(ports.now()) },
  ])
    expectOk(await sendMessage(ports, formOf(ports, more), 'here'))
  const messages = await ports.db.selectFrom('contactSubmissions').select('id').execute()
  expect(messages).toHaveLength(3)
  for (const { id } of messages)
    expectOk(
      await asAdmin(ports, backend.admin, (unit, admin) => changeMessage(unit, admin, { id, change: 'not-spam' })),
    )
  expect(await readOutbox(ports)).toEqual([])
})

eachDatabase('without a mail server nothing is queued, and the message is stored', async (backend) => {
  await withMail(backend)
  const { ports } = backend
  expectOk(await sendMessage(ports, formOf(ports), 'here'))
  expect(await readOutbox(ports)).toEqual([])
  expect(await ports.db.selectFrom('contactSubmissions').select('id').execute()).toHaveLength(1)
  expect(backend.wakeCount()).toBe(0)
})

eachDatabase(
  'an e-mail is queued only if its transaction commits, and jobs are woken after the commit',
  async (backend) => {
    const ports = await withMail(backend)
    const mail: QueuedMail = { kind: 'test', to: 'anna@studio.example', subject: 'S', text: 'T' }
    const refusal = refused('wrong-value', 'No.')
    await inTransaction(ports, async (unit) => {
      await queueMail(unit, mail)
      expect(backend.wakeCount()).toBe(0)
      return refusal
    })
    expect(await readOutbox(ports)).toEqual([])
    expect([backend.wakeCount(), backend.events]).toEqual([0, []])
    await inTransaction(ports, async (unit) => {
      await queueMail(unit, mail)
      return done()
    })
    expect(await readOutbox(ports)).toHaveLength(1)
    expect([backend.wakeCount(), backend.events]).toEqual([1, [{ about: 'inbox' }]])
  },
)

eachDatabase('no text can add a header or a recipient', async (backend) => {
  const ports = await withMail(backend)
  const mail: QueuedMail = { kind: 'test', to: 'anna@studio.example', subject: 'S', text: 'T' }
  const queue = (more: Partial<QueuedMail>) =>
    inTransaction(ports, async (unit) => {
      await queueMail(unit, { ...mail, ...more })
      return done()
    })
  for (const address of [
    'a@b.example, eve@example.com',
    'a@b.example\r\nBcc: eve@example.com',
    '<a@b.example>',
    'x',
    '',
  ]) {
    await expect(queue({ to: address })).rejects.toThrow()
    await expect(queue({ replyTo: address })).rejects.toThrow()
  }
  await queue({ subject: 'A\r\nBcc: eve@example.com\u2028X\u202e \ud83e', text: 'a\r\n.\rb\0\u202ec' })
  expect(await readOutbox(ports)).toMatchObject([{ subject: 'A Bcc: eve@example.com X \ufffd', text: 'a\n.\nb  c' }])
})
