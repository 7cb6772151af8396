import type { Locator, Page } from '@playwright/test'
import type { Admin } from './admin.ts'
import { expectAccessible } from './axe.ts'
import { cutLine, delayAnswers } from './faults.ts'
import { galleryOf, imageAt, imageNames } from './gallery.ts'
import { imagesOf, pathOf, projectsOf } from './rows.ts'
import { expect, test } from './stories.ts'

test.describe.configure({ timeout: 90_000 })

const samples = ['Thrown', 'Reeded', 'Long Table', 'Clear Grid', 'Sage Terrace', 'Low Line']
const letters = (names: readonly string[], order: readonly string[]) =>
  order.map((name) => 'abcde'[names.indexOf(name)] ?? '?').join('')

test('several images are selected, by a range too, and move as one block', async ({ admin, visitor, site }) => {
  const path = pathOf(site, 'Thrown')
  await visitor.opens(path)
  await admin.opens(path)
  const names = await imageNames(admin)
  const order = async () => letters(names, await imageNames(admin))
  await select(admin, 2).check()
  await select(admin, 4).click({ modifiers: ['Shift'] })
  await expect(bulk(admin)).toContainText('3 of 5 selected')
  // Where the bar lies over nothing.
  await admin.page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
  await expectAccessible(admin.page)
  await tool(admin, 'Move to first').click()
  await expect.poll(order).toBe('bcdae')
  await tool(admin, 'Move to last').click()
  await expect.poll(order).toBe('aebcd')
  await select(admin, 5).uncheck()
  await bulk(admin).getByLabel('Move to position').fill('2')
  await bulk(admin).getByLabel('Move to position').press('Enter')
  await expect.poll(order).toBe('abced')
  await expect(galleryOf(admin).getByRole('status').getByText('2 images were moved to position 2.')).toBeAttached()
  await expect.poll(async () => letters(names, await imageNames(visitor))).toBe('abced')
  await admin.page.reload()
  expect(await order()).toBe('abced')
  expect(imagesOf(site, 'Thrown').map((image) => image.position)).toEqual([1, 2, 3, 4, 5])
})

test('several images are removed after one question', async ({ admin, site }) => {
  await admin.opens(pathOf(site, 'Thrown'))
  const [a, , c, d] = await imageNames(admin)
  await tool(admin, 'Select all').click()
  // There is nowhere to move all of them to.
  for (const move of ['Move to first', 'Move to last', 'Move to this position']) {
    await expect(tool(admin, move)).toHaveAttribute('aria-disabled', 'true')
  }
  await expect(bulk(admin)).toContainText('5 of 5 selected')
  await tool(admin, 'Select none').click()
  await expect(tool(admin, 'Remove 5 images')).toHaveCount(0)
  await select(admin, 2).check()
  await select(admin, 5).check()
  await tool(admin, 'Remove 2 images').click()
  const dialog = admin.page.getByRole('dialog', { name: 'Are you sure you want to delete these 2 images?' })
  await expect(dialog.getByRole('button')).toHaveText(['Cancel', 'Yes, Delete'])
  await expectAccessible(admin.page, 'dialog')
  await admin.answers('Cancel')
  expect(imagesOf(site, 'Thrown')).toHaveLength(5)
  await tool(admin, 'Remove 2 images').click()
  await admin.answers('Yes, Delete')
  await expect.poll(() => imageNames(admin)).toEqual([a, c, d])
  await expect(galleryOf(admin).getByText('2 images were removed.')).toBeVisible()
  await expect(bulk(admin)).not.toContainText('selected')
  expect(imagesOf(site, 'Thrown').map((image) => image.position)).toEqual([1, 2, 3])
})

test('an image that was moved while one is asked about it is removed under its new number', async ({
  admin,
  colleague,
  site,
}) => {
  await admin.opens(pathOf(site, 'Thrown'))
  await colleague.opens(pathOf(site, 'Thrown'))
  const [one, two, three] = await imageNames(admin)
  await admin.page.getByRole('button', { name: 'Remove image 3', exact: true }).click()
  await colleague.movesImage(3, '1')
  await expect.poll(async () => (await imageNames(admin)).slice(0, 3)).toEqual([three, one, two])
  await admin.answers('Yes, Delete')
  await expect(galleryOf(admin).getByRole('status').filter({ hasText: 'Image 1 was removed.' })).toBeVisible()
  expect((await imageNames(admin)).slice(0, 2)).toEqual([one, two])
})

