import type { Locator } from '@playwright/test'
import type { Admin } from './fixtures/admin.ts'
import { expectAccessible } from './fixtures/checks/axe.ts'
import { dispatchFileEvent } from './fixtures/drop-and-paste.ts'
import { galleryOf, imageNames } from './fixtures/gallery.ts'
import { textNamedAsImage, samplePhoto, smallImage, type ChosenFile } from './fixtures/chosen-files.ts'
import { imagesOf, pathOf, projectNamed } from '#tests/support/site/site-rows.ts'
import { expect, test } from './fixtures/test.ts'
import { decompressionBomb } from '#tests/support/images/photo-files.ts'

const notAnImage = /^This is not a JPEG, PNG/

const file = (name: string, buffer: Buffer, mimeType = 'image/jpeg'): ChosenFile => ({ name, mimeType, buffer })

test('each bad file shows its reason, and the good files among them are attached', async ({ admin, site }) => {
  const whole = (await samplePhoto('desk.jpg')).buffer
  const noise = Buffer.from(whole).fill(0xa5, 2_000, 30_000)
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  await admin.open(pathOf(site, 'Low Line'))
  await admin.chooseImages(
    await smallImage('first.jpg'),
    file('cut.jpg', whole.subarray(0, whole.length / 2)),
    file('corrupt.jpg', noise),
    file('drawing.svg', svg, 'image/svg+xml'),
    await smallImage('moving.gif', { as: 'gif' }),
    file('empty.jpg', Buffer.alloc(0)),
    file('bomb.png', decompressionBomb(16_000), 'image/png'),
    file('list.jpg', textNamedAsImage('list.jpg').buffer),
    await smallImage('last.png', { as: 'png' }),
  )
  // Too large for `setInputFiles`.
  await admin.page.getByLabel('Choose Images').evaluate((input: HTMLInputElement) => {
    const transfer = new DataTransfer()
    transfer.items.add(new File([new Uint8Array(60 * 1024 * 1024)], 'large.png', { type: 'image/png' }))
    input.files = transfer.files
    input.dispatchEvent(new Event('change', { bubbles: true }))
  })
  await expect(queueItem(admin, 'large.png')).toContainText('This file is larger than 50 MB.')
  await expect(queueItem(admin, 'empty.jpg')).toContainText('This file is empty.')
  await admin.page.getByRole('button', { name: 'Add Images' }).click()
  await expect(addImagesRegion(admin).getByText('2 images were added.')).toBeVisible()
  await expect(addImagesRegion(admin).getByRole('alert')).toHaveText('Failed to upload images')
  for (const name of ['drawing.svg', 'moving.gif', 'list.jpg']) {
    await expect(queueItem(admin, name).getByText(notAnImage)).toBeVisible()
  }
  for (const name of ['cut.jpg', 'corrupt.jpg'])
    await expect(queueItem(admin, name)).toContainText(/damaged|incomplete|not a/)
  await expect(queueItem(admin, 'bomb.png')).toContainText(/megapixels|pixels/)
  await expect(addImagesRegion(admin).getByRole('listitem')).toHaveCount(8)
  // Files that would fail again cannot be retried.
  await expect(addImagesRegion(admin).getByRole('button', { name: 'Try Again' })).toHaveCount(0)
  await expectAccessible(admin.page)
  expect(imagesOf(site, 'Low Line')).toHaveLength(5)
  const { id } = projectNamed(site, 'Low Line')
  const attached = site.sql<{ storageKey: string }>(
    `select storageKey from photos where projectId = ? and place = 'gallery' order by position`,
    id,
  )
  expect(attached.slice(3).map((row) => row.storageKey)).toEqual([`Images/${id}_first.jpg`, `Images/${id}_last.png`])
})

test('images can be dropped anywhere on the page or pasted, and a file cannot be chosen twice', async ({
  admin,
  site,
}) => {
  const dropped = await smallImage('dropped.jpg')
  const pasted = file('pasted.jpg', Buffer.concat([dropped.buffer, Buffer.alloc(1)]))
  await admin.open(pathOf(site, 'Low Line'))
  expect(await dispatchFileEvent(admin.page, 'dragover', dropped)).toBe(true)
  await expect(admin.page.getByText('Drop the pictures to choose them.')).toBeVisible()
  expect(await dispatchFileEvent(admin.page, 'drop', dropped)).toBe(true)
  await expect(admin.page.getByText('Drop the pictures to choose them.')).toHaveCount(0)
  await expect(queueItem(admin, 'dropped.jpg')).toBeVisible()
  expect(await dispatchFileEvent(admin.page, 'paste', pasted)).toBe(true)
  await expect(addImagesRegion(admin).getByRole('listitem')).toHaveCount(2)

  expect(await dispatchFileEvent(admin.page, 'drop', dropped)).toBe(true)
  await expect(addImagesRegion(admin).getByText('Already chosen: dropped.jpg.')).toBeVisible()
  await expect(addImagesRegion(admin).getByRole('listitem')).toHaveCount(2)
  await admin.page.getByRole('button', { name: 'Add Images' }).click()
  await expect(addImagesRegion(admin).getByText('2 images were added.')).toBeVisible()
  expect(imagesOf(site, 'Low Line')).toHaveLength(5)
})

