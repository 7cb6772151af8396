import type { Locator } from '@playwright/test'
import { acceptedTypes } from '#portfolio/photo/accepted-formats.ts'
import { abortWrites } from './fixtures/network/fault-injection.ts'
import type { Admin } from './fixtures/admin.ts'
import { galleryOf, imageNames } from './fixtures/gallery.ts'
import { textNamedAsImage, samplePhoto, smallImage } from './fixtures/chosen-files.ts'
import { imagesOf, pathOf, projectNamed } from '#tests/support/site/site-rows.ts'
import type { SiteProcess } from '#tests/support/site/site-process.ts'
import { expect, test } from './fixtures/test.ts'

// Errors appear late: the site waits 5 s for the write lock, and the browser retries an upload for 14 s.

test('chosen images are previewed, then uploaded and added at the end', async ({ admin, visitor, site }) => {
  const { id } = projectNamed(site, 'Low Line')
  await admin.open(`/projects/${id}`)
  const before = await imageNames(admin)
  await expect(admin.page.getByRole('button', { name: 'Add Images' })).toBeDisabled()
  await admin.chooseImages(
    await smallImage('Lamp.jpg'),
    await smallImage('Chair.png', { as: 'png' }),
    await smallImage('Lamp.jpg', { width: 80 }),
  )
  for (const name of ['Lamp.jpg', 'Chair.png']) {
    const preview = admin.page.getByRole('img', { name: `Preview of ${name}` }).first()
    await expect.poll(() => preview.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(90)
  }
  expect(await imageNames(admin)).toEqual(before)
  await admin.page.getByRole('button', { name: 'Add Images' }).click()
  await expect(addRegion(admin).getByRole('status').filter({ hasText: '3 images were added.' })).toBeVisible()
  await expect(admin.page.getByRole('img', { name: /^Preview of/ })).toHaveCount(0)
  const after = [...before, 'Image 4 of Low Line', 'Image 5 of Low Line', 'Image 6 of Low Line']
  expect(await imageNames(admin)).toEqual(after)
  const rows = site.sql<{ width: number }>(
    `select width from photos where projectId = ? and place = 'gallery' order by position`,
    id,
  )
  expect(rows.slice(-3).map((row) => row.width)).toEqual([90, 90, 80])
  // Of two files with the same name, the one attached second gets the suffix; the order is not fixed.
  expect(storageKeys(site, id).slice(-3).sort()).toEqual([
    `Images/${id}_Chair.png`,
    `Images/${id}_Lamp-2.jpg`,
    `Images/${id}_Lamp.jpg`,
  ])
  await visitor.open(`/projects/${id}`)
  expect(await imageNames(visitor)).toEqual(after)
})

test('an upload shows its status, and a chosen image can be discarded before the upload', async ({ admin, site }) => {
  await admin.open(pathOf(site, 'Low Line'))
  await admin.chooseImages(await smallImage('yes.jpg'), await smallImage('no.jpg'))
  await admin.page.getByRole('button', { name: 'Discard no.jpg' }).click()
  await expect(admin.page.getByRole('img', { name: /^Preview of/ })).toHaveCount(1)
  const release = await admin.holdRequests(/\/uploads/)
  await admin.page.getByRole('button', { name: 'Add Images' }).click()
  await expect(addRegion(admin).getByText('Uploading Image...', { exact: true })).toBeVisible()
  await release()
  await expect(addRegion(admin).getByText('1 image was added.')).toBeVisible()
  expect(imagesOf(site, 'Low Line')).toHaveLength(4)
})

test('an invalid file is marked with its error, and the other files are added', async ({ admin, site }) => {
  await admin.open(pathOf(site, 'Low Line'))
  await admin.addImages(await smallImage('first.jpg'), textNamedAsImage('list.jpg'), await smallImage('third.jpg'))
  await expect(addRegion(admin).getByRole('alert')).toHaveText('Failed to upload images')
  await expect(addRegion(admin).getByText('2 images were added.')).toBeVisible()
  const failedItems = addRegion(admin).getByRole('listitem')
  await expect(failedItems).toHaveCount(1)
  await expect(failedItems).toContainText('list.jpg')
  await expect(failedItems).toContainText('This is not a JPEG, PNG, WebP, AVIF or HEIC picture.')
  const { id } = projectNamed(site, 'Low Line')
  expect(storageKeys(site, id).slice(3)).toEqual([`Images/${id}_first.jpg`, `Images/${id}_third.jpg`])
})

test('the file inputs accept only images', async ({ admin, site }) => {
  const images = acceptedTypes.join(',')
  await admin.open(pathOf(site, 'Low Line'))
  await expect(admin.page.getByLabel('Choose Images')).toHaveAttribute('accept', images)
  await expect(admin.page.getByLabel('Choose Images')).toHaveAttribute('multiple', '')
  await expect(admin.page.getByLabel('Replace cover photo')).toHaveAttribute('accept', images)
  await admin.open('/create')
  await expect(admin.page.getByLabel('Upload Image')).toHaveAttribute('accept', images)
  await expect(admin.page.getByLabel('Upload Image')).toHaveAttribute('multiple', '')
  await expect(admin.page.getByLabel('Upload Cover Photo')).not.toHaveAttribute('multiple')
})

test('an image moves to the entered position, and the others shift', async ({ admin, visitor, site }) => {
  const path = pathOf(site, 'Thrown')
  await admin.open(path)
  const [a, b, c, d, e] = await imageNames(admin)
  await expect(admin.imagePosition(2)).toHaveAttribute('min', '1')
  await expect(admin.imagePosition(2)).toHaveAttribute('max', '5')
  await admin.moveImage(1, '4')
  await expect.poll(() => imageNames(admin)).toEqual([b, c, d, a, e])
  await admin.moveImage(5, '1')
  await expect.poll(() => imageNames(admin)).toEqual([e, b, c, d, a])
  for (const position of [1, 2, 3, 4, 5]) await expect(admin.imagePosition(position)).toHaveValue(String(position))
  // Until the move is saved, the field is read-only.
  await expect(admin.imagePosition(1)).toHaveJSProperty('readOnly', false)
  await visitor.open(path)
  expect(await imageNames(visitor)).toEqual([e, b, c, d, a])
})

test('an invalid position shows an error and does not move the image', async ({ admin, site }) => {
  await admin.open(pathOf(site, 'Thrown'))
  const before = await imageNames(admin)
  for (const typed of ['0', '6', '-1', '1.5', '']) {
    await test.step(`"${typed}"`, async () => {
      await admin.moveImage(2, typed)
      await expect(toolsOf(admin, 2).getByRole('alert')).toHaveText('Failed to update image order')
      await expect(admin.imagePosition(2)).toHaveValue('2')
      expect(await imageNames(admin)).toEqual(before)
      await admin.moveImage(2, '3')
      await expect(galleryOf(admin).getByRole('alert')).toHaveCount(0)
      await expect.poll(async () => (await imageNames(admin))[2]).toBe(before[1])
      await admin.moveImage(3, '2')
      await expect.poll(() => imageNames(admin)).toEqual(before)
      await expect(admin.imagePosition(2)).toHaveJSProperty('readOnly', false)
    })
  }
})

test('an error is shown when the order cannot be saved, and the order is unchanged', async ({ admin, site }) => {
  await admin.open(pathOf(site, 'Thrown'))
  const before = await imageNames(admin)
  const release = site.holdWriteLock()
  await admin.moveImage(1, '3')
  await expect(toolsOf(admin, 1).getByRole('alert')).toHaveText('Failed to update image order')
  release()
  await expect(admin.imagePosition(1)).toHaveValue('1')
  expect(await imageNames(admin)).toEqual(before)
  expect(imagesOf(site, 'Thrown').map((image) => image.alt)).toEqual(before)

  await abortWrites(admin.page, /\/projects\//)
  await admin.moveImage(2, '3')
  await expect(toolsOf(admin, 2).getByRole('alert')).toHaveText('Failed to update image order')
  await expect(admin.imagePosition(2)).toHaveValue('2')
  expect(await imageNames(admin)).toEqual(before)
  expect(imagesOf(site, 'Thrown').map((image) => image.alt)).toEqual(before)
})

test('removing an image asks for confirmation and keeps its file', async ({ admin, visitor, site }) => {
  const path = pathOf(site, 'Thrown')
  await admin.open(path)
  const [a, b, c, d, e] = await imageNames(admin)
  const removeButton = galleryOf(admin).getByRole('button', { name: 'Remove image 2', exact: true })
  await expect(removeButton).toHaveText('×')
  await removeButton.click()
  const dialog = admin.page.getByRole('dialog', { name: 'Are you sure you want to delete this image?' })
  await expect(dialog.getByRole('button')).toHaveText(['Cancel', 'Yes, Delete'])
  await admin.chooseInDialog('Cancel')
  await expect(dialog).toHaveCount(0)
  expect(imagesOf(site, 'Thrown')).toHaveLength(5)

  const startedAt = Date.now()
  await admin.removeImage(2)
  await expect.poll(() => imageNames(admin)).toEqual([a, c, d, e])
  await expect(galleryOf(admin).getByRole('status').filter({ hasText: 'Image 2 was removed.' })).toBeVisible()
  expect(imagesOf(site, 'Thrown').map((image) => image.position)).toEqual([1, 2, 3, 4])
  const [removed] = site.sql<{ storageKey: string; deletedAt: string }>(
    'select storageKey, deletedAt from photos where alt = ? and deletedAt is not null',
    b ?? '',
  )
  expect(Date.parse(removed?.deletedAt ?? '')).toBeGreaterThanOrEqual(startedAt)
  expect(Date.parse(removed?.deletedAt ?? '')).toBeLessThanOrEqual(Date.now())
  const [folder = '', file] = removed?.storageKey.split('/') ?? []
  expect(await site.listOriginals(folder)).toContain(file)
  await visitor.open(path)
  expect(await imageNames(visitor)).toEqual([a, c, d, e])
})

test('an error is shown when an image cannot be removed, and the image is kept', async ({ admin, site }) => {
  await admin.open(pathOf(site, 'Thrown'))
  const release = site.holdWriteLock()
  await admin.removeImage(2)
  await expect(toolsOf(admin, 2).getByRole('alert')).toHaveText('Failed to remove image')
  release()
  expect(imagesOf(site, 'Thrown')).toHaveLength(5)
  await admin.removeImage(2)
  await expect.poll(async () => (await imageNames(admin)).length).toBe(4)
  await expect(galleryOf(admin).getByRole('alert')).toHaveCount(0)

  await abortWrites(admin.page, /\/projects\//)
  await admin.removeImage(1)
  await expect(toolsOf(admin, 1).getByRole('alert')).toHaveText('Failed to remove image')
})

test('a new cover replaces the old one', async ({ admin, visitor, site }) => {
  const { id } = projectNamed(site, 'Thrown')
  await admin.open(`/projects/${id}`)
  await admin.replaceCover(await smallImage('Front door.jpg'))
  await expect(
    coverRegion(admin).getByRole('status').filter({ hasText: 'The cover photo was replaced.' }),
  ).toBeVisible()
  expect(storageKeys(site, id, 'cover')).toEqual([`coverPhotos/${id}_Front door.jpg`])
  await visitor.open('/work')
  const coverImage = visitor.card('Thrown').locator('img')
  await expect(coverImage).toHaveAttribute('src', /\/90[.]\w+$/)
  await visitor.expectImageLoaded(coverImage)
})

test('an error is shown when a cover cannot be uploaded, and the old cover is kept', async ({ admin, site }) => {
  const { id } = projectNamed(site, 'Thrown')
  await admin.open(`/projects/${id}`)
  const before = storageKeys(site, id, 'cover')
  await admin.replaceCover(textNamedAsImage('door.jpg'))
  await expect(coverRegion(admin).getByRole('alert')).toHaveText('Failed to upload cover photo')
  await expect(coverRegion(admin)).toContainText('This is not a JPEG, PNG, WebP, AVIF or HEIC picture.')
  expect(storageKeys(site, id, 'cover')).toEqual(before)

  const restore = await abortWrites(admin.page, /\/uploads/)
  await admin.replaceCover(await smallImage('door.jpg'))
  await expect(coverRegion(admin).getByRole('alert')).toHaveText('Failed to upload cover photo')
  expect(storageKeys(site, id, 'cover')).toEqual(before)
  await restore()
  await coverRegion(admin).getByRole('button', { name: 'Try Again' }).click()
  await expect(coverRegion(admin).getByText('The cover photo was replaced.')).toBeVisible()
})

test('an error is shown when images cannot be uploaded, and trying again adds them', async ({ admin, site }) => {
  await admin.open(pathOf(site, 'Low Line'))
  const restore = await abortWrites(admin.page, /\/uploads/)
  await admin.addImages(await smallImage('one.jpg'), await smallImage('two.jpg'))
  await expect(addRegion(admin).getByRole('alert')).toHaveText('Failed to upload images')
  expect(imagesOf(site, 'Low Line')).toHaveLength(3)
  await restore()
  await addRegion(admin).getByRole('button', { name: 'Try Again' }).click()
  await expect(addRegion(admin).getByText('2 images were added.')).toBeVisible()
  expect(imagesOf(site, 'Low Line')).toHaveLength(5)
})

test('an error is shown when an image cannot be attached, and trying again adds it once', async ({ admin, site }) => {
  await admin.open(pathOf(site, 'Low Line'))
  const release = site.holdWriteLock()
  await admin.addImages(await smallImage('one.jpg'))
  await expect(addRegion(admin).getByRole('alert')).toHaveText('Failed to upload images')
  release()
  expect(imagesOf(site, 'Low Line')).toHaveLength(3)
  await addRegion(admin).getByRole('button', { name: 'Try Again' }).click()
  await expect(addRegion(admin).getByText('1 image was added.')).toBeVisible()
  expect(imagesOf(site, 'Low Line')).toHaveLength(4)
})

test(
  'an image shows a placeholder until its derivatives exist',
  { tag: '@one-process' },
  async ({ admin, visitor, site }) => {
    const path = pathOf(site, 'Low Line')
    await visitor.open(path)
    await admin.open(path)
    // Blocks the job that creates derivatives, so that the placeholder stays until it has been checked.
    site.sql('create trigger hold before update of tries on photos begin select raise(ignore); end')
    await admin.addImages(await samplePhoto('apothecary/02-oblique.jpg'))
    const image = galleryOf(visitor).getByRole('button', { name: 'Image 4 of Low Line' })
    await expect(image).toBeVisible()
    expect(await image.locator('img').count()).toBe(0)
    const placeholder = image.locator('svg')
    await expect(placeholder).toBeVisible()
    await expect(placeholder.locator('rect')).toHaveAttribute('fill', /^#[0-9a-f]{6}$/)
    const { height } = (await image.boundingBox()) ?? { height: 0 }
    await expect(addRegion(admin).getByText('1 image was added.')).toBeVisible()
    site.sql('drop trigger hold')
    // Wakes the job, which processes both photos.
    await admin.replaceCover(await smallImage('front.jpg'))
    await expect(image.locator('img')).toHaveCount(1)
    await admin.scrollTo(image)
    await expect
      .poll(() => image.locator('img').evaluate((img: HTMLImageElement) => img.naturalWidth))
      .toBeGreaterThan(100)
    // The image replaces the placeholder without a layout shift.
    expect((await image.boundingBox())?.height).toBeCloseTo(height, 0)
    await expect(galleryOf(admin).getByRole('button', { name: 'Image 4 of Low Line' }).locator('img')).toHaveCount(1)
  },
)

function addRegion(admin: Admin): Locator {
  return admin.main.getByRole('region', { name: 'Add images' })
}

function coverRegion(admin: Admin): Locator {
  return admin.main.getByRole('region', { name: 'Cover photo' })
}

/** The tools of the image at this position. */
function toolsOf(admin: Admin, position: number): Locator {
  return galleryOf(admin)
    .getByRole('listitem')
    .filter({ has: admin.page.getByRole('button', { name: `Remove image ${position}`, exact: true }) })
}

/** The storage keys of the originals in gallery order. */
function storageKeys(site: SiteProcess, projectId: string, place: 'gallery' | 'cover' = 'gallery'): string[] {
  const rows = site.sql<{ storageKey: string }>(
    'select storageKey from photos where projectId = ? and place = ? and deletedAt is null order by position',
    projectId,
    place,
  )
  return rows.map((row) => row.storageKey)
}
