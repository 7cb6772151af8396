import type { Locator } from '@playwright/test'
import type { Admin } from './fixtures/admin.ts'
import { expectAccessible } from './fixtures/checks/axe.ts'
import { nodeOfType, readStructuredData } from './fixtures/checks/structured-data.ts'
import { expect, test } from './fixtures/test.ts'

// The studio's own texts, edited on the pages that show them.

const saved = 'Saved. Visitors see it now.'

const edit = async (admin: Admin, name: string, label: string, text: string): Promise<Locator> => {
  await admin.page.getByRole('button', { name: `Edit ${name}`, exact: true }).click()
  const input = admin.main.getByLabel(label, { exact: true })
  await expect(input).toBeFocused()
  await input.fill(text)
  return input
}

const texts = [
  ['/', 'landing words', 'Words under the heading', 'Rooms & shops, drawn <by> hand.'],
  ['/', 'studio name', 'Studio’s name', 'Wren & Daughters'],
  ['/', 'city', 'City', 'Leeds'],
  ['/about', 'designer name', 'Designer’s name', 'Ada Wren'],
  ['/contact', 'phone', 'Phone', '+44 113 496 0000'],
  ['/contact', 'e-mail', 'E-mail', 'ada@wren.example'],
] as const

test('every text can be edited on its page, and the open page of a visitor shows it', async ({ admin, visitor }) => {
  for (const [path, name, label, text] of texts) {
    await admin.open(path)
    await visitor.open(path)
    // The contact form also has a field with this label.
    await admin.page.getByRole('button', { name: `Edit ${name}`, exact: true }).click()
    const input = admin.main.locator('.tool-editor').getByLabel(label, { exact: true })
    await expect(input).toBeFocused()
    await input.fill(text)
    await input.press('Enter')
    await expect(admin.main.getByText(saved, { exact: true }), name).toBeVisible()
    await expect(admin.page.getByRole('button', { name: `Edit ${name}`, exact: true })).toBeFocused()
    await expect(visitor.main.getByText(text).first(), name).toBeVisible()
  }
  await expect(visitor.page.getByRole('banner').getByText('Wren & Daughters')).toBeVisible()
  await expect(visitor.page.getByRole('contentinfo')).toContainText(/© \d{4} Wren & Daughters/)
  await visitor.open('/about')
  await expect(visitor.page).toHaveTitle('About — Wren & Daughters')
  await expect(visitor.main.getByRole('heading', { level: 2, name: 'Ada Wren' })).toBeVisible()
})

test('empty lines divide the biography into paragraphs', async ({ admin, visitor }) => {
  await visitor.open('/about')
  await admin.open('/about')
  await edit(admin, 'biography', 'Biography', 'One.\n\nTwo,\nstill two.\n\n\nThree.')
  await admin.page.keyboard.press('ControlOrMeta+Enter')
  await expect(visitor.main.getByRole('paragraph')).toHaveText(['One.', 'Two, still two.', 'Three.'])
  await admin.page.getByRole('button', { name: 'Edit biography' }).click()
  await admin.main.getByLabel('Biography').fill('')
  await admin.save()
  await expect(visitor.main.getByRole('paragraph')).toHaveCount(0)
  await expect(admin.main.getByText('Who you are, where you come from')).toBeVisible()
})

test('an invalid text is refused with an error at its field, and Escape closes the editor', async ({ admin, site }) => {
  await admin.open('/contact')
  await admin.page.getByRole('button', { name: 'Edit e-mail' }).click()
  const input = admin.main.locator('.tool-editor').getByLabel('E-mail')
  await input.fill('not an address')
  await admin.save()
  await expect(admin.alert).toHaveText('Failed to update the studio')
  await expect(input).toHaveAccessibleDescription('This is not a valid e-mail address.')
  await expectAccessible(admin.page)
  await input.press('Escape')
  await expect(admin.link('hello@studio.example')).toBeVisible()
  await expect(admin.page.getByRole('button', { name: 'Bring back my changes' })).toBeVisible()
  expect(site.sql(`select version from studioTexts where key = 'email'`)).toEqual([{ version: 1 }])
})