test('files that are already in the gallery are reported before they are added again', async ({ admin, site }) => {
  await admin.open(pathOf(site, 'Low Line'))
  const [first, second] = [await smallImage('first.jpg'), await smallImage('second.jpg', { width: 80 })]
  await admin.addImages(first, second)
  await expect(addImagesRegion(admin).getByText('2 images were added.')).toBeVisible()
  // They are also recognised after a reload and under another name.
  await admin.reload()
  const renamed = { ...second, name: 'renamed.jpg' }
  await admin.chooseImages(first, await smallImage('new.jpg', { width: 70 }), renamed)
  const duplicateNotice = addImagesRegion(admin).getByRole('status').filter({ hasText: 'already in the gallery' })
  await expect(duplicateNotice).toHaveText(
    'These look like pictures that are already in the gallery: first.jpg (image 4), renamed.jpg (image 5).',
  )
  await admin.page.getByRole('button', { name: 'Discard renamed.jpg' }).click()
  await expect(duplicateNotice).toHaveText(
    'This looks like a picture that is already in the gallery: first.jpg (image 4).',
  )
  await admin.page.getByRole('button', { name: 'Add Images' }).click()
  await expect(addImagesRegion(admin).getByText('2 images were added.')).toBeVisible()
  await expect(duplicateNotice).toHaveCount(0)
  expect(imagesOf(site, 'Low Line')).toHaveLength(7)
})

test('alternative text can be entered before the upload and is never taken from the file name', async ({
  admin,
  visitor,
  site,
}) => {
  const path = pathOf(site, 'Low Line')
  await admin.open(path)
  await admin.chooseImages(await smallImage('IMG_0001.jpg'), await smallImage('IMG_0002.jpg', { width: 80 }))
  await expectAccessible(admin.page)
  await admin.page
    .getByLabel('Alternative text of IMG_0001.jpg', { exact: true })
    .fill('  A bench under\u00a0a window. ')
  await admin.page.getByRole('button', { name: 'Add Images' }).click()
  await expect(addImagesRegion(admin).getByText('2 images were added.')).toBeVisible()
  await visitor.open(path)
  expect((await imageNames(visitor)).slice(3)).toEqual(['A bench under a window.', 'Image 5 of Low Line'])

  const tower = {
    name: 'Water Tower',
    details: 'A house.',
    cover: await smallImage('c.jpg'),
    images: [await smallImage('d.jpg')],
  }
  await admin.fillProjectForm(tower)
  await admin.page.getByLabel('Alternative text of c.jpg', { exact: true }).fill('The tower.')
  await admin.page.getByLabel('Alternative text of d.jpg', { exact: true }).fill('The stairs.')
  await expectAccessible(admin.page)
  await admin.submit()
  await admin.createdLink('Water Tower').waitFor()
  await visitor.open(pathOf(site, 'Water Tower'))
  expect(await imageNames(visitor)).toEqual(['The stairs.'])
  await expect(visitor.main.getByRole('img', { name: 'The tower.' })).toBeVisible()
})

test('alternative text typed just after its image was attached stays in its field and is saved', async ({
  admin,
  site,
}) => {
  await admin.open(pathOf(site, 'Low Line'))
  await admin.chooseImages(await smallImage('slow.jpg'))
  const altField = admin.page.getByLabel('Alternative text of slow.jpg', { exact: true })
  await altField.fill('A lamp')
  const release = await admin.holdRequests(/\/uploads/)
  await admin.page.getByRole('button', { name: 'Add Images' }).press('Enter')
  await altField.focus()
  await release()
  await expect.poll(() => imagesOf(site, 'Low Line').length).toBe(4)
  await expect(addImagesRegion(admin).getByText('1 image was added.')).toBeVisible()
  await altField.pressSequentially(', lit')
  await altField.blur()
  await expect(altField).toHaveCount(0)
  await expect.poll(() => imagesOf(site, 'Low Line').at(-1)?.alt).toBe('A lamp, lit')
  await expect(galleryOf(admin).getByRole('button', { name: 'A lamp, lit' })).toBeVisible()
})

function addImagesRegion(admin: Admin): Locator {
  return admin.main.getByRole('region', { name: 'Add images' })
}

function queueItem(admin: Admin, name: string): Locator {
  return addImagesRegion(admin).getByRole('listitem').filter({ hasText: name })
}
