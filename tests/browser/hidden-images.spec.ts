import { imagesOf, pathOf } from '#tests/support/site-rows.ts'
import type { Admin } from './fixtures/admin.ts'
import { expectAccessible } from './fixtures/axe.ts'
import { smallImage } from './fixtures/chosen-files.ts'
import { galleryOf, imageAt } from './fixtures/gallery.ts'
import { withoutReload } from './fixtures/live-updates.ts'
import type { Visitor } from './fixtures/visitor.ts'
import { expect, test } from './fixtures/test.ts'

const shownImages = (person: Visitor) => galleryOf(person).getByRole('listitem')

async function setHidden(admin: Admin, number: number, verb: 'Hide' | 'Show'): Promise<void> {
  const button = imageAt(admin, number).getByRole('button', { name: `${verb} image ${number}`, exact: true })
  if (!(await button.isVisible())) {
    await admin.page.getByRole('button', { name: `Describe image ${number}`, exact: true }).click()
  }
  await button.click()
}

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
    await expect(imageAt(admin, 2).getByText('Hidden. Only you see this picture.')).toBeVisible()
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

test('images added as hidden ones appear to a visitor in one step', async ({ admin, visitor, site }) => {
  const path = pathOf(site, 'Thrown')
  await withoutReload(visitor, path, async () => {
    const count = await shownImages(visitor).count()
    await admin.open(path)
    await admin.chooseImages(await smallImage('one.jpg'), await smallImage('two.jpg', { width: 80 }))
    await admin.main.getByRole('button', { name: 'Add hidden', exact: true }).click()
    await expect(galleryOf(admin).getByText('2 images are hidden.')).toBeVisible()
    await expect(shownImages(visitor)).toHaveCount(count)
    await galleryOf(admin).getByRole('button', { name: 'Show all hidden', exact: true }).click()
    await expect(galleryOf(admin).getByText('No image is hidden any more.')).toBeVisible()
    await expect(shownImages(visitor)).toHaveCount(count + 2)
  })
})
