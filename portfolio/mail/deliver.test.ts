import { expect } from 'vitest'
import { asAdmin, asOperator } from '#portfolio/account/as-admin.ts'
import type { Mailer, Ports } from '#portfolio/ports.ts'
import { DatabaseFailed } from '#portfolio/ports.ts'
import { done } from '#portfolio/result.ts'
import { inTransaction } from '#portfolio/transaction.ts'
import { eachDatabase } from '#tests/support/backend/each-database.ts'
import { fakeMailer, notSent, withMail } from '#tests/support/mail/mail-fixtures.ts'
import { expectOk } from '#tests/support/backend/test-backend.ts'
import { deliverNextMail, retryPausesMinutes } from './deliver.ts'
import { sendMailAgain } from './edit.ts'
import { expireEmails } from './expire.ts'
import { queueMail, type QueuedMail } from './queue-mail.ts'
import { listEmails, readMailStatus } from './read.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

const queue = (ports: Ports, more: Partial<QueuedMail> = {}) =>
  inTransaction(ports, async (unit) => {
    await queueMail(unit, { kind: 'enquiry', to: 'anna@studio.example', subject: 'S', text: 'T', ...more })
    return done()
  })
const deliver = (ports: Ports, mailer: Mailer) => deliverNextMail(ports, mailer, new Set())
const readRow = ({ db }: Ports) => db.selectFrom('outbox').selectAll().executeTakeFirstOrThrow()
const list = async (ports: Ports) =>
  expectOk(await asOperator(ports, async ({ tx }, operator) => done(await listEmails(tx, operator))))
const statusOf = async (ports: Ports) =>
  expectOk(await asOperator(ports, async (_, admin) => done(await readMailStatus(ports, admin))))

eachDatabase('an e-mail is sent once; then only its state is kept', async (backend) => {
  const ports = await withMail(backend)
  await queue(ports, { replyTo: 'ada@example.com' })
  const mailer = fakeMailer()
  expect(await deliver(ports, mailer)).toBe(true)
  expect(await deliver(ports, mailer)).toBe(false)
  const row = await readRow(ports)
  expect(mailer.sent).toMatchObject([
    { id: row.id, recipient: 'anna@studio.example', subject: 'S', text: 'T', replyTo: 'ada@example.com' },
  ])
  expect(row).toMatchObject({ state: 'sent', subject: '', text: '', replyTo: null, endedAt: ports.now().toISOString() })
})

eachDatabase(
  'after a broken connection or a 4xx reply, an e-mail is retried with growing pauses for 48 hours',
  async (backend) => {
    const ports = await withMail(backend)
    await queue(ports)
    const failures = [250, 451, 250, 421, ...Array<number>(30).fill(450)].map(notSent)
    const mailer = fakeMailer(failures)
    const start = ports.now().getTime()
    const attempts: number[] = []
    for (let minute = 0; minute <= 50 * 60; minute++) {
      const left = failures.length
      await deliver(ports, mailer)
      if (failures.length < left) attempts.push((ports.now().getTime() - start) / minuteMs)
      backend.advance(minuteMs)
    }
    const pauses = attempts.slice(1).map((minute, index) => minute - (attempts[index] ?? 0))
    expect(pauses).toEqual([...retryPausesMinutes])
    expect(attempts.at(-1)).toBe(48 * 60)
    expect(pauses.slice(0, -1)).toEqual(pauses.slice(0, -1).toSorted((a, b) => a - b))
    expect(await readRow(ports)).toMatchObject({ state: 'failed', answer: '450 no', attempts: 18, text: 'T' })
  },
)

eachDatabase(
  "a permanently refused e-mail fails at once, keeps the server's reply, and can be sent again",
  async (backend) => {
    const ports = await withMail(backend)
    await queue(ports)
    const mailer = fakeMailer([notSent(550)])
    expect(await deliver(ports, mailer)).toBe(true)
    const failed = await readRow(ports)
    expect(failed).toMatchObject({ state: 'failed', answer: '550 no', attempts: 1, subject: 'S', text: 'T' })
    backend.advance(dayMs)
    expect(await deliver(ports, mailer)).toBe(false)

    const again = () => asAdmin(ports, backend.admin, (unit, admin) => sendMailAgain(unit, admin, { id: failed.id }))
    expectOk(await again())
    expect(await deliver(ports, mailer)).toBe(true)
    expect(mailer.sent.map(({ id }) => id)).toEqual([failed.id])
    expect(await again()).toMatchObject({ ok: false, code: 'unknown' })
    expect(await asAdmin(ports, null, (unit, admin) => sendMailAgain(unit, admin, { id: failed.id }))).toMatchObject({
      code: 'no-session',
    })
  },
)

eachDatabase('a failed e-mail with a link keeps no text and cannot be sent again', async (backend) => {
  const ports = await withMail(backend)
  await queue(ports, { kind: 'reset', text: 'https://studio.example/reset/secret' })
  await deliver(ports, fakeMailer([notSent(550)]))
  const row = await readRow(ports)
  expect(row).toMatchObject({ state: 'failed', subject: '', text: '' })
  expect(await asAdmin(ports, backend.admin, (unit, admin) => sendMailAgain(unit, admin, row))).toMatchObject({
    ok: false,
  })
  const [listed] = (await list(ports)).listed
  expect(listed).toMatchObject({ state: 'failed', canSendAgain: false })
})

