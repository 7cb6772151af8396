import { expect } from 'vitest'
import { asOperator } from '#portfolio/account/as-admin.ts'
import { eraseAccount } from '#portfolio/account/erase.ts'
import { grantAdmin, revokeAdmin } from '#portfolio/account/grant.ts'
import { eraseMessages } from '#portfolio/contact/erase.ts'
import { expireMessages } from '#portfolio/contact/expire.ts'
import { timestampField } from '#portfolio/contact/message.ts'
import { sendMessage } from '#portfolio/contact/send.ts'
import { done } from '#portfolio/result.ts'
import { inTransaction } from '#portfolio/transaction.ts'
import type { Ports } from '#portfolio/ports.ts'
import { eachDatabase } from '#tests/support/backend/each-database.ts'
import { fakeMailer, notSent, withMail } from '#tests/support/mail/mail-fixtures.ts'
import { createSession } from '#tests/support/test-server.ts'
import { expectOk } from '#tests/support/backend/test-backend.ts'
import { deliverNextMail } from './deliver.ts'
import { eraseEmails } from './erase.ts'
import { queueMail } from './queue-mail.ts'

const write = async (ports: Ports, email: string) => {
  const form = { firstName: 'Ada', lastName: 'Lovelace', email, subject: 'A shop', message: 'Call me.' }
  const timestamp = ports.timestamps.sign(new Date(ports.now().getTime() - 60_000))
  expectOk(await sendMessage(ports, { ...form, [timestampField]: timestamp }, email))
}
const readOutbox = ({ db }: Ports) => db.selectFrom('outbox').selectAll().execute()

eachDatabase(
  'erasing a person erases the e-mails that contain their message or address, sent or not',
  async (backend) => {
    const ports = await withMail(backend)
    await write(ports, 'ada@example.com')
    await deliverNextMail(ports, fakeMailer(), new Set())
    await write(ports, 'Ada@Example.com')
    await deliverNextMail(ports, fakeMailer([notSent(550)]), new Set())
    await write(ports, 'ADA@example.com')
    await write(ports, 'other@example.com')
    await inTransaction(ports, async (unit) => {
      await queueMail(unit, { kind: 'reset', to: 'ada@example.com', subject: 'S', text: 'T' })
      return done()
    })
    expect((await readOutbox(ports)).map(({ state }) => state).sort()).toEqual([
      'failed',
      'sent',
      'waiting',
      'waiting',
      'waiting',
    ])
    const email = ' ADA@example.com'
    // The unsent ones and the one to the person; the sent e-mail is deleted with its message.
    expect(expectOk(await asOperator(ports, (unit, admin) => eraseEmails(unit, admin, email)))).toBe(3)
    expect(expectOk(await asOperator(ports, (unit, admin) => eraseMessages(unit, admin, email)))).toBe(3)
    expect(await readOutbox(ports)).toMatchObject([{ replyTo: 'other@example.com' }])
  },
)

eachDatabase('the e-mails about a message expire with it', async (backend) => {
  const ports = await withMail(backend)
  await write(ports, 'ada@example.com')
  backend.advance(400 * 24 * 60 * 60_000)
  expect(await expireMessages(ports)).toBe(1)
  expect(await readOutbox(ports)).toEqual([])
})

eachDatabase(
  'revoking the role deletes unsent notices to the former admin; erasing the account deletes all its e-mails',
  async (backend) => {
    const ports = await withMail(backend)
    const { person } = await createSession(backend)
    await asOperator(ports, (unit, admin) => grantAdmin(unit, admin, person.userId))
    const recipients = async () => (await readOutbox(ports)).map(({ kind, recipient }) => `${kind} ${recipient}`).sort()
    await write(ports, 'ada@example.com')
    const mail = { to: 'anna@example.com', subject: 'S', text: 'T' }
    await inTransaction(ports, async (unit) => done(await queueMail(unit, { ...mail, kind: 'confirmation' })))
    expect(await recipients()).toContain('enquiry anna@example.com')
    expectOk(await asOperator(ports, (unit, admin) => revokeAdmin(unit, admin, person.userId)))
    const left = await recipients()
    expect(left).toContain('confirmation anna@example.com')
    expect(left).not.toContain('enquiry anna@example.com')
    expectOk(await asOperator(ports, (unit, admin) => eraseAccount(unit, admin, person.userId)))
    expect((await recipients()).filter((row) => row.includes('anna@example.com'))).toEqual([])
  },
)

eachDatabase(
  'e-mails about an account are deleted with it, whatever their address; unsent invitations with the role',
  async (backend) => {
    const ports = await withMail(backend)
    const { person } = await createSession(backend, 'bert', 'admin')
    const queue = (kind: 'confirmation' | 'invitation', to: string) =>
      inTransaction(ports, async (unit) =>
        done(await queueMail(unit, { kind, to, subject: 'S', text: 'T', userId: person.userId })),
      )
    await queue('confirmation', 'former@example.com')
    await deliverNextMail(ports, fakeMailer(), new Set())
    await queue('confirmation', 'new@example.com')
    await queue('invitation', 'grace@example.com')
    expectOk(await asOperator(ports, (unit, admin) => revokeAdmin(unit, admin, person.userId)))
    expect((await readOutbox(ports)).map(({ recipient }) => recipient).sort()).toEqual([
      'former@example.com',
      'new@example.com',
    ])
    expectOk(await asOperator(ports, (unit, admin) => eraseAccount(unit, admin, person.userId)))
    expect(await readOutbox(ports)).toEqual([])
  },
)
