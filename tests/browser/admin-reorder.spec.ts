import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './fixtures/checks/axe.ts'
import { abortWrites, delayResponses } from './fixtures/network/fault-injection.ts'
import { checkbox, galleryOf, imageAt, imageNames, letters } from './fixtures/gallery.ts'
import { imagesOf, pathOf, projectsOf } from '#tests/support/site/site-rows.ts'
import { expect, test } from './fixtures/test.ts'

const samples = ['Thrown', 'Reeded', 'Long Table', 'Clear Grid', 'Sage Terrace', 'Low Line']

test('an image can be dragged by its handle with the mouse, and Escape cancels the drag', async ({
  admin,
  visitor,
  site,
}) => {
  const path = pathOf(site, 'Thrown')
  // Tall enough to keep all images away from the edges, where dragging scrolls the page.
  await admin.page.setViewportSize({ width: 1280, height: 5000 })
  await visitor.open(path)
  await admin.open(path)
  const names = await imageNames(admin)
  await drag(admin.page, dragHandle(imageAt(admin, 1)), imageAt(admin, 2), 'after', 'escape')
  expect(await imageNames(admin)).toEqual(names)
  await drag(admin.page, dragHandle(imageAt(admin, 1)), imageAt(admin, 2), 'after')
  await expect.poll(async () => letters(names, await imageNames(admin))).toBe('bacde')
  await expect.poll(async () => letters(names, await imageNames(visitor))).toBe('bacde')
  await expect(galleryOf(admin).getByText('Image 1 was moved to position 2 of 5.')).toBeAttached()
  // Dragging a selected image moves the whole selection.
  await checkbox(admin, 1).check()
  await checkbox(admin, 4).check()
  await drag(admin.page, dragHandle(imageAt(admin, 4)), imageAt(admin, 3), 'before')
  await expect.poll(async () => letters(names, await imageNames(admin))).toBe('abdce')
  // The visitor sees what is stored.
  await expect.poll(async () => letters(names, await imageNames(visitor))).toBe('abdce')
  await admin.reload()
  expect(letters(names, await imageNames(admin))).toBe('abdce')
})

test('a drag ends when another admin removes the dragged image', async ({ admin, colleague, site }) => {
  const path = pathOf(site, 'Thrown')
  await admin.page.setViewportSize({ width: 1280, height: 5000 })
  await admin.open(path)
  await colleague.open(path)
  const { length } = await imageNames(admin)
  const { x, y } = await centreOf(dragHandle(imageAt(admin, 1)))
  const { mouse } = admin.page
  const line = admin.page.locator('.tool-drop-line')
  await mouse.move(x, y)
  await mouse.down()
  await mouse.move(x + 40, y + 40, { steps: 4 })
  await expect(line).toBeVisible()
  await colleague.removeImage(1)
  await expect.poll(async () => (await imageNames(admin)).length).toBe(length - 1)
  await mouse.move(x + 60, y + 60)
  await expect(line).toHaveCount(0)
  await mouse.up()
})

test('an image can be dragged by touch', async ({ browser, site, admin }) => {
  const context = await browser.newContext({
    hasTouch: true,
    isMobile: true,
    // Tall enough to keep both images away from the edges, where dragging scrolls the page.
    viewport: { width: 390, height: 1800 },
    storageState: await admin.page.context().storageState(),
  })
  const page = await context.newPage()
  await page.goto(site.origin + pathOf(site, 'Low Line'))
  const images = page.getByRole('region', { name: 'Images', exact: true }).getByRole('listitem')
  const names = () =>
    images.locator('> button:first-child img').evaluateAll((all) => all.map((image) => image.getAttribute('alt')))
  await expect(page.getByRole('checkbox', { name: 'Select image 1', exact: true })).toBeEnabled()
  await images.nth(0).evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }))
  const before = await names()
  const from = await centreOf(dragHandle(images.nth(0)))
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
  // The touch moved the image instead of scrolling the page.
  expect(Math.abs((await page.evaluate(() => window.scrollY)) - scrolled)).toBeLessThan(400)
  await context.close()
})

test('the step buttons move an image by one position, by mouse or keyboard, and focus follows the image', async ({
  admin,
  site,
}) => {
  await admin.open(pathOf(site, 'Thrown'))
  const names = await imageNames(admin)
  const order = async () => letters(names, await imageNames(admin))
  const stepButton = (position: number, direction: 'earlier' | 'later') =>
    galleryOf(admin).getByRole('button', { name: `Move image ${position} ${direction}`, exact: true })
  await stepButton(1, 'later').click()
  await expect.poll(order).toBe('bacde')
  await stepButton(5, 'earlier').focus()
  await admin.page.keyboard.press('Enter')
  await expect(stepButton(4, 'earlier')).toBeFocused()
  await admin.page.keyboard.press('Enter')
  await expect.poll(order).toBe('baecd')
  await expect(stepButton(3, 'earlier')).toBeFocused()
  await expect(stepButton(1, 'earlier')).toHaveAttribute('aria-disabled', 'true')
  await stepButton(1, 'earlier').press('Enter')
  expect(await order()).toBe('baecd')
  await expect.poll(() => imagesOf(site, 'Thrown').map((image) => image.alt)).toEqual(await imageNames(admin))
  await admin.reload()
  expect(await order()).toBe('baecd')
})

