import { expectAccessible } from './fixtures/checks/axe.ts'
import { smallImage, textNamedAsImage } from './fixtures/chosen-files.ts'
import { galleryOf, imageAt, imageNames } from './fixtures/gallery.ts'
import { withoutReload } from './fixtures/live-updates.ts'
import { expectImage, project, viewerImage, viewerPath } from './fixtures/viewer.ts'
import { imagesOf, pathOf, projectNamed } from '#tests/support/site/site-rows.ts'
import type { SiteProcess } from '#tests/support/site/site-process.ts'
import { expect, test } from './fixtures/test.ts'

const retouched = () => smallImage('retouched.png', { as: 'png', width: 120, height: 90 })

/** The photo that the second image shows. */
function shownPhoto(site: SiteProcess) {
  const { id } = imagesOf(site, project)[1] ?? { id: '' }
  const [photo] = site.sql<{ id: string; width: number; alt: string; focalX: number; position: number }>(
    `select id, width, alt, focalX, position from photos where coalesce(imageId, id) = ? and deletedAt is null`,
    id,
  )
  return photo
}

test('a replaced image keeps its position, texts, focal point and URL, and an open viewer shows the new photo', async ({
  admin,
  visitor,
  site,
}) => {
  const path = viewerPath(visitor, 2)
  const before = shownPhoto(site)
  site.sql('update photos set focalX = 0.25 where id = ?', before?.id ?? '')
  await withoutReload(visitor, path, async () => {
    await expectImage(visitor, 2)
    await admin.open(pathOf(site, project))
    const names = await imageNames(admin)
    await admin.replaceImage(2, await retouched())
    await expect(imageAt(admin, 2).getByText('Image 2 was replaced.')).toBeVisible()
    const after = shownPhoto(site)
    expect(after).toEqual({ ...before, id: expect.not.stringMatching(before?.id ?? ''), width: 120, focalX: 0.25 })
    await expect(viewerImage(visitor)).toHaveAttribute('src', `/photos/${after?.id}/v3/120.jpg`)
    await expectImage(visitor, 2)
    expect(await imageNames(admin)).toEqual(names)
    await expect(imageAt(admin, 2).locator('picture img')).toHaveAttribute('src', `/photos/${after?.id}/v3/120.jpg`)
  })
  await visitor.open(path)
  await expectImage(visitor, 2)
  await expect(visitor.page.locator('meta[property="og:image"]')).toHaveAttribute(
    'content',
    new RegExp(`/${shownPhoto(site)?.id}/`),
  )
})

