import { scrolledBy, scrolls } from './gestures.ts'
import { expect, test } from './stories.ts'
import { control, image, isClosed, opensImage, project, sees, viewer } from './viewing.ts'

test('an image opens the viewer at that image, over the whole screen', async ({ visitor }) => {
  for (const number of [1, 3]) {
    await opensImage(visitor, number)
    const { width = 0, height = 0 } = visitor.page.viewportSize() ?? {}
    expect(await viewer(visitor).boundingBox()).toEqual({ x: 0, y: 0, width, height })
    await control(visitor, 'Close').click()
    await isClosed(visitor)
  }
})

test('the arrows walk through the images and around both ends', async ({ visitor }) => {
  await opensImage(visitor, 2)
  for (const [name, number] of [
    ['Next image', 3],
    ['Next image', 1],
    ['Previous image', 3],
    ['Previous image', 2],
  ] as const) {
    await control(visitor, name).click()
    await sees(visitor, number)
  }
})

test('the keys walk through the images and around both ends, and Escape closes', async ({ visitor }) => {
  await opensImage(visitor, 1)
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
    await sees(visitor, number)
  }
  await visitor.page.keyboard.press('Escape')
  await isClosed(visitor)
})

test('while the viewer is open the page behind it does not scroll; closed, it stands where it stood', async ({
  visitor,
}) => {
  await visitor.opensProject(project)
  await image(visitor, 2).evaluate((one) => one.scrollIntoView({ block: 'center', behavior: 'instant' }))
  const before = await scrolledBy(visitor.page)
  expect(before).toBeGreaterThan(100)
  await image(visitor, 2).click()
  await sees(visitor, 2)
  await scrolls(visitor.page, 300)
  await scrolls(visitor.page, -300)
  // The wheel has enlarged the picture: whole again, the arrows change it.
  await visitor.page.keyboard.press('0')
  await visitor.page.keyboard.press('PageDown')
  await visitor.page.keyboard.press('ArrowRight')
  await sees(visitor, 3)
  expect(await scrolledBy(visitor.page)).toBe(before)
  await control(visitor, 'Close').click()
  await isClosed(visitor)
  expect(await scrolledBy(visitor.page)).toBe(before)
  await scrolls(visitor.page, -100)
  expect(await scrolledBy(visitor.page)).toBe(before - 100)
})

test('the focus is kept in the viewer and comes back to the image', async ({ visitor }) => {
  for (const close of ['Escape', 'Close', 'Back']) {
    await visitor.opensProject(project)
    await image(visitor, 2).focus()
    await visitor.page.keyboard.press('Enter')
    await sees(visitor, 2)
    for (const key of [...Array<string>(7).fill('Tab'), ...Array<string>(7).fill('Shift+Tab')]) {
      await visitor.page.keyboard.press(key)
      // Between the last control and the first, the browser's own bar has its turn.
      expect(await visitor.page.evaluate(() => document.activeElement?.closest('dialog, body')?.nodeName)).toMatch(
        /DIALOG|BODY/,
      )
      await expect(visitor.main.locator(':focus:not(dialog *)')).toHaveCount(0)
    }
    if (close === 'Escape') await visitor.page.keyboard.press('Escape')
    if (close === 'Close') await control(visitor, 'Close').click()
    if (close === 'Back') await visitor.page.goBack()
    await isClosed(visitor)
    await expect(image(visitor, 2), close).toBeFocused()
  }
})

test('one Back closes the viewer, however far one has paged', async ({ visitor }) => {
  await opensImage(visitor, 1)
  for (const number of [2, 3, 1, 2]) {
    await control(visitor, 'Next image').click()
    await sees(visitor, number)
  }
  await visitor.page.goBack()
  await isClosed(visitor)
  await expect(visitor.heading(project)).toBeVisible()
  await visitor.page.goBack()
  await visitor.isAt('/work')
})

test('closing the viewer leaves no trace in the history', async ({ visitor }) => {
  for (const close of ['Close', 'Escape']) {
    await opensImage(visitor, 1)
    await visitor.page.keyboard.press('ArrowRight')
    await sees(visitor, 2)
    if (close === 'Escape') await visitor.page.keyboard.press('Escape')
    else await control(visitor, 'Close').click()
    await isClosed(visitor)
    await visitor.main.getByRole('button', { name: 'Back', exact: true }).click()
    await visitor.isAt('/work')
  }
})

test('paging asks the site for nothing but pictures', async ({ visitor }) => {
  await opensImage(visitor, 1)
  const asked: string[] = []
  visitor.page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  for (const number of [2, 3, 1]) {
    await visitor.page.keyboard.press('ArrowRight')
    await sees(visitor, number)
  }
  expect(asked.filter((path) => !path.startsWith('/photos/'))).toEqual([])
})

test('going back and forth through the viewer asks the site for no page', async ({ visitor }) => {
  await visitor.opensProject(project)
  const asked: string[] = []
  visitor.page.on('request', (request) => request.url().includes('.data') && asked.push(request.url()))
  await image(visitor, 1).click()
  await expect(viewer(visitor)).toBeVisible()
  await visitor.page.goBack()
  await expect(viewer(visitor)).toHaveCount(0)
  await visitor.page.goForward()
  await expect(viewer(visitor)).toBeVisible()
  await control(visitor, 'Close').click()
  await expect(viewer(visitor)).toHaveCount(0)
  expect(asked).toEqual([])
})
