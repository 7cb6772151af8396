import type { Locator } from '@playwright/test'
import type { Admin } from './fixtures/admin.ts'
import { expectAccessible } from './fixtures/checks/axe.ts'
import { abortWrites } from './fixtures/network/fault-injection.ts'
import { checkbox, galleryOf, imageNames, letters } from './fixtures/gallery.ts'
import { imagesOf, pathOf } from '#tests/support/site/site-rows.ts'
import { expect, test } from './fixtures/test.ts'

test('images selected one by one or with Shift move together', async ({ admin, visitor, site }) => {
  const path = pathOf(site, 'Thrown')
  await visitor.open(path)
  await admin.open(path)
  const names = await imageNames(admin)
  const order = async () => letters(names, await imageNames(admin))
  await checkbox(admin, 2).check()
  await checkbox(admin, 4).click({ modifiers: ['Shift'] })
  await expect(toolbar(admin)).toContainText('3 of 5 selected')
  // At the top of the page the toolbar covers no other element.
  await admin.page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
  await expectAccessible(admin.page)
  await toolButton(admin, 'Move to first').click()
  await expect.poll(order).toBe('bcdae')
  await toolButton(admin, 'Move to last').click()
  await expect.poll(order).toBe('aebcd')
  await checkbox(admin, 5).uncheck()
  await toolbar(admin).getByLabel('Move to position').fill('2')
  await toolbar(admin).getByLabel('Move to position').press('Enter')
  await expect.poll(order).toBe('abced')
  await expect(galleryOf(admin).getByRole('status').getByText('2 images were moved to position 2.')).toBeAttached()
  await expect.poll(async () => letters(names, await imageNames(visitor))).toBe('abced')
  await admin.reload()
  expect(await order()).toBe('abced')
  expect(imagesOf(site, 'Thrown').map((image) => image.position)).toEqual([1, 2, 3, 4, 5])
})

test('a second move of several images is accepted while the first is being saved', async ({ admin, site }) => {
  await admin.open(pathOf(site, 'Thrown'))
  const names = await imageNames(admin)
  const order = async () => letters(names, await imageNames(admin))
  await checkbox(admin, 1).check()
  await checkbox(admin, 2).check()
  const release = await admin.holdRequests(/\/projects\//)
  await toolButton(admin, 'Move to last').click()
  await expect.poll(order).toBe('cdeab')
  await toolbar(admin).getByLabel('Move to position').fill('2')
  await toolbar(admin).getByLabel('Move to position').press('Enter')
  await expect.poll(order).toBe('cabde')
  await release()
  await expect(galleryOf(admin).getByRole('status').getByText('2 images were moved to position 2.')).toBeAttached()
  await admin.reload()
  expect(await order()).toBe('cabde')
})

test('several images are removed after one confirmation', async ({ admin, site }) => {
  await admin.open(pathOf(site, 'Thrown'))
  const [a, , c, d] = await imageNames(admin)
  await toolButton(admin, 'Select all').click()
  // Moving all images would change nothing.
  for (const move of ['Move to first', 'Move to last', 'Move to this position']) {
    await expect(toolButton(admin, move)).toHaveAttribute('aria-disabled', 'true')
  }
  await expect(toolbar(admin)).toContainText('5 of 5 selected')
  await toolButton(admin, 'Select none').click()
  await expect(toolButton(admin, 'Remove 5 images')).toHaveCount(0)
  await checkbox(admin, 2).check()
  await checkbox(admin, 5).check()
  await toolButton(admin, 'Remove 2 images').click()
  const dialog = admin.page.getByRole('dialog', { name: 'Are you sure you want to delete these 2 images?' })
  await expect(dialog.getByRole('button')).toHaveText(['Cancel', 'Yes, Delete'])
  await expectAccessible(admin.page, 'dialog')
  await admin.chooseInDialog('Cancel')
  expect(imagesOf(site, 'Thrown')).toHaveLength(5)
  await toolButton(admin, 'Remove 2 images').click()
  await admin.chooseInDialog('Yes, Delete')
  await expect.poll(() => imageNames(admin)).toEqual([a, c, d])
  await expect(galleryOf(admin).getByText('2 images were removed.')).toBeVisible()
  await expect(toolbar(admin)).not.toContainText('selected')
  expect(imagesOf(site, 'Thrown').map((image) => image.position)).toEqual([1, 2, 3])
})

test('the removal dialog removes its image even if another admin has moved that image meanwhile', async ({
  admin,
  colleague,
  site,
}) => {
  await admin.open(pathOf(site, 'Thrown'))
  await colleague.open(pathOf(site, 'Thrown'))
  const [one, two, three] = await imageNames(admin)
  await admin.page.getByRole('button', { name: 'Remove image 3', exact: true }).click()
  await colleague.moveImage(3, '1')
  await expect.poll(async () => (await imageNames(admin)).slice(0, 3)).toEqual([three, one, two])
  await admin.chooseInDialog('Yes, Delete')
  await expect(galleryOf(admin).getByRole('status').filter({ hasText: 'Image 1 was removed.' })).toBeVisible()
  expect((await imageNames(admin)).slice(0, 2)).toEqual([one, two])
})

test('an error is shown when several images cannot be moved or removed, and nothing changes', async ({
  admin,
  colleague,
  site,
}) => {
  const path = pathOf(site, 'Thrown')
  await admin.open(path)
  const before = await imageNames(admin)
  await checkbox(admin, 1).check()
  await checkbox(admin, 2).check()
  const restore = await abortWrites(admin.page, /\/projects\//)
  await toolButton(admin, 'Move to last').click()
  await expect(toolbar(admin).getByRole('alert')).toHaveText('Failed to update image order')
  expect(await imageNames(admin)).toEqual(before)
  await toolButton(admin, 'Remove 2 images').click()
  await admin.chooseInDialog('Yes, Delete')
  await expect(toolbar(admin).getByText('Failed to remove image', { exact: true })).toBeVisible()
  await expectAccessible(admin.page)
  await restore()

  // After another admin has removed one of the two, the other is not moved.
  await admin.page.route('**/live?*', (route) => route.abort())
  await admin.reload()
  await admin.open(path)
  await checkbox(admin, 1).check()
  await checkbox(admin, 2).check()
  await colleague.open(path)
  await colleague.removeImage(1)
  await expect.poll(() => imagesOf(site, 'Thrown').length).toBe(4)
  await toolButton(admin, 'Move to last').click()
  await expect(galleryOf(admin).getByText('1 of these images is no longer there. Nothing was changed.')).toBeVisible()
  expect(imagesOf(site, 'Thrown').map((image) => image.alt)).toEqual(before.slice(1))
})

function toolbar(admin: Admin): Locator {
  return admin.main.getByRole('group', { name: 'Several images' })
}

function toolButton(admin: Admin, name: string): Locator {
  return toolbar(admin).getByRole('button', { name, exact: true })
}
