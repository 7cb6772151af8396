import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator } from '@playwright/test'
import { acceptedTypes } from '#portfolio/photo/photo.ts'
import { cutLine } from './faults.ts'
import type { Admin } from './admin.ts'
import { galleryOf, imageNames } from './gallery.ts'
import { impostor, sample, small } from './photographs.ts'
import { imagesOf, pathOf, projectNamed } from './rows.ts'
import type { Site } from './site.ts'
import { expect, test } from './stories.ts'

test.describe.configure({ timeout: 90_000 })

/** The site tries for 5 s, the uploader for 14 s, before they give up. */
const patient = { timeout: 30_000 }

test('several images are chosen, seen before they are sent, and added at the end', async ({ admin, visitor, site }) => {
  const { id } = projectNamed(site, 'Low Line')
  await admin.opens(`/projects/${id}`)
  const before = await imageNames(admin)
  await expect(admin.page.getByRole('button', { name: 'Add Images' })).toBeDisabled()
  await admin.chooses(
    await small('Lamp.jpg'),
    await small('Chair.png', { as: 'png' }),
    await small('Lamp.jpg', { width: 80 }),
  )
  for (const name of ['Lamp.jpg', 'Chair.png']) {
    const preview = admin.page.getByRole('img', { name: `Preview of ${name}` }).first()
    await expect.poll(() => preview.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(90)
  }
  expect(await imageNames(admin)).toEqual(before)
  await admin.page.getByRole('button', { name: 'Add Images' }).click()
  await expect(adding(admin).getByRole('status').filter({ hasText: '3 images were added.' })).toBeVisible(patient)
  await expect(admin.page.getByRole('img', { name: /^Preview of/ })).toHaveCount(0)
  const after = [...before, 'Image 4 of Low Line', 'Image 5 of Low Line', 'Image 6 of Low Line']
  expect(await imageNames(admin)).toEqual(after)
  const rows = site.sql<{ width: number }>(
    `select width from photos where projectId = ? and place = 'gallery' order by position`,
    id,
  )
  expect(rows.slice(-3).map((row) => row.width)).toEqual([90, 90, 80])
  // Of two files with one name, the second that hangs is called so, whichever that is.
  expect(storageKeys(site, id).slice(-3).sort()).toEqual([
    `Images/${id}_Chair.png`,
    `Images/${id}_Lamp-2.jpg`,
    `Images/${id}_Lamp.jpg`,
  ])
  await visitor.opens(`/projects/${id}`)
  expect(await imageNames(visitor)).toEqual(after)
})

test('while images go up it says so, and a chosen one can be left out before', async ({ admin, site }) => {
  await admin.opens(pathOf(site, 'Low Line'))
  await admin.chooses(await small('yes.jpg'), await small('no.jpg'))
  await admin.page.getByRole('button', { name: 'Leave out no.jpg' }).click()
  await expect(admin.page.getByRole('img', { name: /^Preview of/ })).toHaveCount(1)
  const sent = admin.page.waitForRequest((request) => request.url().includes('/uploads'))
  await admin.page.getByRole('button', { name: 'Add Images' }).click()
  await expect(adding(admin).getByText('Uploading Image...', { exact: true })).toBeVisible()
  await sent
  await expect(adding(admin).getByText('1 image was added.')).toBeVisible(patient)
  expect(imagesOf(site, 'Low Line')).toHaveLength(4)
})

test('a bad file among good ones is told at that file, and the others are added', async ({ admin, site }) => {
  await admin.opens(pathOf(site, 'Low Line'))
  await admin.addsImages(await small('first.jpg'), impostor('list.jpg'), await small('third.jpg'))
  await expect(adding(admin).getByRole('alert')).toHaveText('Failed to upload images', patient)
  await expect(adding(admin).getByText('2 images were added.')).toBeVisible()
  const left = adding(admin).getByRole('listitem')
  await expect(left).toHaveCount(1)
  await expect(left).toContainText('list.jpg')
  await expect(left).toContainText('This is not a JPEG, PNG, WebP or HEIC picture.')
  const { id } = projectNamed(site, 'Low Line')
  expect(storageKeys(site, id).slice(3)).toEqual([`Images/${id}_first.jpg`, `Images/${id}_third.jpg`])
})

test('the pickers offer images only', async ({ admin, site }) => {
  const images = acceptedTypes.join(',')
  await admin.opens(pathOf(site, 'Low Line'))
  await expect(admin.page.getByLabel('Choose Images')).toHaveAttribute('accept', images)
  await expect(admin.page.getByLabel('Choose Images')).toHaveAttribute('multiple', '')
  await expect(admin.page.getByLabel('Replace cover photo')).toHaveAttribute('accept', images)
  await admin.opens('/create')
  await expect(admin.page.getByLabel('Upload Image')).toHaveAttribute('accept', images)
  await expect(admin.page.getByLabel('Upload Image')).toHaveAttribute('multiple', '')
  await expect(admin.page.getByLabel('Upload Cover Photo')).not.toHaveAttribute('multiple')
})

test('an image moves to the slot that was typed, and the others close up', async ({ admin, visitor, site }) => {
  const path = pathOf(site, 'Thrown')
  await admin.opens(path)
  const [a, b, c, d, e] = await imageNames(admin)
  await expect(admin.imagePosition(2)).toHaveAttribute('min', '1')
  await expect(admin.imagePosition(2)).toHaveAttribute('max', '5')
  await admin.movesImage(1, '4')
  await expect.poll(() => imageNames(admin)).toEqual([b, c, d, a, e])
  await admin.movesImage(5, '1')
  await expect.poll(() => imageNames(admin)).toEqual([e, b, c, d, a])
  for (const slot of [1, 2, 3, 4, 5]) await expect(admin.imagePosition(slot)).toHaveValue(String(slot))
  await visitor.opens(path)
  expect(await imageNames(visitor)).toEqual([e, b, c, d, a])
})

test('out of range, no image moves, and it says so', async ({ admin, site }) => {
  await admin.opens(pathOf(site, 'Thrown'))
  const before = await imageNames(admin)
  for (const typed of ['0', '6', '-1', '1.5', '']) {
    await test.step(`"${typed}"`, async () => {
      await admin.movesImage(2, typed)
      await expect(tools(admin, 2).getByRole('alert')).toHaveText('Failed to update image order')
      await expect(admin.imagePosition(2)).toHaveValue('2')
      expect(await imageNames(admin)).toEqual(before)
      await admin.movesImage(2, '3')
      await expect(galleryOf(admin).getByRole('alert')).toHaveCount(0)
      await expect.poll(async () => (await imageNames(admin))[2]).toBe(before[1])
      await admin.movesImage(3, '2')
      await expect.poll(() => imageNames(admin)).toEqual(before)
      await expect(admin.imagePosition(2)).toHaveJSProperty('readOnly', false)
    })
  }
})

test('when the order cannot be saved it says so, and the old one stays', async ({ admin, site }) => {
  await admin.opens(pathOf(site, 'Thrown'))
  const before = await imageNames(admin)
  const letGo = site.holdWriteLock()
  await admin.movesImage(1, '3')
  await expect(tools(admin, 1).getByRole('alert')).toHaveText('Failed to update image order', patient)
  letGo()
  await expect(admin.imagePosition(1)).toHaveValue('1')
  expect(await imageNames(admin)).toEqual(before)
  expect(imagesOf(site, 'Thrown').map((image) => image.alt)).toEqual(before)

  await cutLine(admin.page, /\/projects\//)
  await admin.movesImage(2, '3')
  await expect(tools(admin, 2).getByRole('alert')).toHaveText('Failed to update image order')
  await expect(admin.imagePosition(2)).toHaveValue('2')
})

test('removing an image asks first; it leaves the gallery, and its file stays', async ({ admin, visitor, site }) => {
  const path = pathOf(site, 'Thrown')
  await admin.opens(path)
  const [a, b, c, d, e] = await imageNames(admin)
  const cross = galleryOf(admin).getByRole('button', { name: 'Remove image 2', exact: true })
  await expect(cross).toHaveText('×')
  await cross.click()
  const dialog = admin.page.getByRole('dialog', { name: 'Are you sure you want to delete this image?' })
  await expect(dialog.getByRole('button')).toHaveText(['Cancel', 'Yes, Delete'])
  await admin.answers('Cancel')
  await expect(dialog).toHaveCount(0)
  expect(imagesOf(site, 'Thrown')).toHaveLength(5)

  await admin.removesImage(2)
  await expect.poll(() => imageNames(admin)).toEqual([a, c, d, e])
  await expect(galleryOf(admin).getByRole('status').filter({ hasText: 'Image 2 was removed.' })).toBeVisible()
  expect(imagesOf(site, 'Thrown').map((image) => image.position)).toEqual([1, 2, 3, 4])
  const [gone] = site.sql<{ storageKey: string; deletedAt: string }>(
    'select storageKey, deletedAt from photos where alt = ? and deletedAt is not null',
    b ?? '',
  )
  expect(Date.now() - Date.parse(gone?.deletedAt ?? '')).toBeLessThan(60_000)
  expect(await readdir(join(site.dataDir, 'files', gone?.storageKey ?? '', '..'))).toContain(
    gone?.storageKey.split('/')[1],
  )
  await visitor.opens(path)
  expect(await imageNames(visitor)).toEqual([a, c, d, e])
})

test('when removing fails it says so, and the image stays', async ({ admin, site }) => {
  await admin.opens(pathOf(site, 'Thrown'))
  const letGo = site.holdWriteLock()
  await admin.removesImage(2)
  await expect(tools(admin, 2).getByRole('alert')).toHaveText('Failed to remove image', patient)
  letGo()
  expect(imagesOf(site, 'Thrown')).toHaveLength(5)
  await admin.removesImage(2)
  await expect.poll(async () => (await imageNames(admin)).length).toBe(4)
  await expect(galleryOf(admin).getByRole('alert')).toHaveCount(0)

  await cutLine(admin.page, /\/projects\//)
  await admin.removesImage(1)
  await expect(tools(admin, 1).getByRole('alert')).toHaveText('Failed to remove image')
})

test('another cover takes the place of the old one', async ({ admin, visitor, site }) => {
  const { id } = projectNamed(site, 'Thrown')
  await admin.opens(`/projects/${id}`)
  await admin.replacesCover(await small('Front door.jpg'))
  await expect(covering(admin).getByRole('status').filter({ hasText: 'The cover photo was replaced.' })).toBeVisible(
    patient,
  )
  expect(storageKeys(site, id, 'cover')).toEqual([`coverPhotos/${id}_Front door.jpg`])
  await visitor.opens('/work')
  const shown = visitor.card('Thrown').locator('img')
  await expect(shown).toHaveAttribute('src', /\/90[.]\w+$/, patient)
  await visitor.seesPicture(shown)
})

test('when a cover cannot be uploaded it says so, and the old one stays', async ({ admin, site }) => {
  const { id } = projectNamed(site, 'Thrown')
  await admin.opens(`/projects/${id}`)
  const before = storageKeys(site, id, 'cover')
  await admin.replacesCover(impostor('door.jpg'))
  await expect(covering(admin).getByRole('alert')).toHaveText('Failed to upload cover photo')
  await expect(covering(admin)).toContainText('This is not a JPEG, PNG, WebP or HEIC picture.')
  expect(storageKeys(site, id, 'cover')).toEqual(before)

  const mend = await cutLine(admin.page, /\/uploads/)
  await admin.replacesCover(await small('door.jpg'))
  await expect(covering(admin).getByRole('alert')).toHaveText('Failed to upload cover photo', patient)
  expect(storageKeys(site, id, 'cover')).toEqual(before)
  await mend()
  await covering(admin).getByRole('button', { name: 'Try Again' }).click()
  await expect(covering(admin).getByText('The cover photo was replaced.')).toBeVisible(patient)
})

test('when images cannot be uploaded it says so, and trying again adds them', async ({ admin, site }) => {
  await admin.opens(pathOf(site, 'Low Line'))
  const mend = await cutLine(admin.page, /\/uploads/)
  await admin.addsImages(await small('one.jpg'), await small('two.jpg'))
  await expect(adding(admin).getByRole('alert')).toHaveText('Failed to upload images', patient)
  expect(imagesOf(site, 'Low Line')).toHaveLength(3)
  await mend()
  await adding(admin).getByRole('button', { name: 'Try Again' }).click()
  await expect(adding(admin).getByText('2 images were added.')).toBeVisible(patient)
  expect(imagesOf(site, 'Low Line')).toHaveLength(5)
})

test('when an uploaded image cannot be saved it says so, and trying again adds it once', async ({ admin, site }) => {
  await admin.opens(pathOf(site, 'Low Line'))
  const letGo = site.holdWriteLock()
  await admin.addsImages(await small('one.jpg'))
  await expect(adding(admin).getByRole('alert')).toHaveText('Failed to upload images', patient)
  letGo()
  expect(imagesOf(site, 'Low Line')).toHaveLength(3)
  await adding(admin).getByRole('button', { name: 'Try Again' }).click()
  await expect(adding(admin).getByText('1 image was added.')).toBeVisible(patient)
  expect(imagesOf(site, 'Low Line')).toHaveLength(4)
})

test('a photograph that is still being made has a placeholder, and appears by itself', async ({
  admin,
  visitor,
  site,
}) => {
  const path = pathOf(site, 'Low Line')
  await visitor.opens(path)
  await admin.opens(path)
  // No photograph can be claimed for making: or it may be made before anybody has looked.
  site.sql('create trigger hold before update of tries on photos begin select raise(ignore); end')
  await admin.addsImages(await sample('apothecary/02-oblique.jpg'))
  const image = galleryOf(visitor).getByRole('button', { name: 'Image 4 of Low Line' })
  await expect(image).toBeVisible(patient)
  expect(await image.locator('img').count()).toBe(0)
  const placeholder = image.locator('svg')
  await expect(placeholder).toBeVisible()
  await expect(placeholder.locator('rect')).toHaveAttribute('fill', /^#[0-9a-f]{6}$/)
  const { height } = (await image.boundingBox()) ?? { height: 0 }
  await expect(adding(admin).getByText('1 image was added.')).toBeVisible(patient)
  site.sql('drop trigger hold')
  // Wakes the clock, which makes both.
  await admin.replacesCover(await small('front.jpg'))
  await expect(image.locator('img')).toHaveCount(1, { timeout: 60_000 })
  await admin.scrollsTo(image)
  await expect
    .poll(() => image.locator('img').evaluate((picture: HTMLImageElement) => picture.naturalWidth))
    .toBeGreaterThan(100)
  // The picture arrives where the placeholder stood, without a jump.
  expect((await image.boundingBox())?.height).toBeCloseTo(height, 0)
  await expect(galleryOf(admin).getByRole('button', { name: 'Image 4 of Low Line' }).locator('img')).toHaveCount(1)
})

function adding(admin: Admin): Locator {
  return admin.main.getByRole('region', { name: 'Add images' })
}

function covering(admin: Admin): Locator {
  return admin.main.getByRole('region', { name: 'Cover photo' })
}

/** The tools of the image in this slot, from 1. */
function tools(admin: Admin, slot: number): Locator {
  return galleryOf(admin)
    .getByRole('listitem')
    .filter({ has: admin.page.getByRole('button', { name: `Remove image ${slot}`, exact: true }) })
}

/** Where the originals are stored, in the order of the gallery. */
function storageKeys(site: Site, projectId: string, place: 'gallery' | 'cover' = 'gallery'): string[] {
  const rows = site.sql<{ storageKey: string }>(
    'select storageKey from photos where projectId = ? and place = ? and deletedAt is null order by position',
    projectId,
    place,
  )
  return rows.map((row) => row.storageKey)
}
