import { expect } from 'vitest'
import { changeAsAdmin } from '#portfolio/account/as-admin.ts'
import { eachDatabase } from '#testing/each-database.ts'
import { expectDone, type House } from '#testing/parts.ts'
import { readEnquiries } from './read.ts'
import { sendMessage } from './send.ts'
import { submissionLimits, type SubmissionField } from './submission.ts'

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
  expectDone(await sendMessage(house.parts, form()))
  expect(await kept(house)).toEqual([
    {
      id: expect.any(String),
      firstName: 'Ada',
      lastName: 'Lovelace',
      email: 'ada@example.com',
      subject: 'A shop',
      message: 'We have a shop.\n\nIt is empty.',
      createdAt: house.parts.now().toISOString(),
    },
  ])
  expect(house.heard).toEqual([])
})

eachDatabase('markup stays text, and what the form does not have is not kept', async (house) => {
  const message = '<script>alert(1)</script> "><img onerror=x> \u2028 {{7*7}}'
  expectDone(await sendMessage(house.parts, { ...form({ message }), id: 'mine', createdAt: '1999', role: 'Admin' }))
  const [row] = await kept(house)
  expect(row?.message).toBe(message)
  expect(row?.id).not.toBe('mine')
})

eachDatabase('every field is required, and each that is missing is named', async (house) => {
  const everyField = Object.keys(submissionLimits).sort()
  for (const wish of [{}, null, undefined, 'x', []]) {
    expect(await sendMessage(house.parts, wish)).toMatchObject({
      ok: false,
      why: 'wrong-value',
      message: 'Failed to send message.',
    })
  }
  const refusal = await sendMessage(house.parts, {})
  expect(Object.keys((!refusal.ok && refusal.fields) || {}).sort()).toEqual(everyField)
  for (const field of Object.keys(submissionLimits) as SubmissionField[]) {
    for (const missing of [undefined, null, '', ' \r\n ', 7, ['a']]) {
      const one = await sendMessage(house.parts, form({ [field]: missing }))
      expect(!one.ok && Object.keys(one.fields ?? {})).toEqual([field])
    }
  }
  expect(await kept(house)).toEqual([])
})

eachDatabase('each field may be as long as its limit, in characters, and no longer', async (house) => {
  for (const [field, limit] of Object.entries(submissionLimits)) {
    if (field === 'email') continue
    expectDone(await sendMessage(house.parts, form({ [field]: '🪑'.repeat(limit) })))
    const refusal = await sendMessage(house.parts, form({ [field]: '🪑'.repeat(limit + 1) }))
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
    'ada@example',
    'a b@example.com',
    'ada@example.com, eve@example.com',
    'ada@example.com\nBcc: eve@example.com',
    long,
  ]) {
    const refusal = await sendMessage(house.parts, form({ email }))
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
      ),
    )
    const [row] = await kept(house)
    expect(row).toMatchObject({
      firstName: 'Ada Augusta',
      lastName: 'King Lovelace',
      subject: 'Shop Bcc: eve@example.com X: y Z: z V: v',
    })
    expect(await sendMessage(house.parts, form({ subject: '\u0007\u0085' }))).toMatchObject({
      fields: { subject: 'The subject is required.' },
    })
  },
)

eachDatabase('NUL is refused in every field', async (house) => {
  for (const field of Object.keys(submissionLimits)) {
    const refusal = await sendMessage(house.parts, form({ [field]: 'a\0b' }))
    expect(!refusal.ok && Object.keys(refusal.fields ?? {})).toEqual([field])
  }
  expect(await kept(house)).toEqual([])
})

eachDatabase('the studio reads the newest message first', async ({ parts, admin, pass }) => {
  for (const subject of ['first', 'second', 'third']) {
    expectDone(await sendMessage(parts, form({ subject })))
    pass(1_000)
  }
  expect(expectDone(await changeAsAdmin(parts, admin, readEnquiries)).map((row) => row.subject)).toEqual([
    'third',
    'second',
    'first',
  ])
  expect(await changeAsAdmin(parts, null, readEnquiries)).toMatchObject({ ok: false })
})
