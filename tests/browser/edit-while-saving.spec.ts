import type { Locator } from '@playwright/test'
import type { Admin } from './fixtures/admin.ts'
import { dispatchFileEvent } from './fixtures/drop-and-paste.ts'
import { abortWrites } from './fixtures/network/fault-injection.ts'
import { imageAt, imageNames } from './fixtures/gallery.ts'
import { smallImage } from './fixtures/chosen-files.ts'
import { imagesOf, pathOf, projectNamed } from '#tests/support/site/site-rows.ts'
import { expect, test } from './fixtures/test.ts'

// Text typed during a save is kept, or its field is read-only until the save has finished.

test('text typed during a save is kept, and the next Save stores it', async ({ admin, site }) => {
  await admin.open(pathOf(site, 'Thrown'))
  await admin.editText('details', 'One sentence.')
  const release = await admin.holdRequests(/\.data/)
  await admin.editor('details').press('ControlOrMeta+Enter')
  await admin.editor('details').pressSequentially(' Another one.')
  await release()
  await expect.poll(() => projectNamed(site, 'Thrown').details).toBe('One sentence.')
  await expect(admin.page.getByRole('button', { name: 'Save', exact: true })).not.toHaveAttribute('aria-busy')
  await expect(admin.editor('details')).toHaveValue('One sentence. Another one.')
  await expect(admin.main.getByText('Saved. Visitors see it now.', { exact: true })).toHaveCount(0)

  await admin.save()
  await expect(admin.main.getByText('Saved. Visitors see it now.', { exact: true })).toBeVisible()
  expect(projectNamed(site, 'Thrown').details).toBe('One sentence. Another one.')
  await expect(admin.page.getByRole('button', { name: 'Bring back my changes' })).toHaveCount(0)
})

test('the alt text of an image is read-only while it is being saved', async ({ admin, site }) => {
  await admin.open(pathOf(site, 'Thrown'))
  await admin.page.getByRole('button', { name: 'Describe image 1', exact: true }).click()
  const altText = admin.page.getByLabel('Alternative text of image 1', { exact: true })
  await altText.fill('A lamp.')
  const release = await admin.holdRequests(/\.data/)
  await altText.press('Enter')
  await expect(altText).not.toBeEditable()
  await release()
  await expect(imageAt(admin, 1).getByText('Saved.', { exact: true })).toBeVisible()
  await expect(altText).toBeEditable()
})

test('the texts of a new project are read-only while it is being saved', async ({ admin }) => {
  await admin.fillProjectForm({ name: 'Water Tower', details: 'A house.', cover: await smallImage('c.jpg') })
  const fields = ['Project Name', 'Project Details', 'Alternative text of c.jpg'].map((label) =>
    admin.page.getByLabel(label),
  )
  const release = await admin.holdRequests(/\/create\.data/)
  await admin.submit()
  for (const field of fields) await expect(field).not.toBeEditable()
  await release()
  await expect(admin.createdLink('Water Tower')).toBeVisible()
  for (const field of fields.slice(0, 2)) await expect(field).toBeEditable()
})

test('the contact form is read-only while a message is being sent', async ({ visitor }) => {
  await visitor.open('/contact')
  const fields = ['First name', 'Last name', 'E-mail', 'Subject', 'Message'].map((label) =>
    visitor.main.getByLabel(label, { exact: true }),
  )
  for (const field of fields) await field.fill('ada@example.com')
  const release = await visitor.holdRequests(/\/contact\.data/)
  await visitor.main.getByRole('button', { name: 'Send', exact: true }).click()
  for (const field of fields) await expect(field).not.toBeEditable()
  await release()
  await expect(visitor.main.getByRole('status')).toHaveText('Message sent successfully!')
  for (const field of fields) await expect(field).toBeEditable()
})

test('an image dropped during the uploads of a new project is added to it', async ({ admin, visitor }) => {
  await admin.fillProjectForm({ name: 'Water Tower', details: 'A house.', images: [await smallImage('first.jpg')] })
  const release = await admin.holdRequests(/\/uploads/)
  await admin.submit()
  await expect(admin.main.getByText('Uploading Image...', { exact: true })).toBeVisible()
  expect(await dispatchFileEvent(admin.page, 'drop', await smallImage('second.jpg', { width: 80 }))).toBe(true)
  await expect(admin.page.getByLabel('Alternative text of second.jpg')).toBeVisible()
  await release()
  await admin.createdLink('Water Tower').click()
  await expect(admin.heading('Water Tower')).toBeVisible()
  expect(await imageNames(admin)).toEqual(['Image 1 of Water Tower', 'Image 2 of Water Tower'])
  await visitor.open(new URL(admin.page.url()).pathname)
  // The first image is shown above the gallery, as the cover.
  expect(await imageNames(visitor)).toEqual(['Image 2 of Water Tower'])
})

test('an image dropped while a new project is being saved is kept for the next project', async ({ admin }) => {
  await admin.fillProjectForm({ name: 'Water Tower', details: 'A house.', images: [await smallImage('first.jpg')] })
  const release = await admin.holdRequests(/\/create\.data/)
  await admin.submit()
  await expect(admin.page.getByLabel('Project Name')).not.toBeEditable()
  expect(await dispatchFileEvent(admin.page, 'drop', await smallImage('second.jpg', { width: 80 }))).toBe(true)
  await expect(admin.page.getByLabel('Alternative text of second.jpg')).toBeVisible()
  await release()
  await expect(admin.createdLink('Water Tower')).toBeVisible()
  await expect(admin.page.getByLabel('Alternative text of first.jpg')).toHaveCount(0)
  await expect(admin.page.getByLabel('Alternative text of second.jpg')).toBeVisible()
})

for (const place of ['gallery', 'cover'] as const) {
  test(`alt text typed just after a ${place} image was attached is kept, with an error, if it cannot be saved`, async ({
    admin,
    site,
  }) => {
    await admin.open(pathOf(site, 'Low Line'))
    const altText = admin.page.getByLabel('Alternative text of late.jpg', { exact: true })
    const release = await admin.holdRequests(/\.data/)
    const attachRequest = admin.page.waitForRequest(/\.data/)
    await uploadLateImage(admin, place)
    await attachRequest
    await altText.focus()
    await release()
    await expect.poll(() => altsOf(admin, place)).toContain('')
    const restore = await abortWrites(admin.page, /\/projects\//)
    await altText.pressSequentially('A lamp, lit')
    await altText.blur()
    await expect(admin.alert).toHaveText('Failed to update project data')
    await expect(altText).toHaveValue('A lamp, lit')
    await restore()
    expect(altsOf(admin, place)).toContain('')

    const retryButton = admin.page.getByRole('button', { name: 'Try Again' })
    await retryButton.focus()
    await retryButton.press('Enter')
    await expect(altText).toHaveCount(0)
    await expect.poll(() => altsOf(admin, place)).toContain('A lamp, lit')
    await expect(admin.alert).toHaveCount(0)
    await expect(focused(admin)).toHaveAccessibleName(place === 'cover' ? 'Replace cover photo' : 'Add Images')
  })
}

async function uploadLateImage(admin: Admin, place: 'gallery' | 'cover'): Promise<void> {
  if (place === 'cover') return admin.replaceCover(await smallImage('late.jpg'))
  await admin.chooseImages(await smallImage('late.jpg'))
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
