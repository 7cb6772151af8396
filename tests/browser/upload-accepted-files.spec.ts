import type { Admin } from './fixtures/admin.ts'
import { galleryOf } from './fixtures/gallery.ts'
import { smallImage, type ChosenFile } from './fixtures/chosen-files.ts'
import { pathOf } from '#tests/support/site/site-rows.ts'
import { expect, test } from './fixtures/test.ts'
import type { SiteProcess } from '#tests/support/site/site-process.ts'
import { captionedPhoto, photoFile } from '#tests/support/images/photo-files.ts'

const rawFileMessage = 'This is a RAW or TIFF file. Export it as JPEG.'

test('an AVIF file can be uploaded, and visitors see it', async ({ admin, visitor, site }) => {
  await admin.open(pathOf(site, 'Low Line'))
  await admin.addImages(await smallImage('stair.avif', { as: 'avif', width: 1_280, height: 860 }))
  await expect(addImagesRegion(admin).getByText('1 image was added.')).toBeVisible()
  await expect(addImagesRegion(admin).getByText('Small picture')).toHaveCount(0)
  await visitor.open(pathOf(site, 'Low Line'))
  const images = galleryOf(visitor).locator('img')
  await images.last().scrollIntoViewIfNeeded()
  await expect.poll(() => images.last().evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
})

test('a RAW file is refused with advice: by its name before the upload, or by its content after it', async ({
  admin,
  site,
}) => {
  await admin.open(pathOf(site, 'Low Line'))
  const buffer = Buffer.concat([Buffer.from('II*\0\x10\0\0\0CR\x02\0', 'latin1'), Buffer.alloc(10_000)])
  await admin.chooseImages({ name: 'DSC_0001.NEF', mimeType: '', buffer }, named('renamed.jpg', buffer))
  await expect(queueItem(admin, 'DSC_0001.NEF')).toContainText(rawFileMessage)
  await expect(queueItem(admin, 'renamed.jpg')).not.toContainText(rawFileMessage)
  await admin.page.getByRole('button', { name: 'Add Images' }).click()
  await expect(queueItem(admin, 'renamed.jpg')).toContainText(rawFileMessage)
  await expect(addImagesRegion(admin).getByRole('alert')).toHaveText('Failed to upload images')
})

test('a small image is accepted with a hint, which stays until other files are chosen', async ({ admin, site }) => {
  await admin.open(pathOf(site, 'Low Line'))
  await admin.addImages(await smallImage('small.jpg', { width: 900, height: 600 }))
  await expect(addImagesRegion(admin).getByText('1 image was added.')).toBeVisible()
  await expect(addImagesRegion(admin).getByRole('log')).toHaveText(
    'small.jpg: Small picture: 900 × 600 pixels. At least 1200 pixels look sharp on large screens.',
  )
  await admin.chooseImages(await smallImage('next.jpg'))
  await expect(addImagesRegion(admin).getByRole('log')).toHaveText('')
})

test('the caption and the artist in the metadata of a file are offered, and saved only if the admin saves them', async ({
  admin,
  visitor,
  site,
}) => {
  const buffer = await captionedPhoto(
    { iptc: 'A stair of oak' },
    { bytes: await photoFile({ width: 1_280, height: 860 }), creator: { exif: 'Ada Lens' } },
  )
  await admin.open(pathOf(site, 'Low Line'))
  const describeButtons = galleryOf(admin).getByRole('button', { name: /^Describe image \d+$/ })
  const position = (await describeButtons.count()) + 1
  await admin.addImages(named('stair.jpg', buffer))
  await expect(addImagesRegion(admin).getByText('1 image was added.')).toBeVisible()
  // The gallery may be loaded again after the message.
  await expect(describeButtons).toHaveCount(position)
  await admin.page.getByRole('button', { name: `Describe image ${position}`, exact: true }).click()
  const offer = admin.page.getByRole('button', { name: 'Use caption “A stair of oak”' })
  await expect(offer).toBeVisible()
  const line = await offer.locator('..').boundingBox()
  await visitor.open(pathOf(site, 'Low Line'))
  await expect(visitor.main).toBeVisible()
  expect(await visitor.page.content()).not.toMatch(/A stair of oak|Ada Lens/)

  await offer.click()
  const altText = admin.page.getByLabel(`Alternative text of image ${position}`, { exact: true })
  await expect(altText).toHaveValue('A stair of oak')
  await expect(altText).toBeFocused()
  await expect(offer).toHaveCount(0)
  expect(line?.height).toBe((await admin.page.locator('.tool-offer').first().boundingBox())?.height)
  await visitor.open(pathOf(site, 'Low Line'))
  expect(await visitor.page.content()).not.toContain('A stair of oak')
  await admin.page.getByRole('button', { name: `Save alternative text of image ${position}` }).click()
  await expect(galleryOf(admin).getByText('Saved.')).toBeVisible()
  await visitor.open(pathOf(site, 'Low Line'))
  await expect(galleryOf(visitor).getByRole('button', { name: 'A stair of oak' })).toBeVisible()
  expect(await visitor.page.content()).not.toContain('Ada Lens')

  await admin.page.getByRole('button', { name: 'Use credit “Ada Lens”' }).click()
  const credit = admin.page.getByLabel(`Credit of image ${position}`, { exact: true })
  await expect(credit).toHaveValue('Ada Lens')
  await credit.press('Enter')
  await expect.poll(() => creditsIn(site)).toContain('Ada Lens')
  await visitor.open(pathOf(site, 'Low Line'))
  await galleryOf(visitor).getByRole('button', { name: 'A stair of oak' }).click()
  await expect(visitor.page.getByRole('dialog').getByText('Photograph: Ada Lens')).toBeVisible()
  // Structured data lists only images that have a derivative.
  const html = async () => (await visitor.page.request.get(site.origin + pathOf(site, 'Low Line'))).text()
  await expect.poll(html, { timeout: 480_000 }).toContain('"creditText":"Ada Lens"')

  const requested: string[] = []
  admin.page.on('request', (request) => void requested.push(new URL(request.url()).pathname))
  await admin.open(pathOf(site, 'Low Line'))
  await admin.page.getByRole('button', { name: `Describe image ${position}`, exact: true }).click()
  await expect(credit).toHaveValue('Ada Lens')
  expect(requested.filter((path) => path.startsWith('/offered-texts'))).toEqual([])
})

function creditsIn(site: SiteProcess): string[] {
  return site.sql<{ credit: string }>('select credit from photos').map(({ credit }) => credit)
}

function named(name: string, buffer: Buffer): ChosenFile {
  return { name, mimeType: 'image/jpeg', buffer }
}

function addImagesRegion(admin: Admin) {
  return admin.main.getByRole('region', { name: 'Add images' })
}

function queueItem(admin: Admin, name: string) {
  return addImagesRegion(admin).getByRole('listitem').filter({ hasText: name })
}
