import type { Visitor } from './fixtures/visitor.ts'
import { expectAccessible } from './fixtures/checks/axe.ts'
import { expect, test } from './fixtures/test.ts'

const message = {
  'First name': 'Ada',
  'Last name': 'Byron',
  'E-mail': 'ada@example.com',
  Subject: 'A shop of 40 m²',
  Message: 'Hello,\n\nwould you look at our shop?',
} as const
type Label = keyof typeof message

const labels = Object.keys(message) as Label[]
const field = (person: Visitor, label: Label) => person.main.getByLabel(label, { exact: true })
const send = (person: Visitor) => person.main.getByRole('button', { name: 'Send', exact: true }).click()
const sent = (person: Visitor) => person.main.getByText('Message sent successfully!')
const timestamp = (person: Visitor) => person.main.locator('input[name=drawn]').inputValue()

async function fillMessage(person: Visitor): Promise<void> {
  for (const label of labels) await field(person, label).fill(message[label])
}

async function expectMessage(person: Visitor, texts: Partial<Record<Label, string>> = message): Promise<void> {
  for (const label of labels) await expect(field(person, label), label).toHaveValue(texts[label] ?? '')
}

test('opening the privacy notice or reloading keeps the typed message until it is sent', async ({ visitor }) => {
  await visitor.open('/contact')
  await fillMessage(visitor)
  const renderedAt = await timestamp(visitor)
  await visitor.link('Privacy notice').click()
  await expect(visitor.heading('Privacy')).toBeVisible()
  await visitor.goTo('Contact')
  await expectMessage(visitor)
  // A new timestamp would make the message look as if it had been written within seconds.
  expect(await timestamp(visitor)).toBe(renderedAt)
  await visitor.reload()
  await expectMessage(visitor)
  await send(visitor)
  await expect(sent(visitor)).toBeVisible()
  await visitor.open('/contact')
  await expectMessage(visitor, {})
  expect(visitor.site.sql('select message from contactSubmissions')).toEqual([{ message: message.Message }])
})

test('a message typed in one browser does not appear in another', async ({ visitor, other }) => {
  await visitor.open('/contact')
  await fillMessage(visitor)
  await other.open('/contact')
  await expectMessage(other, {})
})

test('a message that is too long shows its length, is kept in full and is not sent until it is shortened', async ({
  visitor,
}) => {
  await visitor.open('/contact')
  await fillMessage(visitor)
  const input = field(visitor, 'Message')
  await input.fill('🚪'.repeat(4_499))
  await expect(input).toHaveAccessibleDescription('')
  await input.press('End')
  await input.pressSequentially('!')
  await expect(input).toHaveAccessibleDescription('4,500 of 5,000 characters')
  await input.fill('🚪'.repeat(5_120))
  await expect(input).toHaveAccessibleDescription('5,120 of 5,000 characters This is 120 characters too long.')
  await expect(input).toHaveValue('🚪'.repeat(5_120))
  await expectAccessible(visitor.page)
  await send(visitor)
  await expect(input).toBeFocused()
  await visitor.reload()
  await expect(input).toHaveAccessibleDescription(/120 characters too long/)
  expect(visitor.site.sql('select id from contactSubmissions')).toEqual([])
  await input.fill('🚪'.repeat(5_000))
  await expect(input).not.toHaveAttribute('aria-invalid')
  await send(visitor)
  await expect(sent(visitor)).toBeVisible()
  expect(visitor.site.sql('select message from contactSubmissions')).toEqual([{ message: '🚪'.repeat(5_000) }])
})

test('focus goes to the first invalid field, and each error disappears when its field is corrected', async ({
  visitor,
}) => {
  await visitor.page.setViewportSize({ width: 390, height: 664 })
  await visitor.open('/contact')
  await fillMessage(visitor)
  await visitor.disableBrowserValidation()
  await field(visitor, 'Last name').fill(' ')
  await field(visitor, 'Subject').fill(' ')
  await send(visitor)
  await expect(visitor.alert).toHaveText('Failed to send message.')
  await expect(field(visitor, 'Last name')).toBeFocused()
  await expectBelowNavbar(visitor)
  await field(visitor, 'Last name').fill('Byron')
  await expect(field(visitor, 'Last name')).not.toHaveAttribute('aria-invalid')
  await expect(visitor.alert).toHaveCount(1)
  await field(visitor, 'Subject').fill('A shop')
  await expect(visitor.main.locator('[aria-invalid]')).toHaveCount(0)
  await expect(visitor.alert).toHaveCount(0)
  await send(visitor)
  await expect(sent(visitor)).toBeVisible()
})

test('a field that fails browser validation is not hidden under the navigation bar', async ({ visitor }) => {
  await visitor.page.setViewportSize({ width: 390, height: 664 })
  await visitor.open('/contact')
  await field(visitor, 'Message').fill('Hello')
  await send(visitor)
  await expect(field(visitor, 'First name')).toBeFocused()
  await expectBelowNavbar(visitor)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('focus goes to the first invalid field, and a text that is too long is kept in full', async ({ visitor }) => {
    await visitor.open('/contact')
    await fillMessage(visitor)
    await field(visitor, 'Message').fill('x'.repeat(5_120))
    await send(visitor)
    await expect(visitor.alert).toHaveText('Failed to send message.')
    await expect(field(visitor, 'Message')).toBeFocused()
    await expect(field(visitor, 'Message')).toHaveAccessibleDescription(/120 characters too long/)
    await expectMessage(visitor, { ...message, Message: 'x'.repeat(5_120) })
  })

  test('going back from the privacy notice restores the typed message', async ({ visitor }) => {
    await visitor.open('/contact')
    await fillMessage(visitor)
    await visitor.link('Privacy notice').click()
    await expect(visitor.heading('Privacy')).toBeVisible()
    await visitor.page.goBack()
    await expectMessage(visitor)
  })
})

async function expectBelowNavbar({ page }: Visitor): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(() => {
        const label = document.activeElement?.parentElement?.getBoundingClientRect()
        const navbar = document.querySelector('header')?.getBoundingClientRect()
        return (label?.top ?? 0) - (navbar?.bottom ?? 0)
      }),
    )
    .toBeGreaterThanOrEqual(0)
}
