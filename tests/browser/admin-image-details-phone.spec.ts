import type { Locator } from '@playwright/test'
import { pathOf } from '#tests/support/site/site-rows.ts'
import type { Admin } from './fixtures/admin.ts'
import { waitForTransitions } from './fixtures/checks/animations.ts'
import { expectAccessible } from './fixtures/checks/axe.ts'
import { smallImage } from './fixtures/chosen-files.ts'
import { imageAt } from './fixtures/gallery.ts'
import { expect, test } from './fixtures/test.ts'

const phone = { width: 390, height: 844 }
const onItsSide = { width: 844, height: 390 }
/** What the on-screen keyboard leaves of the window. */
const aboveKeyboard = { width: 390, height: 440 }

const describeButton = (admin: Admin, position = 2) =>
  admin.page.getByRole('button', { name: `Describe image ${position}`, exact: true })
const sheet = (admin: Admin, name = 'image 2') => admin.page.getByRole('dialog', { name: `Describe ${name}` })
const caption = (admin: Admin, position = 2) => admin.page.getByLabel(`Caption of image ${position}`, { exact: true })

test.beforeEach(async ({ admin, site }) => {
  await admin.page.setViewportSize(phone)
  await admin.open(pathOf(site, 'Thrown'))
})

test('Describe opens a sheet at the bottom of the screen, and closing it returns focus', async ({ admin }) => {
  const { page } = admin
  const before = await page.evaluate(() => document.documentElement.scrollHeight)
  for (const close of ['Close', 'Escape', 'the backdrop']) {
    await describeButton(admin).click()
    await expect(sheet(admin)).toBeVisible()
    await page.evaluate(waitForTransitions)
    expect(await page.evaluate(() => document.activeElement?.closest('dialog') !== null)).toBe(true)
    const box = await boxOf(sheet(admin))
    expect([box.x, box.width, box.y + box.height]).toEqual([0, phone.width, phone.height])
    expect(box.y).toBeGreaterThanOrEqual(24)
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflowY)).toBe('hidden')
    expect((await boxOf(sheet(admin).getByRole('button', { name: 'Close' }))).height).toBeGreaterThanOrEqual(44)
    await expectAccessible(page)
    if (close === 'Close') await sheet(admin).getByRole('button', { name: 'Close' }).click()
    else if (close === 'Escape') await page.keyboard.press('Escape')
    else await page.mouse.click(phone.width / 2, box.y / 2)
    await expect(sheet(admin)).toHaveCount(0)
    await expect(describeButton(admin)).toBeFocused()
    await expect(describeButton(admin)).toHaveAttribute('aria-expanded', 'false')
  }
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(before)
})