test('a new order is shown immediately and reverted when saving fails', async ({ admin, site }) => {
  await admin.page.setViewportSize({ width: 1280, height: 5000 })
  await admin.open(pathOf(site, 'Thrown'))
  const names = await imageNames(admin)
  const restore = await delayResponses(admin.page, /\/projects\/.*\.data/)
  await galleryOf(admin).getByRole('button', { name: 'Move image 1 later', exact: true }).click()
  await expect.poll(async () => letters(names, await imageNames(admin))).toBe('bacde')
  await restore()
  await expect.poll(() => imagesOf(site, 'Thrown')[0]?.alt).toBe(names[1])
  // Until the move is saved, the field is read-only.
  await expect(admin.imagePosition(1)).toHaveJSProperty('readOnly', false)

  await abortWrites(admin.page, /\/projects\//)
  await drag(admin.page, dragHandle(imageAt(admin, 1)), imageAt(admin, 2), 'after')
  await expect(imageAt(admin, 1).getByRole('alert')).toHaveText('Failed to update image order')
  expect(letters(names, await imageNames(admin))).toBe('bacde')
})

test('a project can be moved by dragging or step buttons, and other projects keep their positions if possible', async ({
  admin,
  visitor,
  site,
}) => {
  await visitor.open('/work')
  await admin.open('/work')
  await expectAccessible(admin.page)
  await drag(admin.page, dragHandle(admin.card('Reeded')), admin.card('Thrown'), 'before')
  const swapped = ['Reeded', 'Thrown', ...samples.slice(2)]
  await expect.poll(() => admin.projectNames()).toEqual(swapped)
  await expect.poll(() => visitor.projectNames()).toEqual(swapped)
  await expect.poll(() => projectsOf(site).map((project) => project.position)).toEqual([0, 1, 3, 4, 5, 6])
  await admin.page.getByRole('button', { name: 'Move Sage Terrace earlier', exact: true }).press('Enter')
  const stepped = ['Reeded', 'Thrown', 'Long Table', 'Sage Terrace', 'Clear Grid', 'Low Line']
  await expect.poll(() => admin.projectNames()).toEqual(stepped)
  await expect(admin.page.getByRole('button', { name: 'Move Sage Terrace earlier', exact: true })).toBeFocused()
  await expect(admin.main.getByText('Sage Terrace is now number 4 of 6.')).toBeAttached()
  await admin.page.getByRole('button', { name: 'Move Clear Grid later', exact: true }).click()
  await expect.poll(() => projectsOf(site).at(-1)?.name).toBe('Clear Grid')
  await admin.reload()
  expect(await admin.projectNames()).toEqual([...stepped.slice(0, 4), 'Low Line', 'Clear Grid'])

  // After a failure the card moves back, and its position field shows the error.
  await abortWrites(admin.page, /\/work/)
  const before = await admin.projectNames()
  await admin.page.getByRole('button', { name: 'Move Reeded later', exact: true }).click()
  await expect(admin.position('Reeded')).toHaveAccessibleDescription(/^The position was not changed\. /)
  expect(await admin.projectNames()).toEqual(before)
})

for (const { width, height } of [
  { width: 1440, height: 900 },
  { width: 390, height: 800 },
]) {
  test(`a second click at the same place moves the same project or image again, at a width of ${width} px`, async ({
    admin,
    site,
  }) => {
    const { page } = admin
    await page.setViewportSize({ width, height })
    await admin.open('/work')
    await clickTwice(page, page.getByRole('button', { name: 'Move Thrown later', exact: true }))
    const moved = ['Reeded', 'Long Table', 'Thrown', ...samples.slice(3)]
    await expect.poll(() => projectsOf(site).map(({ name }) => name)).toEqual(moved)
    expect(await admin.projectNames()).toEqual(moved)
    await expect(page.getByRole('button', { name: 'Move Thrown later', exact: true })).toBeFocused()

    await admin.open(pathOf(site, 'Thrown'))
    const names = await imageNames(admin)
    await clickTwice(page, galleryOf(admin).getByRole('button', { name: 'Move image 4 earlier', exact: true }))
    await expect
      .poll(() => imagesOf(site, 'Thrown').map(({ alt }) => alt))
      .toEqual([0, 3, 1, 2, 4].map((at) => names[at]))
    // After the pointer has moved, a click reaches the element under it.
    await page.mouse.move(0, 0)
    await galleryOf(admin).getByRole('button', { name: 'Remove image 1', exact: true }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
  })
}

/** Clicks the button, and then the same place again. */
async function clickTwice(page: Page, button: Locator): Promise<void> {
  const { x, y } = await centreOf(button)
  await page.mouse.click(x, y)
  await page.mouse.click(x, y)
}

function dragHandle(within: Locator): Locator {
  return within.locator('[data-drag-handle]')
}

/** Drags to the half of the target where a drop inserts before or after it. */
async function drag(
  page: Page,
  handle: Locator,
  target: Locator,
  side: 'before' | 'after',
  end = 'drop',
): Promise<void> {
  await handle.scrollIntoViewIfNeeded()
  const from = await centreOf(handle)
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + 10, from.y - 10)
  const box = (await target.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const part = side === 'before' ? 0.2 : 0.8
  // Off the centre in both directions: the horizontal one counts if the target has neighbours in its row.
  await page.mouse.move(box.x + box.width * part, box.y + box.height * part, { steps: 6 })
  await expect(page.locator('.tool-drop-line')).toBeVisible()
  if (end === 'escape') await page.keyboard.press('Escape')
  await expect(page.locator('.tool-drop-line')).toHaveCount(end === 'escape' ? 0 : 1)
  await page.mouse.up()
}

async function centreOf(element: Locator): Promise<{ x: number; y: number }> {
  await element.scrollIntoViewIfNeeded()
  const { x, y, width, height } = (await element.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  return { x: x + width / 2, y: y + height / 2 }
}
