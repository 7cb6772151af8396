import type { Visitor } from './fixtures/visitor.ts'
import { expect, test } from './fixtures/test.ts'

const message = {
  firstName: 'Ada',
  lastName: 'O’Brien-Łukasz',
  email: 'ada@example.com',
  subject: 'A shop of 40 m²',
  message: 'Hello,\n\nwould you look at <b>our shop</b> & tell us what it "wants"?\n\nAda 🚪',
} as const
type FieldName = keyof typeof message

const labels: Record<FieldName, string> = {
  firstName: 'First name',
  lastName: 'Last name',
  email: 'E-mail',
  subject: 'Subject',
  message: 'Message',
}
const fieldNames = Object.keys(labels) as FieldName[]
const field = (person: Visitor, name: FieldName) => person.main.getByLabel(labels[name], { exact: true })
const rowsOf = (person: Visitor) => person.site.sql(`select ${fieldNames.join(', ')} from contactSubmissions`)

async function fillMessage(person: Visitor, changed: Partial<Record<FieldName, string>> = {}): Promise<void> {
  for (const name of fieldNames) await field(person, name).fill(changed[name] ?? message[name])
}

async function send(person: Visitor): Promise<void> {
  await person.main.getByRole('button', { name: 'Send', exact: true }).click()
}

async function expectFields(person: Visitor, values: Record<FieldName, string>): Promise<void> {
  for (const name of fieldNames) await expect(field(person, name), name).toHaveValue(values[name])
}

const emptyFields = Object.fromEntries(fieldNames.map((name) => [name, ''])) as Record<FieldName, string>

test('sending a message stores all its fields, confirms it and clears the form', async ({ visitor }) => {
  await visitor.open('/contact')
  await fillMessage(visitor)
  await send(visitor)
  await expect(visitor.main.getByRole('status')).toHaveText('Message sent successfully!')
  await expectFields(visitor, emptyFields)
  expect(rowsOf(visitor)).toEqual([message])
  await expect(visitor.alert).toHaveCount(0)
  expect(await visitor.site.runAdminCommand('enquiries')).toContain(message.subject)
})

test('the confirmation stays when an admin edits the page', async ({ visitor, admin }) => {
  await visitor.open('/contact')
  await fillMessage(visitor)
  await send(visitor)
  await expect(visitor.main.getByRole('status')).toHaveText('Message sent successfully!')
  await admin.open('/contact')
  await admin.page.getByRole('button', { name: 'Edit city', exact: true }).click()
  const city = admin.main.locator('.tool-editor').getByLabel('City', { exact: true })
  await city.fill('Leeds')
  await city.press('Enter')
  await expect(visitor.main.getByText('Leeds')).toBeVisible()
  await expect(visitor.main.getByRole('status')).toHaveText('Message sent successfully!')
})

test('a second message can be sent after the first', async ({ visitor }) => {
  await visitor.open('/contact')
  for (const subject of ['One', 'Two']) {
    await fillMessage(visitor, { subject })
    await send(visitor)
    await expect.poll(() => rowsOf(visitor)).toContainEqual({ ...message, subject })
    await expectFields(visitor, emptyFields)
  }
  expect(rowsOf(visitor)).toHaveLength(2)
})

test('the Send button is disabled while a message is being sent', async ({ visitor }) => {
  await visitor.open('/contact')
  await fillMessage(visitor)
  const release = await visitor.holdRequests(/\/contact\.data/)
  await send(visitor)
  await expect(visitor.main.getByRole('button', { name: 'Loading' })).toBeDisabled()
  await release()
  await expect(visitor.main.getByRole('status')).toHaveText('Message sent successfully!')
  expect(rowsOf(visitor)).toHaveLength(1)
})

test('if a message cannot be stored, an error is shown and the form keeps the message', async ({ visitor, site }) => {
  await visitor.open('/contact')
  await fillMessage(visitor)
  const release = site.holdWriteLock()
  await send(visitor)
  await expect(visitor.alert).toHaveText('Failed to send message.')
  release()
  await expectFields(visitor, message)
  expect(rowsOf(visitor)).toEqual([])
  await send(visitor)
  await expect(visitor.main.getByRole('status')).toHaveText('Message sent successfully!')
  await expect(visitor.alert).toHaveCount(0)
  expect(rowsOf(visitor)).toEqual([message])
})

