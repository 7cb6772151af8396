import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { cutLine } from './faults.ts'
import { galleryOf, imageAt, imageNames } from './gallery.ts'
import { small } from './photographs.ts'
import { imagesOf, pathOf, projectNamed } from './rows.ts'
import type { Site } from './site.ts'
import { expect, test } from './stories.ts'

test.describe.configure({ timeout: 90_000 })

const patient = { timeout: 30_000 }

test('a click on the picture sets its focal point, the arrow keys move it, and the mark shows it', async ({
  admin,
  site,
}) => {
  await admin.opens(pathOf(site, 'Thrown'))
  await admin.page.getByRole('button', { name: 'Describe image 2', exact: true }).click()
  const picture = imageAt(admin, 2).locator('img')
  await picture.scrollIntoViewIfNeeded()
  const { x, y, width, height } = (await picture.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await admin.page.mouse.click(x + width * 0.25, y + height * 0.75)
  await expect(imageAt(admin, 2).getByText('Focal point saved.')).toBeVisible()
  expect(focalOf(site, 2)).toEqual([expect.closeTo(0.25, 2), expect.closeTo(0.75, 2)])
  const mark = (await imageAt(admin, 2).locator('.tool-mark').boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  expect(mark.x + mark.width / 2 - x).toBeCloseTo(width * 0.25, -1)
  expect(mark.y + mark.height / 2 - y).toBeCloseTo(height * 0.75, -1)

  // The click has put the focus there.
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowUp', 'Shift+ArrowLeft', 'Shift+ArrowDown']) {
    await admin.page.keyboard.press(key)
  }
  await expect.poll(() => focalOf(site, 2)).toEqual([0.17, 0.84])
  for (let press = 0; press < 3; press++) await admin.page.keyboard.press('Shift+ArrowLeft')
  await expect.poll(() => focalOf(site, 2)).toEqual([0, 0.84])
  const slider = admin.page.getByRole('slider', { name: 'Focal point of image 2, from the left' })
  await expect(slider).toHaveAttribute('aria-valuetext', '0 % from the left, 84 % from the top')
  await expectAccessible(admin.page)
})

test('a cover is cropped by its focal point wherever visitors see it', async ({ admin, visitor, site }) => {
  const path = pathOf(site, 'Thrown')
  await visitor.opens('/work')
  await admin.opens(path)
  await admin.page.getByRole('button', { name: 'Describe cover photo' }).click()
  const slider = admin.page.getByRole('slider', { name: 'Focal point of cover photo, from the left' })
  await slider.focus()
  await expectAccessible(admin.page)
  await slider.press('Home')
  await slider.press('Shift+ArrowRight')
  const shown = visitor.card('Thrown').locator('img')
  await expect(shown).toHaveCSS('object-position', /^10% /, patient)
  await expect(admin.main.locator('article img, img').first()).toHaveCSS('object-position', /^10% /)
  const fresh = await visitor.page.request.get(`${site.origin}/work`)
  expect(await fresh.text()).not.toMatch(/<[^>]+ style=/)
})

test('by keyboard alone: a picture is opened, described, aimed and saved', async ({ admin, visitor, site }) => {
  const path = pathOf(site, 'Low Line')
  await visitor.opens(path)
  await admin.opens(path)
  const { keyboard } = admin.page
  await admin.page.getByRole('button', { name: 'Describe image 1', exact: true }).focus()
  await keyboard.press('Enter')
  for (const name of ['Focal point of image 1, from the left', 'Focal point of image 1, from the top']) {
    await pressUntil(admin.page, name)
  }
  await keyboard.press('ArrowDown')
  await expect(imageAt(admin, 1).getByText('Focal point saved.')).toBeVisible()
  await pressUntil(admin.page, 'Alt text of image 1')
  await keyboard.press('ControlOrMeta+a')
  await keyboard.type('A sofa before a long shelf.')
  await keyboard.press('Enter')
  await expect(imageAt(admin, 1).getByText('Saved.', { exact: true })).toBeVisible()
  await expect(galleryOf(visitor).getByRole('button', { name: 'A sofa before a long shelf.' })).toBeVisible(patient)
  expect(imagesOf(site, 'Low Line')[0]?.alt).toBe('A sofa before a long shelf.')
  await expect(admin.page.getByLabel('Alt text of image 1', { exact: true })).toBeFocused()
})

test('words that somebody else has written meanwhile are told, not written over', async ({
  admin,
  colleague,
  site,
}) => {
  const path = pathOf(site, 'Low Line')
  await admin.opens(path)
  await colleague.opens(path)
  await admin.page.getByRole('button', { name: 'Describe image 1', exact: true }).click()
  await admin.page.getByLabel('Alt text of image 1', { exact: true }).fill('Mine.')
  await colleague.page.getByRole('button', { name: 'Describe image 1', exact: true }).click()
  await colleague.page.getByLabel('Alt text of image 1', { exact: true }).fill('Theirs.')
  await colleague.page.getByRole('button', { name: 'Save alt text of image 1' }).click()
  await expect.poll(() => imagesOf(site, 'Low Line')[0]?.alt).toBe('Theirs.')

  await admin.page.getByRole('button', { name: 'Save alt text of image 1' }).click()
  await expect(imageAt(admin, 1).getByRole('alert')).toHaveText('Failed to update project data')
  await expect(imageAt(admin, 1)).toContainText('Theirs.')
  await expect(admin.page.getByLabel('Alt text of image 1', { exact: true })).toHaveValue('Mine.')
  await expectAccessible(admin.page)
  expect(imagesOf(site, 'Low Line')[0]?.alt).toBe('Theirs.')
  await admin.page.getByRole('button', { name: 'Save alt text of image 1' }).click()
  await expect.poll(() => imagesOf(site, 'Low Line')[0]?.alt).toBe('Mine.')
})

test('when it cannot be saved it says so; the words stay in the field, the focal point goes back', async ({
  admin,
  site,
}) => {
  await admin.opens(pathOf(site, 'Low Line'))
  await admin.page.getByRole('button', { name: 'Describe image 1', exact: true }).click()
  const before = focalOf(site, 1, 'Low Line')
  const mend = await cutLine(admin.page, /\/projects\//)
  const slider = admin.page.getByRole('slider', { name: 'Focal point of image 1, from the left' })
  const stood = await slider.inputValue()
  await slider.press('Shift+ArrowRight')
  await expect(imageAt(admin, 1).getByRole('alert')).toHaveText('Failed to update project data')
  await expect(slider).toHaveValue(stood)
  await admin.page.getByLabel('Alt text of image 1', { exact: true }).fill('Kept.')
  await admin.page.getByRole('button', { name: 'Save alt text of image 1' }).click()
  await expect(imageAt(admin, 1).getByRole('alert')).toHaveCount(2)
  await expect(admin.page.getByLabel('Alt text of image 1', { exact: true })).toHaveValue('Kept.')
  await mend()
  expect(focalOf(site, 1, 'Low Line')).toEqual(before)
  await admin.page.getByRole('button', { name: 'Save alt text of image 1' }).click()
  await expect.poll(() => imagesOf(site, 'Low Line')[0]?.alt).toBe('Kept.')
})

test('after a cover was replaced its words are asked for; visitors get none of these tools', async ({
  admin,
  visitor,
  member,
  site,
}) => {
  const path = pathOf(site, 'Low Line')
  await admin.opens(path)
  await admin.replacesCover(await small('front.jpg'))
  await expect(admin.main.getByText('The cover photo was replaced.')).toBeVisible(patient)
  await admin.page.getByLabel('Alt text of cover photo', { exact: true }).fill('The front.')
  await admin.page.getByRole('button', { name: 'Save alt text of cover photo' }).click()
  await expect(admin.main.getByText('Saved.', { exact: true })).toBeVisible()
  for (const someone of [visitor, member]) {
    await someone.opens(path)
    await expect(someone.main.getByRole('img', { name: 'The front.' })).toBeVisible()
    expect(await someone.main.getByRole('button', { name: /^(Describe|Move|Save)/ }).count()).toBe(0)
    expect(await someone.main.getByRole('checkbox').count()).toBe(0)
  }
  expect((await imageNames(visitor)).length).toBe(3)
})

async function pressUntil(page: Page, name: string): Promise<void> {
  for (let press = 0; press < 8; press++) {
    await page.keyboard.press('Tab')
    if ((await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))) === name) return
  }
  throw new Error(`${name} was not reached by the keyboard`)
}

function focalOf(site: Site, slot: number, project = 'Thrown'): [number, number] {
  const [row] = site.sql<{ focalX: number; focalY: number }>(
    `select focalX, focalY from photos where projectId = ? and place = 'gallery' and position = ? and deletedAt is null`,
    projectNamed(site, project).id,
    slot,
  )
  return [row?.focalX ?? -1, row?.focalY ?? -1]
}