test('Save of the focused field stays above the on-screen keyboard', async ({ admin }) => {
  const { page } = admin
  for (const field of ['Caption', 'Alternative text', 'Credit']) {
    await page.setViewportSize(phone)
    await describeButton(admin).click()
    const input = page.getByLabel(`${field} of image 2`, { exact: true })
    await input.fill('Bowls')
    await page.setViewportSize(aboveKeyboard)
    const save = sheet(admin).getByRole('button', { name: `Save ${field.toLowerCase()} of image 2` })
    // Covered neither by the keyboard nor by the bar with Close.
    await expect.poll(async () => (await boxOf(save)).y).toBeGreaterThan((await boxOf(sheet(admin))).y + 44)
    await expect
      .poll(async () => (await boxOf(save)).y + (await boxOf(save)).height)
      .toBeLessThanOrEqual(aboveKeyboard.height)
    await save.click()
    await expect(sheet(admin).getByText('Saved.', { exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
  }
})

test('the sheet ends above a keyboard that covers the window without resizing it', async ({ admin }) => {
  const { page } = admin
  await describeButton(admin).click()
  await page.getByLabel('Credit of image 2', { exact: true }).focus()
  await page.evaluate(() => {
    const viewport = window.visualViewport
    if (!viewport) throw new Error('no visual viewport')
    Object.defineProperties(viewport, { height: { value: 400 }, offsetTop: { value: 60 } })
    viewport.dispatchEvent(new Event('resize'))
  })
  await expect.poll(async () => (await boxOf(sheet(admin))).y).toBeGreaterThanOrEqual(60)
  await page.evaluate(waitForTransitions)
  const box = await boxOf(sheet(admin))
  expect(box.y + box.height).toBe(460)
  const save = await boxOf(sheet(admin).getByRole('button', { name: 'Save credit of image 2' }))
  expect(save.y).toBeGreaterThan(box.y + 44)
  expect(save.y + save.height).toBeLessThanOrEqual(460)
})

test('a text typed in the sheet survives closing, a reload and turning the phone', async ({ admin }) => {
  const { page } = admin
  await describeButton(admin).click()
  await caption(admin).fill('Bowls on the')
  await page.keyboard.press('Escape')
  await expect(imageAt(admin, 2).getByText('Unsaved text')).toBeVisible()
  await expect(describeButton(admin)).toHaveAccessibleDescription('Unsaved text')
  await admin.reload()
  await expect(imageAt(admin, 2).getByText('Unsaved text')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await describeButton(admin).click()
  await expect(imageAt(admin, 2).getByText('Unsaved text')).toHaveCount(0)
  await expect(caption(admin)).toHaveValue('Bowls on the')

  await caption(admin).press('End')
  await page.setViewportSize(onItsSide)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(caption(admin)).toBeFocused()
  await page.keyboard.type(' wheel')
  await page.setViewportSize(phone)
  await expect(sheet(admin)).toBeVisible()
  await expect(caption(admin)).toBeFocused()
  await page.keyboard.type(' again')
  await expect(caption(admin)).toHaveValue('Bowls on the wheel again')
  await page.keyboard.press('Enter')
  await expect(sheet(admin).getByText('Saved.', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(imageAt(admin, 2).getByText('Unsaved text')).toHaveCount(0)
})

test('of several open descriptions only the last used one becomes a sheet, and the others stay open', async ({
  admin,
}) => {
  const { page } = admin
  await page.setViewportSize(onItsSide)
  for (const position of [1, 2, 3]) await describeButton(admin, position).click()
  await caption(admin, 2).fill('Bowls')
  await page.setViewportSize(phone)
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await expect(sheet(admin)).toBeVisible()
  await page.setViewportSize(onItsSide)
  for (const position of [1, 2, 3]) await expect(caption(admin, position)).toBeVisible()
})

test('another admin can change, replace and remove the image whose sheet is open', async ({
  admin,
  colleague,
  site,
}) => {
  await describeButton(admin).click()
  await caption(admin).fill('Mine')
  await colleague.open(pathOf(site, 'Thrown'))
  await describeButton(colleague).click()
  await colleague.page.getByLabel('Credit of image 2', { exact: true }).fill('Ada Lind')
  await colleague.page.getByRole('button', { name: 'Save credit of image 2' }).click()
  await expect(admin.page.getByLabel('Credit of image 2', { exact: true })).toHaveValue('Ada Lind')
  await expect(caption(admin)).toBeFocused()
  await expect(caption(admin)).toHaveValue('Mine')
  await colleague.replaceImage(2, await smallImage('new.jpg', { width: 140 }))
  await expect(sheet(admin).locator('picture img')).toHaveAttribute('src', /\/140\.jpg$/)
  await expect(caption(admin)).toHaveValue('Mine')
  await colleague.page.getByRole('button', { name: 'Remove image 1', exact: true }).click()
  await colleague.page.getByRole('button', { name: 'Yes, Delete' }).click()
  await expect(sheet(admin, 'image 1')).toBeVisible()
  await expect(caption(admin, 1)).toHaveValue('Mine')
  await colleague.page.getByRole('button', { name: 'Remove image 1', exact: true }).click()
  await colleague.page.getByRole('button', { name: 'Yes, Delete' }).click()
  await expect(admin.page.getByRole('dialog')).toHaveCount(0)
  await expect(admin.page.locator('html')).not.toHaveAttribute('data-scroll-locked')
})

test('a tap on the picture in the sheet sets the focal point', async ({ admin, browser, site }) => {
  const storageState = await admin.page.context().storageState()
  const context = await browser.newContext({ storageState, viewport: phone, hasTouch: true, isMobile: true })
  const page = await context.newPage()
  for (const name of ['image 2', 'cover photo']) {
    await page.goto(site.origin + pathOf(site, 'Thrown'))
    await page.getByRole('button', { name: `Describe ${name}`, exact: true }).tap()
    const dialog = page.getByRole('dialog', { name: `Describe ${name}` })
    const picture = dialog.locator('.tool-uncropped')
    await expect(dialog).toBeVisible()
    await page.evaluate(waitForTransitions)
    const { x, y, width, height } = await boxOf(picture)
    await page.touchscreen.tap(x + width * 0.25, y + height * 0.75)
    await expect(dialog.getByText('Focal point saved.')).toBeVisible()
    const fromLeft = dialog.getByRole('slider', { name: `Focal point of ${name}, from the left` })
    await expect(fromLeft).toHaveValue('25')
    await expect(fromLeft).toBeFocused()
    await page.keyboard.press('ArrowLeft')
    await expect(fromLeft).toHaveAttribute('aria-valuetext', '24 % from the left, 75 % from the top')
  }
  await context.close()
})

async function boxOf(element: Locator) {
  return (await element.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
}
