import { expect } from 'vitest'
import { changeAsAdmin } from '#portfolio/account/as-admin.ts'
import { eachDatabase } from '#testing/each-database.ts'
import { expectDone, type House } from '#testing/parts.ts'
import { readEnquiries } from './read.ts'
import { sendMessage } from './send.ts'
import { drawn, submissionLimits, trap, type SubmissionField } from './submission.ts'

let addresses = 0
const somewhere = () => `2001:db8:${(addresses += 1).toString(16)}::/64`

const form = (more: Partial<Record<SubmissionField, unknown>> = {}) => ({
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.com',
  subject: 'A shop',
  message: 'We have a shop.\r\n\r\nIt is empty.',
  ...more,
})

const kept = ({ parts }: House) => parts.db.selectFrom('contactSubmissions').selectAll().execute()

eachDatabase('a message is kept as it was written, with the moment', async (house) => {
  expectDone(await sendMessage(house.parts, form(), somewhere()))
  expect(await kept(house)).toEqual([
    {
      id: expect.any(String),
      firstName: 'Ada',
      lastName: 'Lovelace',
      email: 'ada@example.com',
      subject: 'A shop',
      message: 'We have a shop.\n\nIt is empty.',
      createdAt: house.parts.now().toISOString(),
      quarantined: 'not sent from the form',
    },
  ])
  expect(house.heard).toEqual([])
})

eachDatabase('markup stays text, and what the form does not have is not kept', async (house) => {
  const message = '<script>alert(1)</script> "><img onerror=x> \u2028 {{7*7}}'
  expectDone(
    await sendMessage(house.parts, { ...form({ message }), id: 'mine', createdAt: '1999', role: 'Admin' }, somewhere()),
  )
  const [row] = await kept(house)
  expect(row?.message).toBe(message)
  expect(row?.id).not.toBe('mine')
})

eachDatabase('every field is required, and each that is missing is named', async (house) => {
  const everyField = Object.keys(submissionLimits).sort()
  for (const wish of [{}, null, undefined, 'x', []]) {
    expect(await sendMessage(house.parts, wish, somewhere())).toMatchObject({
      ok: false,
      why: 'wrong-value',
      message: 'Failed to send message.',
    })
  }
  const refusal = await sendMessage(house.parts, {}, somewhere())
  expect(Object.keys((!refusal.ok && refusal.fields) || {}).sort()).toEqual(everyField)
  for (const field of Object.keys(submissionLimits) as SubmissionField[]) {
    for (const missing of [undefined, null, '', ' \r\n ', 7, ['a']]) {
      const one = await sendMessage(house.parts, form({ [field]: missing }), somewhere())
      expect(!one.ok && Object.keys(one.fields ?? {})).toEqual([field])
    }
  }
  expect(await kept(house)).toEqual([])
})

eachDatabase('each field may be as long as its limit, in characters, and no longer', async (house) => {
  for (const [field, limit] of Object.entries(submissionLimits)) {
    if (field === 'email') continue
    expectDone(await sendMessage(house.parts, form({ [field]: '🪑'.repeat(limit) }), somewhere()))
    const refusal = await sendMessage(house.parts, form({ [field]: '🪑'.repeat(limit + 1) }), somewhere())
    expect(refusal).toMatchObject({ ok: false, fields: { [field]: expect.stringContaining('at most') } })
  }
  expect(await kept(house)).toHaveLength(4)
})

eachDatabase('what is no e-mail address is refused at its field', async (house) => {
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
    const refusal = await sendMessage(house.parts, form({ email }), somewhere())
    expect(!refusal.ok && Object.keys(refusal.fields ?? {})).toEqual(['email'])
  }
  expect(await kept(house)).toEqual([])
})

