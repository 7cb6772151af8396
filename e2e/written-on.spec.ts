import type { Locator } from '@playwright/test'
import type { Admin } from './admin.ts'
import { carries } from './carrying.ts'
import { cutLine } from './faults.ts'
import { imageAt, imageNames } from './gallery.ts'
import { small } from './photographs.ts'
import { imagesOf, pathOf, projectNamed } from './rows.ts'
import { expect, test } from './stories.ts'

test.describe.configure({ timeout: 90_000 })

// What is written while something is saved is saved too, or cannot be written: it is never swept away.

const patient = { timeout: 40_000 }

test('a text that is written on while it is saved stays, and is saved with the next Save', async ({ admin, site }) => {
  await admin.opens(pathOf(site, 'Thrown'))
  await admin.rewrites('details', 'One sentence.')
  const letGo = await admin.holdsBack(/\.data/)
  await admin.editor('details').press('ControlOrMeta+Enter')
  await admin.editor('details').pressSequentially(' Another one.')
  await letGo()
  await expect.poll(() => projectNamed(site, 'Thrown').details).toBe('One sentence.')
  await expect(admin.page.getByRole('button', { name: 'Save', exact: true })).not.toHaveAttribute('aria-busy')
  await expect(admin.editor('details')).toHaveValue('One sentence. Another one.')
  await expect(admin.main.getByText('Saved.', { exact: true })).toHaveCount(0)

  await admin.saves()
  await expect(admin.main.getByText('Saved.', { exact: true })).toBeVisible()
  expect(projectNamed(site, 'Thrown').details).toBe('One sentence. Another one.')
  await expect(admin.page.getByRole('button', { name: 'Bring back my changes' })).toHaveCount(0)
})

test('the words of a picture are not written on while they are saved', async ({ admin, site }) => {
  await admin.opens(pathOf(site, 'Thrown'))
  await admin.page.getByRole('button', { name: 'Describe image 1', exact: true }).click()
  const words = admin.page.getByLabel('Alt text of image 1', { exact: true })
  await words.fill('A lamp.')
  const letGo = await admin.holdsBack(/\.data/)
  await words.press('Enter')
  await expect(words).not.toBeEditable()
  await letGo()
  await expect(imageAt(admin, 1).getByText('Saved.', { exact: true })).toBeVisible()
  await expect(words).toBeEditable()
})

test('the texts of a new project are not written on while it is saved', async ({ admin }) => {
  await admin.fillsIn({ name: 'Water Tower', details: 'A house.', cover: await small('c.jpg') })
  const fields = ['Project Name', 'Project Details', 'Alt text of c.jpg'].map((label) => admin.page.getByLabel(label))
  const letGo = await admin.holdsBack(/\/create\.data/)
  await admin.submits()
  for (const field of fields) await expect(field).not.toBeEditable()
  await letGo()
  await expect(admin.added('Water Tower')).toBeVisible()
  for (const field of fields.slice(0, 2)) await expect(field).toBeEditable()
})

test('a message is not written on while it is sent', async ({ visitor }) => {
  await visitor.opens('/contact')
  const fields = ['First name', 'Last name', 'E-mail', 'Subject', 'Message'].map((label) =>
    visitor.main.getByLabel(label, { exact: true }),
  )
  for (const field of fields) await field.fill('ada@example.com')
  const letGo = await visitor.holdsBack(/\/contact\.data/)
  await visitor.main.getByRole('button', { name: 'Send', exact: true }).click()
  for (const field of fields) await expect(field).not.toBeEditable()
  await letGo()
  await expect(visitor.main.getByRole('status')).toHaveText('Message sent successfully!')
  for (const field of fields) await expect(field).toBeEditable()
})

test('what is dropped while the pictures of a new project are sent belongs to it', async ({ admin, visitor }) => {
  await admin.fillsIn({ name: 'Water Tower', details: 'A house.', images: [await small('first.jpg')] })
  const letGo = await admin.holdsBack(/\/uploads/)
  await admin.submits()
  await expect(admin.main.getByText('Uploading Image...', { exact: true })).toBeVisible()
  expect(await carries(admin.page, 'drop', await small('second.jpg', { width: 80 }))).toBe(true)
  await expect(admin.page.getByLabel('Alt text of second.jpg')).toBeVisible()
  await letGo()
  await admin.added('Water Tower').click(patient)
  await expect(admin.heading('Water Tower')).toBeVisible()
  await visitor.opens(new URL(admin.page.url()).pathname)
  expect(await imageNames(visitor)).toHaveLength(2)
})

test('what is dropped while a new project is saved stays for the next', async ({ admin }) => {
  await admin.fillsIn({ name: 'Water Tower', details: 'A house.', images: [await small('first.jpg')] })
  const letGo = await admin.holdsBack(/\/create\.data/)
  await admin.submits()
  await expect(admin.page.getByLabel('Project Name')).not.toBeEditable()
  expect(await carries(admin.page, 'drop', await small('second.jpg', { width: 80 }))).toBe(true)
  await expect(admin.page.getByLabel('Alt text of second.jpg')).toBeVisible()
  await letGo()
  await expect(admin.added('Water Tower')).toBeVisible(patient)
  await expect(admin.page.getByLabel('Alt text of first.jpg')).toHaveCount(0)
  await expect(admin.page.getByLabel('Alt text of second.jpg')).toBeVisible()
})

for (const place of ['gallery', 'cover'] as const) {
  test(`words written while a picture is hung (${place}) are told when they cannot be saved, and kept`, async ({
    admin,
    site,
  }) => {
    await admin.opens(pathOf(site, 'Low Line'))
    const words = admin.page.getByLabel('Alt text of late.jpg', { exact: true })
    const letGo = await admin.holdsBack(/\.data/)
    await hangs(admin, place)
    await words.focus()
    await letGo()
    await expect.poll(() => altsOf(admin, place), patient).toContain('')
    const mend = await cutLine(admin.page, /\/projects\//)
    await words.pressSequentially('A lamp, lit')
    await words.blur()
    await expect(admin.alert).toHaveText('Failed to update project data')
    await expect(words).toHaveValue('A lamp, lit')
    await mend()
    expect(altsOf(admin, place)).toContain('')

    const again = admin.page.getByRole('button', { name: 'Try Again' })
    await again.focus()
    await again.press('Enter')
    await expect(words).toHaveCount(0)
    await expect.poll(() => altsOf(admin, place)).toContain('A lamp, lit')
    await expect(admin.alert).toHaveCount(0)
    await expect(focused(admin)).toHaveAccessibleName(place === 'cover' ? 'Replace cover photo' : 'Add Images')
  })
}

async function hangs(admin: Admin, place: 'gallery' | 'cover'): Promise<void> {
  if (place === 'cover') return admin.replacesCover(await small('late.jpg'))
  await admin.chooses(await small('late.jpg'))
  await admin.page.getByRole('button', { name: 'Add Images' }).press('Enter')
}

function altsOf({ site }: Admin, place: 'gallery' | 'cover'): string[] {
  if (place === 'gallery') return imagesOf(site, 'Low Line').map(({ alt }) => alt)
  const { id } = projectNamed(site, 'Low Line')
  const covers = `select alt from photos where projectId = ? and place = 'cover' and deletedAt is null`
  return site.sql<{ alt: string }>(covers, id).map(({ alt }) => alt)
}

function focused({ page }: Admin): Locator {
  return page.locator(':focus')
}
