import type { Visitor } from './people.ts'
import { expect, test } from './stories.ts'

const message = {
  firstName: 'Ada',
  lastName: 'O’Brien-Łukasz',
  email: 'ada@example.com',
  subject: 'A shop of 40 m²',
  message: 'Hello,\n\nwould you look at <b>our shop</b> & tell us what it "wants"?\n\nAda 🚪',
} as const
type Name = keyof typeof message

const labels: Record<Name, string> = {
  firstName: 'First name',
  lastName: 'Last name',
  email: 'E-mail',
  subject: 'Subject',
  message: 'Message',
}
const names = Object.keys(labels) as Name[]
const field = (person: Visitor, name: Name) => person.main.getByLabel(labels[name], { exact: true })
const rowsOf = (person: Visitor) => person.site.sql(`select ${names.join(', ')} from contactSubmissions`)

async function writes(person: Visitor, changed: Partial<Record<Name, string>> = {}): Promise<void> {
  for (const name of names) await field(person, name).fill(changed[name] ?? message[name])
}

async function sends(person: Visitor): Promise<void> {
  await person.main.getByRole('button', { name: 'Send', exact: true }).click()
}

async function holds(person: Visitor, text: Record<Name, string>): Promise<void> {
  for (const name of names) await expect(field(person, name), name).toHaveValue(text[name])
}

const nothing = Object.fromEntries(names.map((name) => [name, ''])) as Record<Name, string>

test('a message is kept with all its fields, said to be sent, and the form is cleared', async ({ visitor }) => {
  await visitor.opens('/contact')
  await writes(visitor)
  await sends(visitor)
  await expect(visitor.main.getByRole('status')).toHaveText('Message sent successfully!')
  await holds(visitor, nothing)
  expect(rowsOf(visitor)).toEqual([message])
  await expect(visitor.alert).toHaveCount(0)
  expect(await visitor.site.owner('enquiries')).toContain(message.subject)
})

test('a second message can follow the first', async ({ visitor }) => {
  await visitor.opens('/contact')
  for (const subject of ['One', 'Two']) {
    await writes(visitor, { subject })
    await sends(visitor)
    await expect.poll(() => rowsOf(visitor)).toContainEqual({ ...message, subject })
    await holds(visitor, nothing)
  }
  expect(rowsOf(visitor)).toHaveLength(2)
})

test('while a message is sent, its button waits', async ({ visitor }) => {
  await visitor.opens('/contact')
  await writes(visitor)
  const letGo = await visitor.holdsBack(/\/contact\.data/)
  await sends(visitor)
  await expect(visitor.main.getByRole('button', { name: 'Loading' })).toBeDisabled()
  await letGo()
  await expect(visitor.main.getByRole('status')).toHaveText('Message sent successfully!')
  expect(rowsOf(visitor)).toHaveLength(1)
})

test('a message that cannot be stored fails in words, and stays in the form', async ({ visitor, site }) => {
  await visitor.opens('/contact')
  await writes(visitor)
  const letGo = site.holdWriteLock()
  await sends(visitor)
  await expect(visitor.alert).toHaveText('Failed to send message.', { timeout: 20_000 })
  letGo()
  await holds(visitor, message)
  expect(rowsOf(visitor)).toEqual([])
  await sends(visitor)
  await expect(visitor.main.getByRole('status')).toHaveText('Message sent successfully!')
  await expect(visitor.alert).toHaveCount(0)
  expect(rowsOf(visitor)).toEqual([message])
})

test('a message fails in words when the line is cut, and stays in the form', async ({ visitor }) => {
  await visitor.opens('/contact')
  await writes(visitor)
  await visitor.page.context().setOffline(true)
  await sends(visitor)
  await expect(visitor.alert).toHaveText('Failed to send message.')
  await holds(visitor, message)
  await visitor.page.context().setOffline(false)
  await sends(visitor)
  await expect(visitor.main.getByRole('status')).toHaveText('Message sent successfully!')
  expect(rowsOf(visitor)).toEqual([message])
})

test('a message fails in words when the site hangs up', async ({ visitor }) => {
  await visitor.opens('/contact')
  await writes(visitor)
  await visitor.page.route(/\/contact\.data/, (route) => route.abort('connectionreset'))
  await sends(visitor)
  await expect(visitor.alert).toHaveText('Failed to send message.')
  await holds(visitor, message)
})

for (const name of names) {
  test(`${labels[name]} is required: the browser asks for it, and so does the site`, async ({ visitor }) => {
    await visitor.opens('/contact')
    await writes(visitor, { [name]: '' })
    await sends(visitor)
    await expect(field(visitor, name)).toBeFocused()
    expect(await field(visitor, name).evaluate((input: HTMLInputElement) => input.validity.valueMissing)).toBe(true)

    await visitor.ignoresTheBrowser()
    for (const text of ['', '   ']) {
      await field(visitor, name).fill(text)
      await sends(visitor)
      await expect(visitor.alert).toHaveText('Failed to send message.')
      await expect(field(visitor, name)).toHaveAccessibleDescription(/is required/)
      await expect(field(visitor, name)).toHaveAttribute('aria-invalid', 'true')
    }
    await expect(visitor.main.locator('[aria-invalid]')).toHaveCount(1)
    await expect(field(visitor, name === 'subject' ? 'message' : 'subject')).not.toHaveValue('')
    expect(rowsOf(visitor)).toEqual([])
  })
}

