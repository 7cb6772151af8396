import { abortWrites } from './fixtures/network/fault-injection.ts'
import { galleryOf, imageAt } from './fixtures/gallery.ts'
import { pathOf } from '#tests/support/site-rows.ts'
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
  await expect(admin.main.getByText('Low Line is number 5 of 6 now.')).toBeAttached()
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
