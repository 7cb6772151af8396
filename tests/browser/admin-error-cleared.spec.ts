import { abortWrites } from './fixtures/network/fault-injection.ts'
import { checkbox, galleryOf, imageAt } from './fixtures/gallery.ts'
import { pathOf } from '#tests/support/site/site-rows.ts'
import { expect, test } from './fixtures/test.ts'

test('an error disappears when another change in the list succeeds', async ({ admin }) => {
  await admin.open('/work')
  const restore = await abortWrites(admin.page, /\/work/)
  await admin.removeProject('Thrown')
  await expect(admin.card('Thrown').getByRole('alert')).toHaveText('Failed to delete project')
  await admin.page.getByRole('button', { name: 'Move Reeded later', exact: true }).click()
  await expect(admin.position('Reeded')).toHaveAccessibleDescription(/^The position was not changed\. /)
  await expect(admin.alert).toHaveCount(1)
  await restore()
  await admin.page.getByRole('button', { name: 'Move Low Line earlier', exact: true }).click()
  await expect(admin.main.getByText('Low Line is now number 5 of 6.')).toBeAttached()
  await expect(admin.alert).toHaveCount(0)
})

test('an error disappears when another change in the gallery succeeds', async ({ admin, site }) => {
  await admin.open(pathOf(site, 'Thrown'))
  const restore = await abortWrites(admin.page, /\/projects\//)
  await admin.removeImage(2)
  await expect(imageAt(admin, 2).getByRole('alert')).toHaveText('Failed to remove image')
  await admin.moveImage(4, '5')
  await expect(imageAt(admin, 4).getByRole('alert')).toHaveText('Failed to update image order')
  await expect(galleryOf(admin).getByRole('alert')).toHaveCount(1)
  await restore()
  await admin.removeImage(1)
  await expect(galleryOf(admin).getByRole('status').filter({ hasText: 'Image 1 was removed.' })).toBeVisible()
  await expect(galleryOf(admin).getByRole('alert')).toHaveCount(0)
})

test('a failure to hide images disappears when another change in the gallery succeeds', async ({ admin, site }) => {
  await admin.open(pathOf(site, 'Thrown'))
  const gallery = galleryOf(admin)
  const hide = (name: string) => gallery.getByRole('button', { name: `Hide ${name}`, exact: true }).click()
  const changes = [() => admin.moveImage(3, '4'), () => admin.removeImage(3), () => hide('image 3')]
  await checkbox(admin, 1).check()
  for (const name of ['image 2', '1 image']) {
    for (const change of name === '1 image' ? changes.slice(0, 2) : changes) {
      const restore = await abortWrites(admin.page, /\/projects\//)
      await hide(name)
      await expect(gallery.getByRole('alert')).toHaveText('Failed to update project data')
      await restore()
      await change()
      await expect(gallery.getByRole('alert')).toHaveCount(0)
    }
  }
})

test('the message with the number of a hidden image disappears when an image is moved', async ({ admin, site }) => {
  await admin.open(pathOf(site, 'Thrown'))
  await galleryOf(admin).getByRole('button', { name: 'Hide image 2', exact: true }).click()
  const hidden = galleryOf(admin).getByText('Image 2 is hidden. Only admins see it.')
  await expect(hidden).toBeAttached()
  await admin.moveImage(1, '2')
  await expect(galleryOf(admin).getByText(/^Image 1 was moved to position 2 of /)).toBeAttached()
  await expect(hidden).toHaveCount(0)
})

test('the message with the position of a move disappears when a project or an image is removed', async ({
  admin,
  site,
}) => {
  await admin.open('/work')
  await admin.page.getByRole('button', { name: 'Move Low Line earlier', exact: true }).click()
  const moved = admin.main.getByText('Low Line is now number 5 of 6.')
  await expect(moved).toBeAttached()
  // A click at the same place would repeat the previous one, and after scrolling both buttons are at the same place.
  await admin.page.mouse.move(5, 5)
  await admin.removeProject('Thrown')
  await expect(admin.main.getByRole('status').filter({ hasText: 'Thrown was deleted.' })).toBeVisible()
  await expect(moved).toHaveCount(0)

  await admin.open(pathOf(site, 'Low Line'))
  await admin.moveImage(1, '2')
  const movedImage = galleryOf(admin).getByText(/^Image 1 was moved to position 2 of /)
  await expect(movedImage).toBeAttached()
  await admin.removeImage(3)
  await expect(galleryOf(admin).getByRole('status').filter({ hasText: 'Image 3 was removed.' })).toBeVisible()
  await expect(movedImage).toHaveCount(0)
})