test('an admin who saves a text after another admin sees both versions; edits of different texts do not conflict', async ({
  admin,
  colleague,
  site,
}) => {
  await admin.open('/')
  await colleague.open('/')
  await edit(admin, 'city', 'City', 'Leeds')
  await edit(colleague, 'landing words', 'Words under the heading', 'Theirs.')
  await colleague.save()
  await expect(colleague.main.getByText(saved)).toBeVisible()
  await expect(admin.main.locator('.tool-editor').getByLabel('City')).toHaveValue('Leeds')
  await edit(colleague, 'city', 'City', 'York')
  await colleague.save()
  await expect(colleague.main.getByText('York', { exact: true })).toBeVisible()
  await admin.save()
  await expect(admin.alert).toHaveText('Failed to update the studio')
  await expect(admin.main.locator('.tool-other-version')).toHaveText('York')
  await admin.main.getByRole('button', { name: 'Overwrite with mine' }).click()
  await expect(colleague.main.getByText('Leeds', { exact: true })).toBeVisible()
  expect(site.sql(`select text, version from studioTexts where key = 'city'`)).toEqual([{ text: 'Leeds', version: 3 }])
})

test('the search description, country and time zone can be edited at /studio', async ({ admin, visitor, site }) => {
  await admin.open('/about')
  await admin.navigation('Studio').click()
  await admin.expectPath('/studio')
  await expect(admin.heading('Studio')).toBeVisible()
  await edit(admin, 'search description', 'Search description', 'Rooms by Ada Wren.')
  await admin.save()
  await expect(admin.main.getByText('Rooms by Ada Wren.', { exact: true })).toBeVisible()
  await admin.page.getByRole('button', { name: 'Edit country' }).click()
  await admin.main.getByLabel('Country').selectOption({ label: 'Ireland' })
  await admin.save()
  await expect(admin.main.getByText('Ireland', { exact: true })).toBeVisible()
  await admin.page.getByRole('button', { name: 'Edit time zone' }).click()
  await admin.main.getByLabel('Time zone').selectOption('Europe/Dublin')
  await admin.save()
  await expect(admin.main.getByText('Europe/Dublin', { exact: true })).toBeVisible()
  await expectAccessible(admin.page)

  await visitor.open('/')
  await expect(visitor.page.locator('meta[name=description]')).toHaveAttribute('content', 'Rooms by Ada Wren.')
  const studio = nodeOfType(await readStructuredData(visitor.page, site.origin), 'ProfessionalService')
  expect(studio['address']).toMatchObject({ addressLocality: 'Manchester', addressCountry: 'IE' })
})

test('the privacy notice contains the studio’s own paragraph', async ({ admin, visitor }) => {
  await visitor.open('/privacy')
  await expect(visitor.main.getByRole('heading', { name: 'What else' })).toHaveCount(0)
  await admin.open('/privacy')
  await edit(admin, 'privacy paragraph', 'Your own paragraph', 'Our accountant sees invoices.')
  await admin.save()
  await expect(visitor.main.getByText('Our accountant sees invoices.', { exact: true })).toBeVisible()
  await expect(visitor.main.getByText(/after 14 days without a visit, and after 30 days/)).toBeVisible()
})

test('visitors and users have no tools; /studio asks visitors to log in and refuses users', async ({
  visitor,
  user,
}) => {
  for (const person of [visitor, user]) {
    for (const path of ['/', '/about', '/values', '/contact', '/privacy']) {
      await person.open(path)
      await expect(person.page.getByRole('button', { name: /^(Edit|Add|Remove|Move)/ })).toHaveCount(0)
      await expect(person.main.locator('input[type=file]')).toHaveCount(0)
    }
    await expect(person.navigation('Studio')).toHaveCount(0)
  }
  await visitor.open('/studio')
  await visitor.link('Please log in first.').click()
  await expect(visitor.page).toHaveURL(/\/login\?next=%2Fstudio$/)
  const response = await user.page.goto(`${user.site.origin}/studio`)
  expect(response?.status()).toBe(403)
  await expect(user.main.getByText('This is only for admins of this site.')).toBeVisible()
})
