import type { Page } from '@playwright/test'
import { expectAccessible } from './fixtures/checks/axe.ts'
import { abortWrites } from './fixtures/network/fault-injection.ts'
import { galleryOf, imageAt, imageNames } from './fixtures/gallery.ts'
import { smallImage } from './fixtures/chosen-files.ts'
import { imagesOf, pathOf, projectNamed } from '#tests/support/site/site-rows.ts'
import type { SiteProcess } from '#tests/support/site/site-process.ts'
import { expect, test } from './fixtures/test.ts'

test('clicking an image sets its focal point, the arrow keys move it, and a marker shows it', async ({
  admin,
  site,
}) => {
  await admin.open(pathOf(site, 'Thrown'))
  await admin.page.getByRole('button', { name: 'Describe image 2', exact: true }).click()
  const img = imageAt(admin, 2).locator('img')
  await img.scrollIntoViewIfNeeded()
  const { x, y, width, height } = (await img.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await admin.page.mouse.click(x + width * 0.25, y + height * 0.75)
  await expect(imageAt(admin, 2).getByText('Focal point saved.')).toBeVisible()
  expect(focalPointOf(site, 2)).toEqual([expect.closeTo(0.25, 2), expect.closeTo(0.75, 2)])
  const marker = (await imageAt(admin, 2).locator('.tool-focal-point-marker').boundingBox()) ?? {
    x: 0,
    y: 0,
    width: 0,
    height: 0,
  }
  expect(marker.x + marker.width / 2 - x).toBeCloseTo(width * 0.25, -1)
  expect(marker.y + marker.height / 2 - y).toBeCloseTo(height * 0.75, -1)

  // The click has focused the slider.
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowUp', 'Shift+ArrowLeft', 'Shift+ArrowDown']) {
    await admin.page.keyboard.press(key)
  }
  await expect.poll(() => focalPointOf(site, 2)).toEqual([0.17, 0.84])
  for (let press = 0; press < 3; press++) await admin.page.keyboard.press('Shift+ArrowLeft')
  await expect.poll(() => focalPointOf(site, 2)).toEqual([0, 0.84])
  const slider = admin.page.getByRole('slider', { name: 'Focal point of image 2, from the left' })
  await expect(slider).toHaveAttribute('aria-valuetext', '0 % from the left, 84 % from the top')
  await expectAccessible(admin.page)
})

test('visitors see the cover cropped around its focal point', async ({ admin, visitor, site }) => {
  const path = pathOf(site, 'Thrown')
  await visitor.open('/work')
  await admin.open(path)
  await admin.page.getByRole('button', { name: 'Describe cover photo' }).click()
  const slider = admin.page.getByRole('slider', { name: 'Focal point of cover photo, from the left' })
  await slider.focus()
  await expectAccessible(admin.page)
  await slider.press('Home')
  await slider.press('Shift+ArrowRight')
  const coverImage = visitor.card('Thrown').locator('img')
  await expect(coverImage).toHaveCSS('object-position', /^10% /)
  await expect(admin.main.locator('article img, img').first()).toHaveCSS('object-position', /^10% /)
  const fresh = await visitor.page.request.get(`${site.origin}/work`)
  expect(await fresh.text()).not.toMatch(/<[^>]+ style=/)
})

test('the focal point and alt text of an image can be edited with the keyboard only', async ({
  admin,
  visitor,
  site,
}) => {
  const path = pathOf(site, 'Low Line')
  await visitor.open(path)
  await admin.open(path)
  const { keyboard } = admin.page
  await admin.page.getByRole('button', { name: 'Describe image 1', exact: true }).focus()
  await keyboard.press('Enter')
  for (const name of ['Focal point of image 1, from the left', 'Focal point of image 1, from the top']) {
    await tabTo(admin.page, name)
  }
  await keyboard.press('ArrowDown')
  await expect(imageAt(admin, 1).getByText('Focal point saved.')).toBeVisible()
  await tabTo(admin.page, 'Alternative text of image 1')
  await keyboard.press('ControlOrMeta+a')
  await keyboard.type('A sofa before a long shelf.')
  await keyboard.press('Enter')
  await expect(imageAt(admin, 1).getByText('Saved.', { exact: true })).toBeVisible()
  await expect(galleryOf(visitor).getByRole('button', { name: 'A sofa before a long shelf.' })).toBeVisible()
  expect(imagesOf(site, 'Low Line')[0]?.alt).toBe('A sofa before a long shelf.')
  await expect(admin.page.getByLabel('Alternative text of image 1', { exact: true })).toBeFocused()
})

