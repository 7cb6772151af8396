import { scrollBy } from './fixtures/gestures.ts'
import { scrollOffset } from './fixtures/navigation.ts'
import { expect, test } from './fixtures/test.ts'
import { control, thumbnailButton, expectClosed, openImage, project, expectImage, viewer } from './fixtures/viewer.ts'

test('a click on an image opens it in the viewer, which fills the viewport', async ({ visitor }) => {
  for (const number of [1, 3]) {
    await openImage(visitor, number)
    const { width = 0, height = 0 } = visitor.page.viewportSize() ?? {}
    expect(await viewer(visitor).boundingBox()).toEqual({ x: 0, y: 0, width, height })
    await control(visitor, 'Close').click()
    await expectClosed(visitor)
  }
})

test('the arrow buttons change the image and wrap around at both ends', async ({ visitor }) => {
  await openImage(visitor, 2)
  for (const [name, number] of [
    ['Next image', 3],
    ['Next image', 1],
    ['Previous image', 3],
    ['Previous image', 2],
  ] as const) {
    await control(visitor, name).click()
    await expectImage(visitor, number)
  }
})

test('the arrow keys change the image and wrap around at both ends, and Escape closes the viewer', async ({
  visitor,
}) => {
  await openImage(visitor, 1)
  const keys = [
    ['ArrowLeft', 3],
    ['ArrowRight', 1],
    ['ArrowRight', 2],
    ['End', 3],
    ['ArrowRight', 1],
    ['End', 3],
    ['Home', 1],
  ] as const
  for (const [key, number] of keys) {
    await visitor.page.keyboard.press(key)
    await expectImage(visitor, number)
  }
  await visitor.page.keyboard.press('Escape')
  await expectClosed(visitor)
})

test('the page behind the viewer does not scroll and keeps its scroll position', async ({ visitor }) => {
  await visitor.openProject(project)
  await thumbnailButton(visitor, 2).evaluate((one) => one.scrollIntoView({ block: 'center', behavior: 'instant' }))
  const before = await scrollOffset(visitor.page)
  expect(before).toBeGreaterThan(100)
  await thumbnailButton(visitor, 2).click()
  await expectImage(visitor, 2)
  await scrollBy(visitor.page, 300)
  await scrollBy(visitor.page, -300)
  // Resets the zoom that the wheel has changed, so that the arrow keys change the image again.
  await visitor.page.keyboard.press('0')
  await visitor.page.keyboard.press('PageDown')
  await visitor.page.keyboard.press('ArrowRight')
  await expectImage(visitor, 3)
  expect(await scrollOffset(visitor.page)).toBe(before)
  await control(visitor, 'Close').click()
  await expectClosed(visitor)
  expect(await scrollOffset(visitor.page)).toBe(before)
  await scrollBy(visitor.page, -100)
  expect(await scrollOffset(visitor.page)).toBe(before - 100)
})

test('focus stays in the viewer and returns to the image', async ({ visitor }) => {
  for (const close of ['Escape', 'Close', 'Back']) {
    await visitor.openProject(project)
    await thumbnailButton(visitor, 2).focus()
    await visitor.page.keyboard.press('Enter')
    await expectImage(visitor, 2)
    for (const key of [...Array<string>(7).fill('Tab'), ...Array<string>(7).fill('Shift+Tab')]) {
      await visitor.page.keyboard.press(key)
      // Between the last control and the first, focus is in the browser's own UI.
      expect(await visitor.page.evaluate(() => document.activeElement?.closest('dialog, body')?.nodeName)).toMatch(
        /DIALOG|BODY/,
      )
      await expect(visitor.main.locator(':focus:not(dialog *)')).toHaveCount(0)
    }
    if (close === 'Escape') await visitor.page.keyboard.press('Escape')
    if (close === 'Close') await control(visitor, 'Close').click()
    if (close === 'Back') await visitor.page.goBack()
    await expectClosed(visitor)
    await expect(thumbnailButton(visitor, 2), close).toBeFocused()
  }
})

test('going back once closes the viewer, even after several images', async ({ visitor }) => {
  await openImage(visitor, 1)
  for (const number of [2, 3, 1, 2]) {
    await control(visitor, 'Next image').click()
    await expectImage(visitor, number)
  }
  await visitor.page.goBack()
  await expectClosed(visitor)
  await expect(visitor.heading(project)).toBeVisible()
  await visitor.page.goBack()
  await visitor.expectPath('/work')
})

test('closing the viewer leaves no history entry', async ({ visitor }) => {
  for (const close of ['Close', 'Escape']) {
    await openImage(visitor, 1)
    await visitor.page.keyboard.press('ArrowRight')
    await expectImage(visitor, 2)
    if (close === 'Escape') await visitor.page.keyboard.press('Escape')
    else await control(visitor, 'Close').click()
    await expectClosed(visitor)
    await visitor.main.getByRole('button', { name: 'Back', exact: true }).click()
    await visitor.expectPath('/work')
  }
})

test('changing the image requests only image files', async ({ visitor }) => {
  await openImage(visitor, 1)
  // Opening the page has scheduled prefetches; idle callbacks run in order.
  await visitor.page.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => resolve())))
  const requested: string[] = []
  visitor.page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  for (const number of [2, 3, 1]) {
    await visitor.page.keyboard.press('ArrowRight')
    await expectImage(visitor, number)
  }
  expect(requested.filter((path) => !path.startsWith('/photos/'))).toEqual([])
})

test('going back and forward to the viewer requests no page data', async ({ visitor }) => {
  await visitor.openProject(project)
  const requested: string[] = []
  // Only this page's data: the pointer may come to rest on a link, whose page is prefetched.
  const { pathname } = new URL(visitor.page.url())
  visitor.page.on('request', (request) => request.url().includes(`${pathname}.data`) && requested.push(request.url()))
  await thumbnailButton(visitor, 1).click()
  await expect(viewer(visitor)).toBeVisible()
  await visitor.page.goBack()
  await expect(viewer(visitor)).toHaveCount(0)
  await visitor.page.goForward()
  await expect(viewer(visitor)).toBeVisible()
  await control(visitor, 'Close').click()
  await expect(viewer(visitor)).toHaveCount(0)
  expect(requested).toEqual([])
})