test('undoing a replacement with the keyboard shows the previous photo, and focus stays in the tools', async ({
  admin,
  visitor,
  site,
}) => {
  const before = shownPhoto(site)
  await visitor.open(pathOf(site, project))
  await admin.open(pathOf(site, project))
  const picker = galleryOf(admin).getByLabel('Replace image 2', { exact: true })
  // Called some steps before the dialog opens: Playwright does not wait until file dialogs are intercepted.
  const chooser = admin.page.waitForEvent('filechooser')
  await picker.focus()
  await admin.page.keyboard.press('Space')
  await (await chooser).setFiles(await retouched())
  const undo = imageAt(admin, 2).getByRole('button', { name: 'Undo: image 2' })
  await expect(undo).toBeVisible()
  await expect(galleryOf(admin).getByRole('status').filter({ hasText: 'Image 2 was replaced.' })).toBeAttached()
  await expectAccessible(admin.page)
  await expect(imageAt(visitor, 2).locator('picture img')).toHaveAttribute('src', /\/120\.jpg$/)
  const release = await admin.holdRequests(/\/projects\//)
  const undoRequest = admin.page.waitForRequest((request) => request.method() === 'POST')
  await undo.press('Enter')
  await undoRequest
  await expect(undo).toHaveAttribute('aria-disabled', 'true')
  await release()
  await expect(undo).toHaveCount(0)
  await expect(picker).toBeFocused()
  await expect(
    galleryOf(admin).getByRole('status').filter({ hasText: 'Image 2 shows the previous picture again.' }),
  ).toBeAttached()
  expect(shownPhoto(site)).toEqual(before)
  await expect(imageAt(visitor, 2).locator('picture img')).toHaveAttribute('src', new RegExp(`/${before?.id}/`))
})

test('an alt text that another admin is typing is kept when the image is replaced, and can be saved', async ({
  admin,
  colleague,
  site,
}) => {
  await colleague.open(pathOf(site, project))
  await colleague.page.getByRole('button', { name: 'Describe image 2', exact: true }).click()
  const altText = colleague.page.getByLabel('Alternative text of image 2', { exact: true })
  await altText.fill('A bench of bog oak.')
  await admin.open(pathOf(site, project))
  await admin.replaceImage(2, await retouched())
  await expect(imageAt(colleague, 2).locator('picture img')).toHaveAttribute('src', /\/120\.jpg$/)
  await expect(altText).toHaveValue('A bench of bog oak.')
  await altText.press('Enter')
  await expect(imageAt(colleague, 2).getByText('Saved.', { exact: true })).toBeVisible()
  expect(shownPhoto(site)).toMatchObject({ width: 120, alt: 'A bench of bog oak.' })
})

test('replacing an image, or undoing its replacement, is refused if another admin has replaced the image meanwhile', async ({
  admin,
  colleague,
  site,
}) => {
  await admin.open(pathOf(site, project))
  const release = await admin.holdRequests(/\/uploads/)
  await admin.replaceImage(2, await smallImage('mine.jpg', { width: 140 }))
  await colleague.open(pathOf(site, project))
  await colleague.replaceImage(2, await retouched())
  await expect(imageAt(colleague, 2).getByText('Image 2 was replaced.')).toBeVisible()
  await release()
  await expect(imageAt(admin, 2).getByText('Someone replaced this image in the meantime.')).toBeVisible()
  expect(shownPhoto(site)).toMatchObject({ width: 120 })
  await admin.replaceImage(2, await smallImage('mine.jpg', { width: 140 }))
  await expect(imageAt(admin, 2).getByText('Image 2 was replaced.')).toBeVisible()
  expect(shownPhoto(site)).toMatchObject({ width: 140 })
  await imageAt(colleague, 2).getByRole('button', { name: 'Undo: image 2' }).click()
  await expect(imageAt(colleague, 2).getByText('Someone changed this picture in the meantime.')).toBeVisible()
  expect(shownPhoto(site)).toMatchObject({ width: 140 })
})

test('a refused file shows the reason, and the image keeps its photo', async ({ admin, site }) => {
  const before = shownPhoto(site)
  await admin.open(pathOf(site, project))
  await admin.replaceImage(2, textNamedAsImage('list.jpg'))
  await expect(imageAt(admin, 2).getByRole('alert')).toHaveText('Failed to replace image')
  await expect(imageAt(admin, 2).getByText('This is not a JPEG, PNG, WebP, AVIF or HEIC picture.')).toBeVisible()
  await expectAccessible(admin.page)
  await imageAt(admin, 2).getByRole('button', { name: 'Discard list.jpg' }).press('Enter')
  await expect(imageAt(admin, 2).getByRole('alert')).toHaveCount(0)
  await expect(galleryOf(admin).getByLabel('Replace image 2', { exact: true })).toBeFocused()
  expect(shownPhoto(site)).toEqual(before)
  await admin.replaceImage(2, await retouched())
  await expect(imageAt(admin, 2).getByText('Image 2 was replaced.')).toBeVisible()
})

test('a small replacement is accepted with a hint', async ({ admin, site }) => {
  await admin.open(pathOf(site, project))
  await admin.replaceImage(2, await smallImage('small.jpg', { width: 900, height: 600 }))
  await expect(imageAt(admin, 2).getByText('Image 2 was replaced.')).toBeVisible()
  const hint = 'small.jpg: Small picture: 900 × 600 pixels. At least 1200 pixels look sharp on large screens.'
  await expect(imageAt(admin, 2).getByRole('log')).toHaveText(hint)
  await expectAccessible(admin.page)
})

test('an image whose photo could not be read shows the reason, and reading it can be retried', async ({
  admin,
  visitor,
  site,
}) => {
  const { id } = shownPhoto(site) ?? { id: '' }
  site.sql(`update photos set state = 'failed', made = '', failure = 'exhausted' where id = ?`, id)
  await admin.open(pathOf(site, project))
  await expect(
    imageAt(admin, 2).getByText('This picture could not be read: there was not enough memory or time.'),
  ).toBeVisible()
  await expectAccessible(admin.page)
  await visitor.open(pathOf(site, project))
  await expect(visitor.main.getByText('not enough memory')).toHaveCount(0)
  await imageAt(admin, 2).getByRole('button', { name: 'Try again to read image 2' }).press('Enter')
  await expect(imageAt(admin, 2).getByText('This picture could not be read')).toHaveCount(0)
  await expect(galleryOf(admin).getByLabel('Replace image 2', { exact: true })).toBeFocused()
  await expect(
    galleryOf(admin).getByRole('status').filter({ hasText: 'Image 2 is being prepared again.' }),
  ).toBeAttached()
  await expect(imageAt(admin, 2).locator('picture img')).toHaveCount(1)
})

test('a cover that lacks some sizes can be read again, and focus stays in its tools', async ({ admin, site }) => {
  site.sql(`update photos set state = 'failed' where place = 'cover' and projectId = ?`, projectNamed(site, project).id)
  await admin.open(pathOf(site, project))
  const tools = admin.page.getByRole('region', { name: 'Cover photo' })
  await expect(tools.getByText('This picture is shown, but not in all sizes. Try again.')).toBeVisible()
  await tools.getByRole('button', { name: 'Try again to read cover photo' }).press('Enter')
  await expect(tools.getByText('This picture is shown')).toHaveCount(0)
  await expect(tools.getByLabel('Replace cover photo')).toBeFocused()
  await expect(tools.getByRole('status').filter({ hasText: 'Cover photo is being prepared again.' })).toBeAttached()
})

test('if a replacement cannot be read, visitors still see the previous photo, and an admin can replace it again', async ({
  admin,
  visitor,
  site,
}) => {
  const before = shownPhoto(site)
  await admin.open(pathOf(site, project))
  await admin.replaceImage(2, await retouched())
  await expect(imageAt(admin, 2).locator('picture img')).toHaveAttribute('src', /\/120\.jpg$/)
  const failed = `update photos set state = 'failed', made = '', formerId = replacedId where id = ?`
  site.sql(failed, shownPhoto(site)?.id ?? '')
  await visitor.open(pathOf(site, project))
  const visible = imageAt(visitor, 2).locator('picture img')
  await expect(visible).toHaveAttribute('src', new RegExp(`/${before?.id}/`))
  await visitor.scrollTo(visible)
  await expect.poll(() => visible.evaluate((one: HTMLImageElement) => one.complete && one.naturalWidth)).toBeTruthy()
  await admin.open(pathOf(site, project))
  await expect(imageAt(admin, 2).getByText('This picture could not be read.')).toBeVisible()
  await admin.replaceImage(2, await smallImage('intact.jpg', { width: 140 }))
  await expect(visible).toHaveAttribute('src', /\/140\.jpg$/)
  await imageAt(admin, 2).getByRole('button', { name: 'Undo: image 2' }).click()
  await expect(visible).toHaveAttribute('src', new RegExp(`/${before?.id}/`))
})

test.describe('on a phone', () => {
  test.use({ hasTouch: true, viewport: { width: 360, height: 740 } })

  test('the tools for replacing an image fit the width, and their targets are at least 44 px', async ({
    admin,
    site,
  }) => {
    await admin.open(pathOf(site, project))
    await admin.replaceImage(2, await retouched())
    const undo = imageAt(admin, 2).getByRole('button', { name: 'Undo: image 2' })
    await expect(undo).toBeVisible()
    for (const target of [undo, galleryOf(admin).getByLabel('Replace image 2', { exact: true })]) {
      const box = await target.boundingBox()
      expect(box?.height).toBeGreaterThanOrEqual(44)
      expect(box?.width).toBeGreaterThanOrEqual(44)
    }
    expect(await admin.page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  })
})