test('saving an alt text that another admin has changed shows the other text before overwriting it', async ({
  admin,
  colleague,
  site,
}) => {
  const path = pathOf(site, 'Low Line')
  await admin.open(path)
  await colleague.open(path)
  await admin.page.getByRole('button', { name: 'Describe image 1', exact: true }).click()
  await admin.page.getByLabel('Alternative text of image 1', { exact: true }).fill('Mine.')
  await colleague.page.getByRole('button', { name: 'Describe image 1', exact: true }).click()
  await colleague.page.getByLabel('Alternative text of image 1', { exact: true }).fill('Theirs.')
  await colleague.page.getByRole('button', { name: 'Save alternative text of image 1' }).click()
  await expect.poll(() => imagesOf(site, 'Low Line')[0]?.alt).toBe('Theirs.')

  await admin.page.getByRole('button', { name: 'Save alternative text of image 1' }).click()
  await expect(imageAt(admin, 1).getByRole('alert')).toHaveText('Failed to update project data')
  await expect(imageAt(admin, 1)).toContainText('Theirs.')
  await expect(admin.page.getByLabel('Alternative text of image 1', { exact: true })).toHaveValue('Mine.')
  await expectAccessible(admin.page)
  expect(imagesOf(site, 'Low Line')[0]?.alt).toBe('Theirs.')
  await admin.page.getByRole('button', { name: 'Save alternative text of image 1' }).click()
  await expect.poll(() => imagesOf(site, 'Low Line')[0]?.alt).toBe('Mine.')
})

test('a failed save shows an error, keeps the alt text in the field and resets the focal point', async ({
  admin,
  site,
}) => {
  await admin.open(pathOf(site, 'Low Line'))
  await admin.page.getByRole('button', { name: 'Describe image 1', exact: true }).click()
  const before = focalPointOf(site, 1, 'Low Line')
  const restore = await abortWrites(admin.page, /\/projects\//)
  const slider = admin.page.getByRole('slider', { name: 'Focal point of image 1, from the left' })
  const previousValue = await slider.inputValue()
  await slider.press('Shift+ArrowRight')
  await expect(imageAt(admin, 1).getByRole('alert')).toHaveText('Failed to update project data')
  await expect(slider).toHaveValue(previousValue)
  await admin.page.getByLabel('Alternative text of image 1', { exact: true }).fill('Kept.')
  await admin.page.getByRole('button', { name: 'Save alternative text of image 1' }).click()
  await expect(imageAt(admin, 1).getByRole('alert')).toHaveCount(2)
  await expect(admin.page.getByLabel('Alternative text of image 1', { exact: true })).toHaveValue('Kept.')
  await restore()
  expect(focalPointOf(site, 1, 'Low Line')).toEqual(before)
  await admin.page.getByRole('button', { name: 'Save alternative text of image 1' }).click()
  await expect.poll(() => imagesOf(site, 'Low Line')[0]?.alt).toBe('Kept.')
})

test('replacing a cover opens the field for its alt text, and only admins see the tools', async ({
  admin,
  visitor,
  user,
  site,
}) => {
  const path = pathOf(site, 'Low Line')
  await admin.open(path)
  await admin.replaceCover(await smallImage('front.jpg'))
  await expect(admin.main.getByText('The cover photo was replaced.')).toBeVisible()
  await admin.page.getByLabel('Alternative text of cover photo', { exact: true }).fill('The front.')
  await admin.page.getByRole('button', { name: 'Save alternative text of cover photo' }).click()
  await expect(admin.main.getByText('Saved.', { exact: true })).toBeVisible()
  for (const person of [visitor, user]) {
    await person.open(path)
    await expect(person.main.getByRole('img', { name: 'The front.' })).toBeVisible()
    expect(await person.main.getByRole('button', { name: /^(Describe|Move|Save)/ }).count()).toBe(0)
    expect(await person.main.getByRole('checkbox').count()).toBe(0)
  }
  expect((await imageNames(visitor)).length).toBe(3)
})

/** Presses Tab until the element with this label has focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let press = 0; press < 8; press++) {
    await page.keyboard.press('Tab')
    if ((await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))) === name) return
  }
  throw new Error(`${name} was not reached with Tab`)
}

function focalPointOf(site: SiteProcess, position: number, project = 'Thrown'): [number, number] {
  const [row] = site.sql<{ focalX: number; focalY: number }>(
    `select focalX, focalY from photos where projectId = ? and place = 'gallery' and position = ? and deletedAt is null`,
    projectNamed(site, project).id,
    position,
  )
  return [row?.focalX ?? -1, row?.focalY ?? -1]
}

test('a project without a cover photo offers to add one', async ({ admin, site }) => {
  site.sql(`update photos set deletedAt = createdAt where place = 'cover'`)
  await admin.open(pathOf(site, 'Low Line'))
  await expect(admin.page.getByLabel('Add cover photo')).toHaveCount(1)
  await expect(admin.page.getByLabel('Replace cover photo')).toHaveCount(0)
})