test('without a connection, sending shows an error and the form keeps the message', async ({ visitor }) => {
  await visitor.open('/contact')
  await fillMessage(visitor)
  await visitor.page.context().setOffline(true)
  await send(visitor)
  await expect(visitor.alert).toHaveText('Failed to send message.')
  await expectFields(visitor, message)
  await visitor.page.context().setOffline(false)
  await send(visitor)
  await expect(visitor.main.getByRole('status')).toHaveText('Message sent successfully!')
  expect(rowsOf(visitor)).toEqual([message])
})

test('sending shows an error when the server resets the connection', async ({ visitor }) => {
  await visitor.open('/contact')
  await fillMessage(visitor)
  await visitor.page.route(/\/contact\.data/, (route) => route.abort('connectionreset'))
  await send(visitor)
  await expect(visitor.alert).toHaveText('Failed to send message.')
  await expectFields(visitor, message)
})

for (const name of fieldNames) {
  test(`${labels[name]} is required by the browser and by the server`, async ({ visitor }) => {
    await visitor.open('/contact')
    await fillMessage(visitor, { [name]: '' })
    await send(visitor)
    await expect(field(visitor, name)).toBeFocused()
    expect(await field(visitor, name).evaluate((input: HTMLInputElement) => input.validity.valueMissing)).toBe(true)

    await visitor.disableBrowserValidation()
    for (const text of ['', '   ']) {
      await field(visitor, name).fill(text)
      const responded = visitor.page.waitForResponse((response) => response.request().method() === 'POST')
      await send(visitor)
      // Until then, the errors of the last submission may be shown.
      await (await responded).finished()
      await expect(visitor.main.getByRole('button', { name: 'Send', exact: true })).toBeEnabled()
      await expect(visitor.alert).toHaveText('Failed to send message.')
      await expect(field(visitor, name)).toHaveAccessibleDescription(/is required/)
      await expect(field(visitor, name)).toHaveAttribute('aria-invalid', 'true')
    }
    await expect(visitor.main.locator('[aria-invalid]')).toHaveCount(1)
    await expect(field(visitor, name === 'subject' ? 'message' : 'subject')).not.toHaveValue('')
    expect(rowsOf(visitor)).toEqual([])
  })
}

test('an invalid e-mail address is refused by the browser, and by the server with an error', async ({ visitor }) => {
  await visitor.open('/contact')
  await expect(field(visitor, 'email')).toHaveAttribute('type', 'email')
  await fillMessage(visitor, { email: 'ada.example.com' })
  await send(visitor)
  expect(await field(visitor, 'email').evaluate((input: HTMLInputElement) => input.validity.typeMismatch)).toBe(true)
  await visitor.disableBrowserValidation()
  for (const email of [
    'ada.example.com',
    'ada@',
    '@example.com',
    'a b@example.com',
    'ada@example.com, eve@example.com',
  ]) {
    await field(visitor, 'email').evaluate((input: HTMLInputElement) => (input.type = 'text'))
    await field(visitor, 'email').fill(email)
    // The errors of the last submission have gone, so the next ones are about this address.
    await expect(visitor.alert).toHaveCount(0)
    await send(visitor)
    await expect(field(visitor, 'email'), email).toHaveAccessibleDescription('This is not a valid e-mail address.')
    await expect(visitor.alert).toHaveText('Failed to send message.')
  }
  expect(rowsOf(visitor)).toEqual([])
})

test('unusual e-mail addresses that the browser accepts are stored', async ({ visitor }) => {
  const emails = ['ann&bob@example.com', 'info@xn--e1afmkfd.xn--p1ai', 'ada@intranet']
  await visitor.open('/contact')
  for (const [index, email] of emails.entries()) {
    await fillMessage(visitor, { email })
    await send(visitor)
    await expect.poll(() => rowsOf(visitor).length).toBe(index + 1)
    await expectFields(visitor, emptyFields)
  }
  expect(visitor.site.sql('select email from contactSubmissions order by email')).toEqual(
    emails.toSorted().map((email) => ({ email })),
  )
})