eachDatabase(
  'a line break in a field of one line becomes a space: it may end up in the head of a mail',
  async (house) => {
    expectDone(
      await sendMessage(
        house.parts,
        form({
          subject: 'Shop\r\nBcc: eve@example.com\u2028X: y\u0085Z: z\u000bV: v\u0007',
          firstName: '\u001b Ada\nAugusta',
          lastName: 'King\t Lovelace',
        }),
        somewhere(),
      ),
    )
    const [row] = await kept(house)
    expect(row).toMatchObject({
      firstName: 'Ada Augusta',
      lastName: 'King Lovelace',
      subject: 'Shop Bcc: eve@example.com X: y Z: z V: v',
    })
    expect(await sendMessage(house.parts, form({ subject: '\u0007\u0085' }), somewhere())).toMatchObject({
      fields: { subject: 'The subject is required.' },
    })
  },
)

eachDatabase('NUL is refused in every field', async (house) => {
  for (const field of Object.keys(submissionLimits)) {
    const refusal = await sendMessage(house.parts, form({ [field]: 'a\0b' }), somewhere())
    expect(!refusal.ok && Object.keys(refusal.fields ?? {})).toEqual([field])
  }
  expect(await kept(house)).toEqual([])
})

eachDatabase('the studio reads the newest message first', async ({ parts, admin, pass }) => {
  for (const subject of ['first', 'second', 'third']) {
    expectDone(await sendMessage(parts, form({ subject }), somewhere()))
    pass(1_000)
  }
  expect(expectDone(await changeAsAdmin(parts, admin, readEnquiries)).map((row) => row.subject)).toEqual([
    'third',
    'second',
    'first',
  ])
  expect(await changeAsAdmin(parts, null, readEnquiries)).toMatchObject({ ok: false })
})

/** Why the last message was put apart. */
const verdict = async ({ parts }: House) =>
  (
    await parts.db
      .selectFrom('contactSubmissions')
      .select('quarantined')
      .orderBy('createdAt', 'desc')
      .executeTakeFirstOrThrow()
  ).quarantined

eachDatabase('what a person wrote is not put apart, what a machine wrote is, and all of it is kept', async (house) => {
  const { parts, pass } = house
  const stamp = parts.stamps.make(parts.now())
  const sends = async (more: Record<string, unknown>) => {
    pass(1)
    expectDone(await sendMessage(parts, { ...form(), ...more }, somewhere()))
    return verdict(house)
  }
  pass(2_900)
  expect(await sends({ [drawn]: stamp })).toBe('written too fast')
  pass(200)
  expect(await sends({ [drawn]: stamp, [trap]: '' })).toBeNull()
  expect(await sends({ [drawn]: stamp, [trap]: 'https://spam.example' })).toMatch(/nobody sees/)
  for (const forged of [
    '',
    '1',
    '0.x',
    stamp.replace(/^\d/, '9'),
    stamp.slice(0, -1),
    `${stamp} `,
    ['a'],
    null,
    7,
    {},
  ]) {
    expect(await sends({ [drawn]: forged })).toBe('not sent from the form')
  }
  expect(await kept(house)).toHaveLength(13)
})

eachDatabase('five messages an hour from one address, whatever is in the sixth', async (house) => {
  const { parts, pass } = house
  for (let n = 0; n < 5; n++) expectDone(await sendMessage(parts, form(), 'here'))
  for (const wish of [form(), {}]) {
    expect(await sendMessage(parts, wish, 'here')).toMatchObject({ why: 'too-often', retryAfter: 3_600 })
  }
  expectDone(await sendMessage(parts, form(), 'there'))
  expect(await kept(house)).toHaveLength(6)
  pass(60 * 60_000)
  expectDone(await sendMessage(parts, form(), 'here'))
})

eachDatabase('a flood from everywhere is kept apart, and refuses nobody', async (house) => {
  const { parts, pass } = house
  const good = () => ({ ...form(), [drawn]: parts.stamps.make(new Date(parts.now().getTime() - 60_000)) })
  for (let n = 0; n < 100; n++) expectDone(await sendMessage(parts, good(), somewhere()))
  pass(1)
  expect(await verdict(house)).toBeNull()
  expectDone(await sendMessage(parts, good(), somewhere()))
  expect(await verdict(house)).toBe('one of very many')
  expect(await kept(house)).toHaveLength(101)
})