test('when several cannot be moved or removed it says so, and all is as before', async ({ admin, colleague, site }) => {
  const path = pathOf(site, 'Thrown')
  await admin.opens(path)
  const before = await imageNames(admin)
  await select(admin, 1).check()
  await select(admin, 2).check()
  const mend = await cutLine(admin.page, /\/projects\//)
  await tool(admin, 'Move to last').click()
  await expect(bulk(admin).getByRole('alert')).toHaveText('Failed to update image order')
  expect(await imageNames(admin)).toEqual(before)
  await tool(admin, 'Remove 2 images').click()
  await admin.answers('Yes, Delete')
  await expect(bulk(admin).getByText('Failed to remove image', { exact: true })).toBeVisible()
  await expectAccessible(admin.page)
  await mend()

  // One of them has gone meanwhile: nothing is done with the other.
  await admin.page.route('**/live', (route) => route.abort())
  await admin.page.reload()
  await admin.opens(path)
  await select(admin, 1).check()
  await select(admin, 2).check()
  await colleague.opens(path)
  await colleague.removesImage(1)
  await expect.poll(() => imagesOf(site, 'Thrown').length).toBe(4)
  await tool(admin, 'Move to last').click()
  await expect(galleryOf(admin).getByText('1 of these images is no longer there. Nothing was changed.')).toBeVisible()
  expect(imagesOf(site, 'Thrown').map((image) => image.alt)).toEqual(before.slice(1))
})

test('an image is dragged by its grip, with a mouse; Escape puts it back', async ({ admin, visitor, site }) => {
  const path = pathOf(site, 'Thrown')
  await visitor.opens(path)
  await admin.opens(path)
  const names = await imageNames(admin)
  await drag(admin.page, grip(imageAt(admin, 1)), imageAt(admin, 2), 'behind', 'escape')
  expect(await imageNames(admin)).toEqual(names)
  await drag(admin.page, grip(imageAt(admin, 1)), imageAt(admin, 2), 'behind')
  await expect.poll(async () => letters(names, await imageNames(admin))).toBe('bacde')
  await expect.poll(async () => letters(names, await imageNames(visitor))).toBe('bacde')
  await expect(galleryOf(admin).getByText('Image 1 was moved to position 2 of 5.')).toBeAttached()
  // Whatever it is selected with comes along.
  await select(admin, 1).check()
  await select(admin, 4).check()
  await drag(admin.page, grip(imageAt(admin, 4)), imageAt(admin, 3), 'before')
  await expect.poll(async () => letters(names, await imageNames(admin))).toBe('abdce')
  await admin.page.reload()
  expect(letters(names, await imageNames(admin))).toBe('abdce')
})

test('an image is dragged with a finger', async ({ browser, site, admin }) => {
  const context = await browser.newContext({
    hasTouch: true,
    isMobile: true,
    // So high that both images stand clear of its edges: near them the page would scroll, the longer the finger rests.
    viewport: { width: 390, height: 1800 },
    storageState: await admin.page.context().storageState(),
  })
  const page = await context.newPage()
  await page.goto(site.origin + pathOf(site, 'Low Line'))
  const images = page.getByRole('region', { name: 'Images', exact: true }).getByRole('listitem')
  const names = () => images.locator('> button:first-child').evaluateAll((all) => all.map((one) => one.ariaLabel))
  await expect(page.getByRole('checkbox', { name: 'Select image 1', exact: true })).toBeEnabled()
  await images.nth(0).evaluate((one) => one.scrollIntoView({ block: 'center', behavior: 'instant' }))
  const before = await names()
  const from = await centreOf(grip(images.nth(0)))
  const box = await images.nth(1).boundingBox()
  const session = await context.newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y = 0) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x: from.x, y }] })
  await touch('touchStart', from.y)
  const scrolled = await page.evaluate(() => window.scrollY)
  const to = (box?.y ?? 0) + (box?.height ?? 0) * 0.8
  for (let step = 1; step <= 8; step++) await touch('touchMove', from.y + ((to - from.y) * step) / 8)
  await expect(page.locator('.tool-drop-line')).toBeVisible()
  await touch('touchEnd')
  await expect.poll(names).toEqual([before[1], before[0], before[2]])
  // The finger has moved the picture, not the page.
  expect(Math.abs((await page.evaluate(() => window.scrollY)) - scrolled)).toBeLessThan(400)
  await context.close()
})

test('the steps move an image by one, by keyboard too, and the focus goes along', async ({ admin, site }) => {
  await admin.opens(pathOf(site, 'Thrown'))
  const names = await imageNames(admin)
  const order = async () => letters(names, await imageNames(admin))
  const step = (slot: number, to: 'earlier' | 'later') =>
    galleryOf(admin).getByRole('button', { name: `Move image ${slot} ${to}`, exact: true })
  await step(1, 'later').click()
  await expect.poll(order).toBe('bacde')
  await step(5, 'earlier').focus()
  await admin.page.keyboard.press('Enter')
  await expect(step(4, 'earlier')).toBeFocused()
  await admin.page.keyboard.press('Enter')
  await expect.poll(order).toBe('baecd')
  await expect(step(3, 'earlier')).toBeFocused()
  await expect(step(1, 'earlier')).toHaveAttribute('aria-disabled', 'true')
  await step(1, 'earlier').press('Enter')
  expect(await order()).toBe('baecd')
  await expect.poll(() => imagesOf(site, 'Thrown').map((image) => image.alt)).toEqual(await imageNames(admin))
  await admin.page.reload()
  expect(await order()).toBe('baecd')
})

