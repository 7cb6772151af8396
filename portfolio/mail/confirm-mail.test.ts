import { expect } from 'vitest'
import { asAdmin, asOperator } from '#portfolio/account/as-admin.ts'
import { done } from '#portfolio/result.ts'
import type { Ports } from '#portfolio/ports.ts'
import { eachDatabase, type DatabaseTestBackend } from '#tests/support/backend/each-database.ts'
import { fakeMailer, notSent, withMail } from '#tests/support/mail/mail-fixtures.ts'
import { expectOk } from '#tests/support/backend/test-backend.ts'
import { deliverNextMail } from './deliver.ts'
import { sendTestMail } from './edit.ts'
import { checkTestLink, confirmMail } from './confirm-mail.ts'
import { readMailNotice, readMailStatus } from './read.ts'

const dayMs = 24 * 60 * 60_000

/** Sends a test e-mail and returns the token of its link. */
async function sendTest({ admin }: DatabaseTestBackend, ports: Ports): Promise<string> {
  const input = { to: 'anna@studio.example', server: ports.mailServer, linkOf: (token: string) => `link:${token}` }
  expectOk(await asAdmin(ports, admin, (unit, admin) => sendTestMail(unit, admin, input)))
  const { text } = await ports.db.selectFrom('outbox').select('text').where('text', '!=', '').executeTakeFirstOrThrow()
  await deliverNextMail(ports, fakeMailer(), new Set())
  return /link:([\w-]+)/.exec(text)?.[1] ?? ''
}
const isConfirmed = async (ports: Ports) => {
  const status = await asOperator(ports, async (_, admin) => done(await readMailStatus(ports, admin)))
  return expectOk(status)?.confirmedAt !== null
}

eachDatabase('mail counts as working once a test e-mail is confirmed, not once it is sent', async (backend) => {
  const ports = await withMail(backend)
  expect(await readMailNotice(ports)).toBe('unconfirmed')
  const token = await sendTest(backend, ports)
  expect(token).toMatch(/^[\w-]{32}$/)
  expect(expectOk(await checkTestLink(ports, token))).toEqual({ isConfirmed: false })
  expect(await readMailNotice(ports)).toBe('unconfirmed')
  backend.events.length = 0
  expectOk(await confirmMail(ports, token))
  expect(backend.events).toEqual([{ about: 'inbox' }])
  expect([await readMailNotice(ports), await isConfirmed(ports)]).toEqual([null, true])
  expectOk(await confirmMail(ports, token))
  expect(expectOk(await checkTestLink(ports, token))).toEqual({ isConfirmed: true })
  expect(backend.events).toHaveLength(1)
  const facts = await ports.db.selectFrom('healthFacts').select('value').execute()
  expect(JSON.stringify(facts)).not.toContain(token)
})

eachDatabase('a wrong or expired link confirms nothing; several links can be valid at once', async (backend) => {
  const ports = await withMail(backend)
  const tokens = [await sendTest(backend, ports), await sendTest(backend, ports)]
  for (const wrong of ['', 'x', '\0', 'x'.repeat(10_000), `${tokens[0]}x`]) {
    expect(await checkTestLink(ports, wrong)).toMatchObject({ code: 'unknown' })
    expect(await confirmMail(ports, wrong)).toMatchObject({ code: 'unknown' })
  }
  for (const token of tokens) expectOk(await checkTestLink(ports, token))
  backend.advance(8 * dayMs)
  expect(await confirmMail(ports, tokens[0] ?? '')).toMatchObject({ code: 'unknown' })
  expect(await isConfirmed(ports)).toBe(false)
})

const changes = {
  'mail server': { host: 'other.example', from: 'site@studio.example' },
  sender: { host: 'mail.example', from: 'office@studio.example' },
}

for (const [name, mailServer] of Object.entries(changes)) {
  eachDatabase(`after a change of the ${name}, mail has to be confirmed again`, async (backend) => {
    const ports = await withMail(backend)
    expectOk(await confirmMail(ports, await sendTest(backend, ports)))
    expect(await readMailNotice(ports)).toBeNull()
    const changed = { ...ports, mailServer }
    expect([await readMailNotice(changed), await isConfirmed(changed)]).toEqual(['unconfirmed', false])
  })

  eachDatabase(`the link of a test e-mail from before a change of the ${name} confirms nothing`, async (backend) => {
    const ports = await withMail(backend)
    const earlier = await sendTest(backend, ports)
    const changed = { ...ports, mailServer }
    expectOk(await confirmMail(changed, await sendTest(backend, changed)))
    expect(await checkTestLink(changed, earlier)).toMatchObject({ code: 'unknown' })
    expect(await confirmMail(changed, earlier)).toMatchObject({ code: 'unknown' })
    expect(await readMailNotice(changed)).toBeNull()
  })
}

eachDatabase('after a day of failures, admins see a notice until an e-mail is sent', async (backend) => {
  const ports = await withMail(backend)
  const token = await sendTest(backend, ports)
  expectOk(await confirmMail(ports, token))
  const input = { to: 'anna@studio.example', server: ports.mailServer, linkOf: String }
  expectOk(await asAdmin(ports, backend.admin, (unit, admin) => sendTestMail(unit, admin, input)))
  await deliverNextMail(ports, fakeMailer([notSent(250)]), new Set())
  expect(await readMailNotice(ports)).toBeNull()
  backend.advance(dayMs + 60_000)
  expect(await readMailNotice(ports)).toBe('failing')
  await deliverNextMail(ports, fakeMailer(), new Set())
  expect(await readMailNotice(ports)).toBeNull()
})

eachDatabase(
  'without a mail server, no test e-mail can be sent, and admins see no notice about mail',
  async ({ ports, admin }) => {
    const input = { to: 'a@b.example', server: null, linkOf: String }
    const refusal = await asAdmin(ports, admin, (unit, admin) => sendTestMail(unit, admin, input))
    expect(refusal).toMatchObject({ code: 'wrong-value' })
    expect(await readMailNotice(ports)).toBeNull()
  },
)
