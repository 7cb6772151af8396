import { expect } from 'vitest'
import { done } from '#portfolio/result.ts'
import { inTransaction } from '#portfolio/transaction.ts'
import { queueMail } from '#portfolio/mail/queue-mail.ts'
import type { Mailer, Ports } from '#portfolio/ports.ts'
import { eachDatabase } from '#tests/support/backend/each-database.ts'
import { fakeMailer, notSent, withMail } from '#tests/support/mail/mail-fixtures.ts'
import { openMailDelivery } from './mail-delivery.ts'
import { startScheduler } from './scheduler.ts'

const queue = (ports: Ports, count: number) =>
  inTransaction(ports, async (unit) => {
    for (let n = 0; n < count; n++)
      await queueMail(unit, { kind: 'test', to: 'anna@studio.example', subject: 'S', text: 'T' })
    return done()
  })
const openDelivery = (ports: Ports, mailer: Mailer) =>
  openMailDelivery(
    ports,
    mailer,
    () => false,
    (error) => {
      throw error
    },
  )

eachDatabase('a batch has at most 50 e-mails, and the next one has the rest', async (backend) => {
  const ports = await withMail(backend)
  await queue(ports, 60)
  const mailer = fakeMailer()
  const delivery = openDelivery(ports, mailer)
  for (const sent of [50, 60]) {
    delivery.wake()
    await delivery.idle()
    expect(mailer.sent).toHaveLength(sent)
  }
})

eachDatabase('a batch ends when the server accepts no mail, but not when it refuses one e-mail', async (backend) => {
  const ports = await withMail(backend)
  await queue(ports, 5)
  const mailer = fakeMailer([notSent(450), notSent(550), notSent(250)])
  const delivery = openDelivery(ports, mailer)
  delivery.wake()
  await delivery.idle()
  expect(mailer.sent).toHaveLength(0)
  delivery.wake()
  await delivery.idle()
  expect(mailer.sent).toHaveLength(2)
})

eachDatabase(
  'an e-mail that is queued while another one is being sent does not wait for the next minute',
  async (backend) => {
    const ports = await withMail(backend)
    await queue(ports, 1)
    const fake = fakeMailer()
    const delivery = openDelivery(ports, {
      async send(mail) {
        await fake.send(mail)
        // Queues only one more e-mail.
        if (fake.sent.length > 1) return
        await queue(ports, 1)
        delivery.wake()
      },
    })
    delivery.wake()
    await delivery.idle()
    expect(fake.sent).toHaveLength(2)
  },
)

eachDatabase('e-mails are sent at startup and when jobs are woken, but not after a stop', async (backend) => {
  const ports = await withMail(backend)
  await queue(ports, 1)
  const mailer = fakeMailer()
  const scheduler = await startScheduler(ports, mailer)
  await scheduler.idle()
  expect(mailer.sent).toHaveLength(1)
  await queue(ports, 1)
  scheduler.wake()
  await scheduler.idle()
  expect(mailer.sent).toHaveLength(2)
  await scheduler.stop()
  await queue(ports, 1)
  scheduler.wake()
  await scheduler.idle()
  expect(mailer.sent).toHaveLength(2)
})
