import { expect } from 'vitest'
import { readAsAdmin } from '#portfolio/account/as-admin.ts'
import { eachDatabase } from '#tests/support/backend/each-database.ts'
import { expectOk, type TestBackend } from '#tests/support/backend/test-backend.ts'
import { listMessages } from './read.ts'
import { sendMessage } from './send.ts'
import { timestampField, messageLimits, honeypotField, type MessageField } from './message.ts'

let addresses = 0
const newAddress = () => `2001:db8:${(addresses += 1).toString(16)}::/64`

const form = (more: Partial<Record<MessageField, unknown>> = {}) => ({
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.com',
  subject: 'A shop',
  message: 'We have a shop.\r\n\r\nIt is empty.',
  ...more,
})

const storedMessages = ({ ports }: TestBackend) => ports.db.selectFrom('contactSubmissions').selectAll().execute()

eachDatabase('a message is stored with its time, and CRLF becomes LF', async (backend) => {
  expectOk(await sendMessage(backend.ports, form(), newAddress()))
  expect(await storedMessages(backend)).toEqual([
    {
      id: expect.any(String),
      firstName: 'Ada',
      lastName: 'Lovelace',
      email: 'ada@example.com',
      subject: 'A shop',
      message: 'We have a shop.\n\nIt is empty.',
      createdAt: backend.ports.now().toISOString(),
      quarantined: 'not sent from the form',
      readAt: null,
      answeredAt: null,
      archivedAt: null,
      deletedAt: null,
      notSpamAt: null,
      searchText: expect.stringMatching(/^ADA LOVELACE\nADA@EXAMPLE.COM\nA SHOP\n/),
    },
  ])
  expect(backend.events).toEqual([{ about: 'inbox' }])
})

eachDatabase('markup is stored as text, and unknown fields are ignored', async (backend) => {
  const message = '<script>alert(1)</script> "><img onerror=x> \u2028 {{7*7}}'
  expectOk(
    await sendMessage(
      backend.ports,
      { ...form({ message }), id: 'mine', createdAt: '1999', role: 'Admin' },
      newAddress(),
    ),
  )
  const [row] = await storedMessages(backend)
  expect(row?.message).toBe(message)
  expect(row?.id).not.toBe('mine')
})

eachDatabase('every field is required, and the refusal lists each missing one', async (backend) => {
  const everyField = Object.keys(messageLimits).sort()
  for (const input of [{}, null, undefined, 'x', []]) {
    expect(await sendMessage(backend.ports, input, newAddress())).toMatchObject({
      ok: false,
      code: 'wrong-value',
      message: 'Failed to send message.',
    })
  }
  const refusal = await sendMessage(backend.ports, {}, newAddress())
  expect(Object.keys((!refusal.ok && refusal.fields) || {}).sort()).toEqual(everyField)
  for (const field of Object.keys(messageLimits) as MessageField[]) {
    for (const missing of [undefined, null, '', ' \r\n ', 7, ['a']]) {
      const one = await sendMessage(backend.ports, form({ [field]: missing }), newAddress())
      expect(!one.ok && Object.keys(one.fields ?? {})).toEqual([field])
    }
  }
  expect(await storedMessages(backend)).toEqual([])
})

eachDatabase('field limits count code points', async (backend) => {
  for (const [field, limit] of Object.entries(messageLimits)) {
    if (field === 'email') continue
    expectOk(await sendMessage(backend.ports, form({ [field]: '🪑'.repeat(limit) }), newAddress()))
    const refusal = await sendMessage(backend.ports, form({ [field]: '🪑'.repeat(limit + 1) }), newAddress())
    expect(refusal).toMatchObject({ ok: false, fields: { [field]: expect.stringContaining('at most') } })
  }
  expect(await storedMessages(backend)).toHaveLength(4)
})

eachDatabase('an invalid e-mail address is refused with an error for its field', async (backend) => {
  const long = `${'a'.repeat(245)}@example.com`
  for (const email of [
    'ada',
    'ada@',
    '@example.com',
    'ada@-example.com',
    'a b@example.com',
    'ada@example.com, eve@example.com',
    'ada@example.com\nBcc: eve@example.com',
    long,
  ]) {
    const refusal = await sendMessage(backend.ports, form({ email }), newAddress())
    expect(!refusal.ok && Object.keys(refusal.fields ?? {})).toEqual(['email'])
  }
  expect(await storedMessages(backend)).toEqual([])
})