test('an e-mail address without its form is refused by the browser, and by the site in words', async ({ visitor }) => {
  await visitor.opens('/contact')
  await expect(field(visitor, 'email')).toHaveAttribute('type', 'email')
  await writes(visitor, { email: 'ada.example.com' })
  await sends(visitor)
  expect(await field(visitor, 'email').evaluate((input: HTMLInputElement) => input.validity.typeMismatch)).toBe(true)
  await visitor.ignoresTheBrowser()
  for (const email of [
    'ada.example.com',
    'ada@',
    '@example.com',
    'a b@example.com',
    'ada@example.com, eve@example.com',
  ]) {
    await field(visitor, 'email').evaluate((input: HTMLInputElement) => (input.type = 'text'))
    await field(visitor, 'email').fill(email)
    await sends(visitor)
    await expect(field(visitor, 'email'), email).toHaveAccessibleDescription('This is not a valid e-mail address.')
    await expect(visitor.alert).toHaveText('Failed to send message.')
  }
  expect(rowsOf(visitor)).toEqual([])
})

test('every address that the browser lets pass is taken', async ({ visitor }) => {
  const emails = ['ann&bob@example.com', 'info@xn--e1afmkfd.xn--p1ai', 'ada@intranet']
  await visitor.opens('/contact')
  for (const [before, email] of emails.entries()) {
    await writes(visitor, { email })
    await sends(visitor)
    await expect.poll(() => rowsOf(visitor).length).toBe(before + 1)
  }
  expect(visitor.site.sql('select email from contactSubmissions order by email')).toEqual(
    emails.toSorted().map((email) => ({ email })),
  )
})

test('whoever writes requests by hand is told the same, under status 422', async ({ visitor, site }) => {
  for (const path of ['/contact', '/Contact', '/contact.data']) {
    const answer = await visitor.page.request.post(site.origin + path, {
      headers: { Origin: site.origin },
      form: { ...message, email: 'nowhere', subject: '' },
    })
    expect(answer.status(), path).toBe(422)
    const text = await answer.text()
    expect(text).toContain('This is not a valid e-mail address.')
    expect(text).toContain('The subject is required.')
  }
  expect(rowsOf(visitor)).toEqual([])
})

test('what does not fit is refused with its limit, and nothing is cut off', async ({ visitor, site }) => {
  for (const [name, most] of [
    ['firstName', 100],
    ['lastName', 100],
    ['subject', 200],
    ['message', 5_000],
  ] as const) {
    for (const [length, status] of [
      [most + 1, 422],
      [most, 200],
    ] as const) {
      const answer = await visitor.page.request.post(`${site.origin}/contact`, {
        headers: { Origin: site.origin },
        form: { ...message, [name]: '🚪'.repeat(length) },
      })
      expect(answer.status(), `${name} ${length}`).toBe(status)
    }
    expect(rowsOf(visitor)).toContainEqual({ ...message, [name]: '🚪'.repeat(most) })
  }
  expect(rowsOf(visitor)).toHaveLength(4)
})

test('the page names city, phone, e-mail and a social link, and leads to the privacy notice', async ({ visitor }) => {
  await visitor.opens('/contact')
  await expect(visitor.main.getByText('Manchester', { exact: true })).toBeVisible()
  await expect(visitor.link('+44 161 496 0000')).toHaveAttribute('href', 'tel:+441614960000')
  await expect(visitor.link('hello@studio.example')).toHaveAttribute('href', 'mailto:hello@studio.example')
  await expect(visitor.link('Instagram')).toHaveAttribute('href', /^https:\/\/www\.instagram\.com\//)
  await visitor.main.getByRole('link', { name: /privacy/i }).click()
  await expect(visitor.heading('Privacy')).toBeVisible()
  for (const words of [/12 months/, /legitimate interest/, /Information Commissioner/]) {
    await expect(visitor.main.getByText(words).first()).toBeVisible()
  }
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a message is sent', async ({ visitor }) => {
    await visitor.opens('/contact')
    await writes(visitor)
    await sends(visitor)
    await expect(visitor.main.getByRole('status')).toHaveText('Message sent successfully!')
    await holds(visitor, nothing)
    expect(rowsOf(visitor)).toEqual([message])
  })

  for (const [width, height] of [
    [360, 740],
    [768, 1024],
    [1440, 900],
  ] as const) {
    test(`the answer is in sight where the page begins, ${width} px wide`, async ({ visitor }) => {
      await visitor.page.setViewportSize({ width, height })
      await visitor.opens('/contact')
      await visitor.ignoresTheBrowser()
      for (const email of ['nowhere', message.email]) {
        await writes(visitor, { email })
        await sends(visitor)
        const told = email === 'nowhere' ? visitor.alert : visitor.main.getByText('Message sent successfully!')
        await expect(told).toBeInViewport({ ratio: 1 })
      }
    })
  }

  test('a message that is refused stays in the form, with the sentences at its fields', async ({ visitor }) => {
    await visitor.opens('/contact')
    await visitor.ignoresTheBrowser()
    await writes(visitor, { email: 'nowhere' })
    await sends(visitor)
    await expect(visitor.alert).toHaveText('Failed to send message.')
    await expect(field(visitor, 'email')).toHaveAccessibleDescription('This is not a valid e-mail address.')
    await holds(visitor, { ...message, email: 'nowhere' })
    expect(rowsOf(visitor)).toEqual([])
  })
})
