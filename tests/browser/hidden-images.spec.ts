import { imagesOf, pathOf } from '#tests/support/site/site-rows.ts'
import type { Admin } from './fixtures/admin.ts'
import { expectAccessible } from './fixtures/checks/axe.ts'
import { smallImage } from './fixtures/chosen-files.ts'
import { checkbox, galleryOf, imageAt } from './fixtures/gallery.ts'
import { withoutReload } from './fixtures/live-updates.ts'
import { abortWrites } from './fixtures/network/fault-injection.ts'
import type { Visitor } from './fixtures/visitor.ts'
import { expect, test } from './fixtures/test.ts'

const shownImages = (person: Visitor) => galleryOf(person).getByRole('listitem')

const setHidden = (admin: Admin, number: number, verb: 'Hide' | 'Show') =>
  imageAt(admin, number)
    .getByRole('button', { name: `${verb} image ${number}`, exact: true })
    .click()

test('a hidden image leaves the open page of a visitor and comes back when it is shown', async ({
  admin,
  visitor,
  user,
  site,
}) => {
  const path = pathOf(site, 'Thrown')
  const images = imagesOf(site, 'Thrown')
  const second = images[1]?.alt ?? ''
  await withoutReload(visitor, path, async () => {
    await admin.open(path)
    await setHidden(admin, 2, 'Hide')
    await expect(galleryOf(admin).getByText('Image 2 is hidden. Only admins see it.')).toBeAttached()
    await expect(imageAt(admin, 2).getByText('Hidden', { exact: true })).toBeVisible()
    await expectAccessible(admin.page)
    await expect(galleryOf(visitor).getByRole('button', { name: second, exact: true })).toHaveCount(0)
    await expect(galleryOf(admin).getByRole('listitem')).toHaveCount(images.length)
    await user.open(path)
    await expect(galleryOf(user).getByRole('button', { name: second, exact: true })).toHaveCount(0)
    await expect(user.main.getByRole('button', { name: /Hide|Show|Add hidden/ })).toHaveCount(0)
    await setHidden(admin, 2, 'Show')
    await expect(galleryOf(visitor).getByRole('button', { name: second, exact: true })).toBeVisible()
  })
})

test('images that were added hidden appear to a visitor in one step', async ({ admin, visitor, site }) => {
  const path = pathOf(site, 'Thrown')
  await withoutReload(visitor, path, async () => {
    const count = await shownImages(visitor).count()
    await admin.open(path)
    await admin.chooseImages(await smallImage('one.jpg'), await smallImage('two.jpg', { width: 80 }))
    await admin.main.getByRole('button', { name: 'Add hidden', exact: true }).click()
    await expect(galleryOf(admin).getByText('2 images are hidden.')).toBeVisible()
    await expect(shownImages(visitor)).toHaveCount(count)
    await galleryOf(admin).getByRole('button', { name: 'Show all hidden', exact: true }).click()
    await expect(galleryOf(admin).getByText('No images are hidden now.')).toBeVisible()
    await expect(shownImages(visitor)).toHaveCount(count + 2)
  })
})

test('the selected images are hidden and shown again in one step', async ({ admin, visitor, site }) => {
  const path = pathOf(site, 'Thrown')
  const bulkButton = (name: string) => galleryOf(admin).getByRole('button', { name, exact: true })
  await withoutReload(visitor, path, async () => {
    const count = await shownImages(visitor).count()
    const readCounts = await recordCounts(visitor)
    await admin.open(path)
    for (const number of [2, 4, 5]) await checkbox(admin, number).check()
    await expect(bulkButton('Show 3 images')).toHaveAttribute('aria-disabled', 'true')
    await bulkButton('Hide 3 images').dblclick()
    await expect(galleryOf(admin).getByText('3 images are hidden. Only admins see them.')).toBeAttached()
    await expect(galleryOf(admin).getByText('Hidden', { exact: true })).toHaveCount(3)
    await expect(bulkButton('Hide 3 images')).toHaveAttribute('aria-disabled', 'true')
    await expectAccessible(admin.page)
    await expect(shownImages(visitor)).toHaveCount(count - 3)
    await bulkButton('Show 3 images').click()
    await expect(galleryOf(admin).getByText('3 images are no longer hidden.')).toBeAttached()
    await expect(shownImages(visitor)).toHaveCount(count)
    expect(await readCounts()).toEqual([count - 3, count])
  })
})

test('a failure to hide images is shown beside the button, and nothing changes', async ({ admin, site }) => {
  await admin.open(pathOf(site, 'Thrown'))
  await checkbox(admin, 1).check()
  const restore = await abortWrites(admin.page, /\/projects\//)
  await setHidden(admin, 2, 'Hide')
  await expect(imageAt(admin, 2).getByRole('alert')).toHaveText('Failed to update project data')
  await galleryOf(admin).getByRole('button', { name: 'Hide 1 image', exact: true }).click()
  await expect(galleryOf(admin).getByRole('group', { name: 'Several images' }).getByRole('alert')).toBeVisible()
  expect(site.sql('select id from photos where hidden = 1')).toEqual([])
  await restore()
})

/** Records how many images the gallery shows after each change. */
async function recordCounts({ page }: Visitor): Promise<() => Promise<number[]>> {
  await page.evaluate(() => {
    const counts: number[] = []
    Object.assign(window, { counts })
    const gallery = document.querySelector('section[aria-label="Images"]')
    const count = () => gallery?.querySelectorAll('li').length ?? 0
    let last = count()
    new MutationObserver(() => {
      if (count() !== last) counts.push((last = count()))
    }).observe(document.body, { childList: true, subtree: true })
  })
  return () => page.evaluate(() => (window as unknown as { counts: number[] }).counts)
}
