import type { Page } from '@playwright/test'
import { scrolledBy, scrolls, swipes } from './gestures.ts'
import type { Visitor } from './people.ts'
import { imagesOf, pathOf } from './rows.ts'
import { expect, test } from './stories.ts'

const project = 'Low Line'
const viewer = (person: Visitor) => person.page.getByRole('dialog')
const control = (person: Visitor, name: string) => viewer(person).getByRole('button', { name, exact: true })
const alts = (person: Visitor) => imagesOf(person.site, project).map(({ alt }) => alt)
const image = (person: Visitor, number: number) =>
  person.main.getByRole('button', { name: alts(person)[number - 1] ?? '', exact: true })

/** The viewer shows this image: picture, counter and address agree. */
async function sees(person: Visitor, number: number): Promise<void> {
  await expect(viewer(person).getByText(`Image ${number} of ${alts(person).length}`, { exact: true })).toBeAttached()
  await expect(viewer(person).getByRole('img', { name: alts(person)[number - 1] ?? '', exact: true })).toBeInViewport({
    ratio: 0.9,
  })
  await expect(person.page).toHaveURL(new RegExp(`[?&]image=${number}(&|$)`))
}

async function isClosed(person: Visitor): Promise<void> {
  await expect(viewer(person)).toHaveCount(0)
  await person.isAt(pathOf(person.site, project))
}

async function opensImage(person: Visitor, number: number): Promise<void> {
  await person.opensProject(project)
  await image(person, number).click()
  await sees(person, number)
}

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
  await image(visitor, 2).scrollIntoViewIfNeeded()
  const before = await scrolledBy(visitor.page)
  expect(before).toBeGreaterThan(100)
  await image(visitor, 2).click()
  await sees(visitor, 2)
  await scrolls(visitor.page, 300)
  await scrolls(visitor.page, -300)
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

test('an address with an image opens the viewer there', async ({ visitor }) => {
  const path = pathOf(visitor.site, project)
  await visitor.opens(`${path}?image=3`)
  await sees(visitor, 3)
  await control(visitor, 'Next image').click()
  await sees(visitor, 1)
  await control(visitor, 'Close').click()
  await isClosed(visitor)
  await expect(visitor.heading(project)).toBeVisible()
  await visitor.page.reload()
  await expect(viewer(visitor)).toHaveCount(0)
})

test('an address with an image that is not there shows the project', async ({ visitor }) => {
  for (const image of ['0', '4', '-1', '1.5', 'x', '1e9', '%00', '']) {
    const response = await visitor.opens(`${pathOf(visitor.site, project)}?image=${image}`)
    expect(response.status(), image).toBe(200)
    await expect(visitor.heading(project)).toBeVisible()
    await expect(viewer(visitor), image).toHaveCount(0)
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

test.describe('with a finger', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  const middle = { x: 200, y: 400 }
  const across = (page: Page, pixels: number) => swipes(page, middle, { x: middle.x + pixels, y: middle.y })
  const along = (page: Page, pixels: number) => swipes(page, middle, { x: middle.x + 20, y: middle.y + pixels })

  test('a swipe of 51 px changes the image, around both ends; one of 50 px does not', async ({ visitor }) => {
    await visitor.opensProject(project)
    await image(visitor, 1).tap()
    await sees(visitor, 1)
    // Whatever does not change the image is followed by something that does: had it counted, the number would show it.
    for (const [pixels, number] of [
      [-51, 2],
      [-50, 2],
      [50, 2],
      [51, 1],
      [-50, 1],
      [51, 3],
      [50, 3],
      [-51, 1],
    ] as const) {
      await across(visitor.page, pixels)
      await sees(visitor, number)
    }
    await across(visitor.page, -50)
    await across(visitor.page, -51)
    await sees(visitor, 2)
  })

  test('a finger that goes up or down changes nothing', async ({ visitor }) => {
    await visitor.opensProject(project)
    await image(visitor, 1).tap()
    await sees(visitor, 1)
    await along(visitor.page, 180)
    await along(visitor.page, -180)
    await along(visitor.page, 60)
    await across(visitor.page, -60)
    await sees(visitor, 2)
    expect(await visitor.page.evaluate(() => document.documentElement.dataset['held'])).toBe('')
  })

  test('a second finger is no swipe', async ({ visitor }) => {
    await visitor.opensProject(project)
    await image(visitor, 1).tap()
    await sees(visitor, 1)
    await pinches(visitor.page)
    await across(visitor.page, -60)
    await sees(visitor, 2)
  })
})

async function pinches(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...places: number[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: places.map((x, id) => ({ x, y: 400, id })) })
  await touch('touchStart', 150)
  await touch('touchStart', 150, 250)
  await touch('touchMove', 80, 320)
  // Back to the size it had: an enlarged picture is moved by the finger, not changed.
  await touch('touchMove', 150, 250)
  await touch('touchEnd')
  await session.detach()
}

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