eachDatabase('two processes never send the same e-mail', async (backend) => {
  const ports = await withMail(backend)
  const others = { ...ports, db: backend.connect() }
  for (let n = 0; n < 20; n++) await queue(ports, { subject: String(n) })
  const mailer = fakeMailer()
  const drain = async (own: Ports) => {
    while (await deliver(own, mailer));
  }
  await Promise.all([drain(ports), drain(others), drain(ports), drain(others)])
  expect(mailer.sent).toHaveLength(20)
  expect(new Set(mailer.sent.map(({ id }) => id)).size).toBe(20)
})

eachDatabase(
  'after its process was killed, an e-mail is sent once its claim has ended, with the same id',
  async (backend) => {
    const ports = await withMail(backend)
    await queue(ports)
    const killed = deliver(ports, { send: () => new Promise(() => {}) })
    const { id } = await readRow(ports)
    await expect.poll(async () => (await readRow(ports)).attempts).toBe(1)
    const mailer = fakeMailer()
    expect(await deliver(ports, mailer)).toBe(false)
    backend.advance(3 * minuteMs)
    expect(await deliver(ports, mailer)).toBe(true)
    expect(mailer.sent.map((mail) => mail.id)).toEqual([id])
    void killed
  },
)

eachDatabase('an e-mail that was sent but could not be recorded is not sent a second time', async (backend) => {
  const ports = await withMail(backend)
  await queue(ports)
  const db = new Proxy(ports.db, {
    get: (target, name) => {
      if (name === 'transaction') throw new DatabaseFailed(new Error('connection lost'))
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const [mailer, sent] = [fakeMailer(), new Set<string>()]
  expect(await deliverNextMail({ ...ports, db }, mailer, sent)).toBe(false)
  expect(mailer.sent).toHaveLength(1)
  backend.advance(3 * minuteMs)
  expect(await deliverNextMail(ports, mailer, sent)).toBe(true)
  expect(mailer.sent).toHaveLength(1)
  expect([sent.size, (await readRow(ports)).state]).toEqual([0, 'sent'])
})

eachDatabase('a clock that was ahead delays no e-mail for longer than the longest pause', async (backend) => {
  const ports = await withMail(backend)
  backend.shiftClock(400 * dayMs)
  await queue(ports)
  await deliver(ports, fakeMailer([notSent(250)]))
  backend.shiftClock(-400 * dayMs)
  const mailer = fakeMailer()
  expect(await deliver(ports, mailer)).toBe(true)
  expect(mailer.sent).toHaveLength(1)
})

eachDatabase('mail counts as failing since the first failure after the last e-mail that was sent', async (backend) => {
  const ports = await withMail(backend)
  const since: (string | null | undefined)[] = []
  for (const failure of [[], [notSent(250)], [notSent(550)], []]) {
    await queue(ports)
    await deliver(ports, fakeMailer(failure))
    since.push((await statusOf(ports))?.failingSince)
    backend.advance(3 * minuteMs)
  }
  expect(since).toEqual([null, expect.any(String), since[1], null])
})

eachDatabase('the reply of the mail server is stored as one short line', async (backend) => {
  const ports = await withMail(backend)
  await queue(ports)
  const answer = new Error('450-\u001b[31mred\r\n450 \u202eend' + '🪑'.repeat(600))
  await deliver(ports, fakeMailer([Object.assign(notSent(450), { message: answer.message })]))
  const { answer: kept } = await readRow(ports)
  expect(kept).toMatch(/^450- \[31mred 450 end🪑/u)
  expect([...(kept ?? '')]).toHaveLength(500)
})

eachDatabase('e-mails expire after 30 days, whether they were sent, failed or still wait', async (backend) => {
  const ports = await withMail(backend)
  await queue(ports, { subject: 'sent' })
  await deliver(ports, fakeMailer())
  await queue(ports, { subject: 'failed' })
  await deliver(ports, fakeMailer([notSent(550)]))
  await queue(ports, { subject: 'waiting' })
  backend.advance(29 * dayMs)
  expect(await expireEmails(ports)).toBe(0)
  backend.advance(2 * dayMs)
  expect(await expireEmails(ports)).toBe(3)
})

eachDatabase(
  'the failed notice of a message is listed first, however many other e-mails fail; unlisted e-mails are counted',
  async (backend) => {
    const ports = await withMail(backend)
    await queue(ports)
    await deliver(ports, fakeMailer([notSent(550)]))
    const { id } = await readRow(ports)
    for (let n = 0; n < 60; n++) {
      backend.advance(minuteMs)
      await queue(ports, { kind: 'reset' })
      await deliver(ports, fakeMailer([notSent(550)]))
    }
    await queue(ports)
    const { listed, moreCount } = await list(ports)
    expect([listed.length, moreCount]).toEqual([50, 12])
    expect(listed[0]).toMatchObject({ id, kind: 'enquiry', state: 'failed', canSendAgain: true })
  },
)