test('a new order is seen at once, and is gone again when the site refuses it', async ({ admin, site }) => {
  await admin.opens(pathOf(site, 'Thrown'))
  const names = await imageNames(admin)
  const mend = await delayAnswers(admin.page, /\/projects\/.*\.data/)
  await galleryOf(admin).getByRole('button', { name: 'Move image 1 later', exact: true }).click()
  await expect.poll(async () => letters(names, await imageNames(admin))).toBe('bacde')
  await mend()
  await expect.poll(() => imagesOf(site, 'Thrown')[0]?.alt).toBe(names[1])

  await cutLine(admin.page, /\/projects\//)
  await drag(admin.page, grip(imageAt(admin, 1)), imageAt(admin, 2), 'behind')
  await expect(imageAt(admin, 1).getByRole('alert')).toHaveText('Failed to update image order')
  expect(letters(names, await imageNames(admin))).toBe('bacde')
})

test('cards are dragged and stepped through the list; others move only to make room', async ({
  admin,
  visitor,
  site,
}) => {
  await visitor.opens('/work')
  await admin.opens('/work')
  await expectAccessible(admin.page)
  await drag(admin.page, grip(admin.card('Reeded')), admin.card('Thrown'), 'before')
  const swapped = ['Reeded', 'Thrown', ...samples.slice(2)]
  await expect.poll(() => admin.projectNames()).toEqual(swapped)
  await expect.poll(() => visitor.projectNames()).toEqual(swapped)
  await expect.poll(() => projectsOf(site).map((project) => project.position)).toEqual([0, 1, 3, 4, 5, 6])
  await admin.page.getByRole('button', { name: 'Move Sage Terrace earlier', exact: true }).press('Enter')
  const stepped = ['Reeded', 'Thrown', 'Long Table', 'Sage Terrace', 'Clear Grid', 'Low Line']
  await expect.poll(() => admin.projectNames()).toEqual(stepped)
  await expect(admin.page.getByRole('button', { name: 'Move Sage Terrace earlier', exact: true })).toBeFocused()
  await expect(admin.main.getByText('Sage Terrace is number 4 of 6 now.')).toBeAttached()
  await admin.page.getByRole('button', { name: 'Move Clear Grid later', exact: true }).click()
  await expect.poll(() => projectsOf(site).at(-1)?.name).toBe('Clear Grid')
  await admin.page.reload()
  expect(await admin.projectNames()).toEqual([...stepped.slice(0, 4), 'Low Line', 'Clear Grid'])

  // A failure is only logged, and the card is back.
  await cutLine(admin.page, /\/work/)
  const before = await admin.projectNames()
  await admin.page.getByRole('button', { name: 'Move Reeded later', exact: true }).click()
  await expect.poll(() => admin.projectNames()).toEqual(before)
  await expect(admin.alert).toHaveCount(0)
})

function bulk(admin: Admin): Locator {
  return admin.main.getByRole('group', { name: 'Several images' })
}

function tool(admin: Admin, name: string): Locator {
  return bulk(admin).getByRole('button', { name, exact: true })
}

function select(admin: Admin, slot: number): Locator {
  return admin.main.getByRole('checkbox', { name: `Select image ${slot}`, exact: true })
}

function grip(within: Locator): Locator {
  return within.locator('[data-grip]')
}

/** Drags to the half of the other item that stands for before it or behind it. */
async function drag(page: Page, handle: Locator, to: Locator, side: 'before' | 'behind', end = 'drop'): Promise<void> {
  await handle.scrollIntoViewIfNeeded()
  const from = await centreOf(handle)
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + 10, from.y - 10)
  const box = (await to.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const part = side === 'before' ? 0.2 : 0.8
  await page.mouse.move(box.x + box.width * part, box.y + box.height / 2, { steps: 6 })
  await expect(page.locator('.tool-drop-line')).toBeVisible()
  if (end === 'escape') await page.keyboard.press('Escape')
  await expect(page.locator('.tool-drop-line')).toHaveCount(end === 'escape' ? 0 : 1)
  await page.mouse.up()
}

async function centreOf(what: Locator): Promise<{ x: number; y: number }> {
  await what.scrollIntoViewIfNeeded()
  const { x, y, width, height } = (await what.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  return { x: x + width / 2, y: y + height / 2 }
}
