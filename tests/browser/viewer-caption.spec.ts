import { swipe } from './fixtures/gestures.ts'
import type { Visitor } from './fixtures/visitor.ts'
import { imagesOf } from '#tests/support/site/site-rows.ts'
import { expect, test } from './fixtures/test.ts'
import { viewerPath, control, viewerImage, project, expectImage, viewer } from './fixtures/viewer.ts'

const sentence = 'A low bench of travertine runs along the wall under a window that looks out on the yard. '
/** The longest alternative text, which the viewer shows as the caption of an image without one. */
const caption = sentence.repeat(4).slice(0, 299) + '.'

async function setLongestCaption(visitor: Visitor): Promise<void> {
  visitor.site.sql('update photos set alt = ? where id = ?', caption, imagesOf(visitor.site, project)[0]?.id ?? '')
}

const captionOf = (visitor: Visitor) => viewer(visitor).getByText(caption, { exact: true })

for (const [width, height] of [
  [320, 568],
  [640, 360],
  [1440, 900],
] as const) {
  test(`the longest caption is fully visible beside its image, at ${width} × ${height}`, async ({ visitor }) => {
    await setLongestCaption(visitor)
    await visitor.page.setViewportSize({ width, height })
    await visitor.open(viewerPath(visitor, 1))
    await expect(captionOf(visitor)).toBeInViewport({ ratio: 1 })
    expect(await captionOf(visitor).evaluate((one) => one.scrollHeight - one.clientHeight)).toBe(0)
    const [captionBox, imageBox] = [await captionOf(visitor).boundingBox(), await viewerImage(visitor).boundingBox()]
    expect(imageBox?.height).toBeGreaterThan(height / 4)
    expect(isBelowOrRightOf(captionBox, imageBox)).toBe(true)
    // Only in a short viewport is the caption to the right of the image.
    if (height > 500) expect((imageBox?.y ?? 0) + (imageBox?.height ?? 0)).toBeLessThanOrEqual(captionBox?.y ?? 0)
  })
}

test('counter and caption begin at the left edge of the image, even if it has a kind and a caption of two lines', async ({
  visitor,
}) => {
  const twoLines = sentence.repeat(2)
  visitor.site.sql(
    "update photos set alt = ?, kind = 'render' where id = ?",
    twoLines,
    imagesOf(visitor.site, project)[0]?.id ?? '',
  )
  await visitor.page.setViewportSize({ width: 1440, height: 800 })
  await visitor.open(viewerPath(visitor, 1))
  const { x = 0 } = (await viewerImage(visitor).boundingBox()) ?? {}
  for (const text of ['01 / 03', twoLines.trim()]) {
    const box = await viewer(visitor).getByText(text).boundingBox()
    expect(Math.abs((box?.x ?? 0) - x), text).toBeLessThan(1)
  }
})

for (const [width, height, minShare] of [
  [740, 360, 0.7],
  [667, 375, 0.6],
  [844, 390, 0.65],
  [720, 450, 0.65],
  [320, 256, 0.65],
] as const) {
  test(`the image takes most of a short viewport, at ${width} × ${height}`, async ({ visitor }) => {
    await setLongestCaption(visitor)
    await visitor.page.setViewportSize({ width, height })
    await visitor.open(viewerPath(visitor, 1))
    const imageBox = await viewerImage(visitor).boundingBox()
    expect(((imageBox?.width ?? 0) * (imageBox?.height ?? 0)) / (width * height)).toBeGreaterThan(minShare)
    expect(isBelowOrRightOf(await captionOf(visitor).boundingBox(), imageBox)).toBe(true)
    await expect(viewer(visitor).getByText('01 / 03')).toBeInViewport({ ratio: 1 })
    for (const name of ['Close', 'Previous image', 'Next image']) {
      await expect(control(visitor, name), name).toBeInViewport({ ratio: 1 })
    }
  })
}

test('a caption that does not fit can be scrolled with the keyboard', async ({ visitor }) => {
  await setLongestCaption(visitor)
  const secondCaption = `Another wall. ${caption}`.slice(0, 300)
  visitor.site.sql(
    'update photos set alt = ? where id = ?',
    secondCaption,
    imagesOf(visitor.site, project)[1]?.id ?? '',
  )
  await visitor.page.setViewportSize({ width: 320, height: 256 })
  await visitor.open(viewerPath(visitor, 1))
  await expect(control(visitor, 'Close')).toBeFocused()
  for (let step = 0; step < 3; step++) await visitor.page.keyboard.press('Tab')
  await expect(captionOf(visitor)).toBeFocused()
  for (let step = 0; step < 8; step++) await visitor.page.keyboard.press('ArrowDown')
  await expect.poll(() => remainingScroll(visitor)).toBeLessThan(1)
  await visitor.page.keyboard.press('ArrowRight')
  await expectImage(visitor, 2)
  expect(
    await viewer(visitor)
      .getByText(secondCaption)
      .evaluate((one) => one.scrollTop),
  ).toBe(0)
  // The third caption fits, so the arrow keys still change the image.
  await visitor.page.keyboard.press('ArrowRight')
  await expectImage(visitor, 3)
  await visitor.page.keyboard.press('ArrowRight')
  await expectImage(visitor, 1)
})

test.describe('on a touch screen', () => {
  test.use({ viewport: { width: 320, height: 256 }, hasTouch: true, isMobile: true })

  test('a vertical swipe scrolls a caption that does not fit, and a horizontal swipe changes the image', async ({
    visitor,
  }) => {
    await setLongestCaption(visitor)
    await visitor.open(viewerPath(visitor, 1))
    const { x = 0, y = 0 } = (await captionOf(visitor).boundingBox()) ?? {}
    const from = { x: x + 150, y: y + 40 }
    for (let time = 0; time < 4; time++) await swipe(visitor.page, from, { x: from.x, y: from.y - 60 })
    await expect.poll(() => remainingScroll(visitor)).toBeLessThan(1)
    await expectImage(visitor, 1)
    await swipe(visitor.page, from, { x: from.x - 120, y: from.y })
    await expectImage(visitor, 2)
  })
})

/** How far the caption can still be scrolled down, in pixels. */
async function remainingScroll(visitor: Visitor): Promise<number> {
  return captionOf(visitor).evaluate((one) => one.scrollHeight - one.clientHeight - one.scrollTop)
}

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Whether the caption is entirely below the image or to its right. */
function isBelowOrRightOf(captionBox: Box | null, imageBox: Box | null): boolean {
  if (!captionBox || !imageBox) return false
  return imageBox.y + imageBox.height <= captionBox.y || imageBox.x + imageBox.width <= captionBox.x
}

test('the focus ring of Close does not touch the edges of the viewport', async ({ visitor }) => {
  for (const width of [360, 1440]) {
    await visitor.page.setViewportSize({ width, height: 800 })
    await visitor.open(viewerPath(visitor, 1))
    const { x = 0, y = 0, width: buttonWidth = 0 } = (await control(visitor, 'Close').boundingBox()) ?? {}
    expect(y, `above, at ${width} px`).toBeGreaterThanOrEqual(4)
    expect(width - x - buttonWidth, `beside, at ${width} px`).toBeGreaterThanOrEqual(4)
  }
})