test('a POST request sent without the browser’s form gets the same errors with status 422', async ({
  visitor,
  site,
}) => {
  for (const path of ['/contact', '/Contact', '/contact.data']) {
    const response = await visitor.page.request.post(site.origin + path, {
      headers: { Origin: site.origin },
      form: { ...message, email: 'nowhere', subject: '' },
    })
    expect(response.status(), path).toBe(422)
    const text = await response.text()
    expect(text).toContain('This is not a valid e-mail address.')
    expect(text).toContain('The subject is required.')
  }
  expect(rowsOf(visitor)).toEqual([])
})

test('a value longer than its limit is refused, and one at the limit is stored in full', async ({ visitor, site }) => {
  for (const [name, maxLength] of [
    ['firstName', 100],
    ['lastName', 100],
    ['subject', 200],
    ['message', 5_000],
  ] as const) {
    for (const [length, status] of [
      [maxLength + 1, 422],
      [maxLength, 200],
    ] as const) {
      const response = await visitor.page.request.post(`${site.origin}/contact`, {
        headers: { Origin: site.origin },
        form: { ...message, [name]: '🚪'.repeat(length) },
      })
      expect(response.status(), `${name} ${length}`).toBe(status)
    }
    expect(rowsOf(visitor)).toContainEqual({ ...message, [name]: '🚪'.repeat(maxLength) })
  }
  expect(rowsOf(visitor)).toHaveLength(4)
})

test('the privacy notice lists what the site stores, and mentions no e-mails if there is no mail server', async ({
  visitor,
}) => {
  await visitor.open('/privacy')
  for (const text of [
    'When we invite you to one, or you change your address, we keep the new address until it is confirmed.',
    'An address that is not confirmed: two weeks at most.',
    'remembers that somebody at the studio has hidden the editing tools.',
    'What you type into the contact form stays in its tab until it is sent.',
  ])
    await expect(visitor.main.getByText(text)).toBeVisible()
  for (const text of ['When this site sends an e-mail', 'E-mails: '])
    await expect(visitor.main.getByText(text)).toHaveCount(0)
})

test('the page shows city, phone, e-mail and a social link, and links to the privacy notice', async ({ visitor }) => {
  await visitor.open('/contact')
  await expect(visitor.main.getByText('Manchester', { exact: true })).toBeVisible()
  await expect(visitor.link('+44 161 496 0000')).toHaveAttribute('href', 'tel:+441614960000')
  await expect(visitor.link('hello@studio.example')).toHaveAttribute('href', 'mailto:hello@studio.example')
  await expect(visitor.link('Instagram')).toHaveAttribute('href', /^https:\/\/www\.instagram\.com\//)
  await visitor.main.getByRole('link', { name: /privacy/i }).click()
  await expect(visitor.heading('Privacy')).toBeVisible()
  for (const phrase of [/12 months/, /legitimate interest/, /Information Commissioner/]) {
    await expect(visitor.main.getByText(phrase).first()).toBeVisible()
  }
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a message is sent', async ({ visitor }) => {
    await visitor.open('/contact')
    await fillMessage(visitor)
    await send(visitor)
    await expect(visitor.main.getByRole('status')).toHaveText('Message sent successfully!')
    await expectFields(visitor, emptyFields)
    expect(rowsOf(visitor)).toEqual([message])
  })

  for (const [width, height] of [
    [360, 740],
    [768, 1024],
    [1440, 900],
  ] as const) {
    test(`the result is visible without scrolling at ${width} px`, async ({ visitor }) => {
      await visitor.page.setViewportSize({ width, height })
      await visitor.open('/contact')
      await visitor.disableBrowserValidation()
      for (const email of ['nowhere', message.email]) {
        await fillMessage(visitor, { email })
        await send(visitor)
        const result = email === 'nowhere' ? visitor.alert : visitor.main.getByText('Message sent successfully!')
        await expect(result).toBeInViewport({ ratio: 1 })
      }
    })
  }

  test('the form keeps a refused message and shows the errors at its fields', async ({ visitor }) => {
    await visitor.open('/contact')
    await visitor.disableBrowserValidation()
    await fillMessage(visitor, { email: 'nowhere' })
    await send(visitor)
    await expect(visitor.alert).toHaveText('Failed to send message.')
    await expect(field(visitor, 'email')).toHaveAccessibleDescription('This is not a valid e-mail address.')
    await expectFields(visitor, { ...message, email: 'nowhere' })
    expect(rowsOf(visitor)).toEqual([])
  })
})