eachDatabase(
  'a line break in a single-line field becomes a space, since it may end up in an e-mail header',
  async (backend) => {
    expectOk(
      await sendMessage(
        backend.ports,
        form({
          subject: 'Shop\r\nBcc: eve@example.com\u2028X: y\u0085Z: z\u000bV: v\u0007',
          firstName: '\u001b Ada\nAugusta',
          lastName: 'King\t Lovelace',
        }),
        newAddress(),
      ),
    )
    const [row] = await storedMessages(backend)
    expect(row).toMatchObject({
      firstName: 'Ada Augusta',
      lastName: 'King Lovelace',
      subject: 'Shop Bcc: eve@example.com X: y Z: z V: v',
    })
    expect(await sendMessage(backend.ports, form({ subject: '\u0007\u0085' }), newAddress())).toMatchObject({
      fields: { subject: 'The subject is required.' },
    })
  },
)

eachDatabase('NUL is refused in every field', async (backend) => {
  for (const field of Object.keys(messageLimits)) {
    const refusal = await sendMessage(backend.ports, form({ [field]: 'a\0b' }), newAddress())
    expect(!refusal.ok && Object.keys(refusal.fields ?? {})).toEqual([field])
  }
  expect(await storedMessages(backend)).toEqual([])
})

eachDatabase('messages are listed newest first, and only for admins', async ({ ports, admin, advance }) => {
  for (const subject of ['first', 'second', 'third']) {
    expectOk(await sendMessage(ports, form({ subject }), newAddress()))
    advance(1_000)
  }
  expect(expectOk(await readAsAdmin(ports, admin, listMessages)).map((row) => row.subject)).toEqual([
    'third',
    'second',
    'first',
  ])
  expect(await readAsAdmin(ports, null, listMessages)).toMatchObject({ ok: false })
})

/** Why the newest message is quarantined; `null` if it is not. */
const quarantineReason = async ({ ports }: TestBackend) =>
  (
    await ports.db
      .selectFrom('contactSubmissions')
      .select('quarantined')
      .orderBy('createdAt', 'desc')
      .executeTakeFirstOrThrow()
  ).quarantined

eachDatabase('messages from bots are quarantined, those from people are not, and all are stored', async (backend) => {
  const { ports, advance } = backend
  const timestamp = ports.timestamps.sign(ports.now())
  const reasonFor = async (more: Record<string, unknown>) => {
    advance(1)
    expectOk(await sendMessage(ports, { ...form(), ...more }, newAddress()))
    return quarantineReason(backend)
  }
  advance(2_900)
  expect(await reasonFor({ [timestampField]: timestamp })).toBe('written too fast')
  advance(200)
  expect(await reasonFor({ [timestampField]: timestamp, [honeypotField]: '' })).toBeNull()
  expect(await reasonFor({ [timestampField]: timestamp, [honeypotField]: 'https://spam.example' })).toMatch(
    /hidden field/,
  )
  for (const forged of [
    '',
    '1',
    '0.x',
    timestamp.replace(/^\d/, '9'),
    timestamp.slice(0, -1),
    `${timestamp} `,
    ['a'],
    null,
    7,
    {},
  ]) {
    expect(await reasonFor({ [timestampField]: forged })).toBe('not sent from the form')
  }
  expect(await storedMessages(backend)).toHaveLength(13)
})

eachDatabase(
  'a client address may send five messages an hour; the sixth is refused, whatever it contains',
  async (backend) => {
    const { ports, advance } = backend
    for (let n = 0; n < 5; n++) expectOk(await sendMessage(ports, form(), 'here'))
    for (const input of [form(), {}]) {
      expect(await sendMessage(ports, input, 'here')).toMatchObject({ code: 'too-often', retryAfter: 3_600 })
    }
    expectOk(await sendMessage(ports, form(), 'there'))
    expect(await storedMessages(backend)).toHaveLength(6)
    advance(60 * 60_000)
    expectOk(await sendMessage(ports, form(), 'here'))
  },
)

eachDatabase('a flood from many client addresses is quarantined, not refused', async (backend) => {
  const { ports, advance } = backend
  const good = () => ({ ...form(), [timestampField]: ports.timestamps.sign(new Date(ports.now().getTime() - 60_000)) })
  for (let n = 0; n < 100; n++) expectOk(await sendMessage(ports, good(), newAddress()))
  advance(1)
  expect(await quarantineReason(backend)).toBeNull()
  expectOk(await sendMessage(ports, good(), newAddress()))
  expect(await quarantineReason(backend)).toBe('sent while the site received too many messages')
  expect(await storedMessages(backend)).toHaveLength(101)
})
