import { swipes } from './gestures.ts'
import type { Visitor } from './people.ts'
import { imagesOf } from './rows.ts'
import { expect, test } from './stories.ts'
import { addressOf, control, picture, project, sees, viewer } from './viewing.ts'

const sentence = 'A low bench of travertine runs along the wall under a window that looks out on the yard. '
/** As long as the studio can make it. */
const caption = sentence.repeat(4).slice(0, 299) + '.'

async function writesTheLongest(visitor: Visitor): Promise<void> {
  visitor.site.sql('update photos set alt = ? where id = ?', caption, imagesOf(visitor.site, project)[0]?.id ?? '')
}

const words = (visitor: Visitor) => viewer(visitor).getByText(caption, { exact: true })

for (const [width, height] of [
  [320, 568],
  [640, 360],
  [1440, 900],
] as const) {
  test(`the longest caption is read whole beside its picture, at ${width} × ${height}`, async ({ visitor }) => {
    await writesTheLongest(visitor)
    await visitor.page.setViewportSize({ width, height })
    await visitor.opens(addressOf(visitor, 1))
    await expect(words(visitor)).toBeInViewport({ ratio: 1 })
    expect(await words(visitor).evaluate((one) => one.scrollHeight - one.clientHeight)).toBe(0)
    const [said, shown] = [await words(visitor).boundingBox(), await picture(visitor).boundingBox()]
    expect(shown?.height).toBeGreaterThan(height / 4)
    expect(isApart(said, shown)).toBe(true)
    // On a low screen alone it stands beside the picture.
    if (height > 500) expect((shown?.y ?? 0) + (shown?.height ?? 0)).toBeLessThanOrEqual(said?.y ?? 0)
  })
}

for (const [width, height, part] of [
  [740, 360, 0.7],
  [667, 375, 0.6],
  [844, 390, 0.65],
  [720, 450, 0.65],
  [320, 256, 0.65],
] as const) {
  test(`on a low screen the picture takes most of it, at ${width} × ${height}`, async ({ visitor }) => {
    await writesTheLongest(visitor)
    await visitor.page.setViewportSize({ width, height })
    await visitor.opens(addressOf(visitor, 1))
    const shown = await picture(visitor).boundingBox()
    expect(((shown?.width ?? 0) * (shown?.height ?? 0)) / (width * height)).toBeGreaterThan(part)
    expect(isApart(await words(visitor).boundingBox(), shown)).toBe(true)
    await expect(viewer(visitor).getByText('01 / 03')).toBeInViewport({ ratio: 1 })
    for (const name of ['Close', 'Previous image', 'Next image']) {
      await expect(control(visitor, name), name).toBeInViewport({ ratio: 1 })
    }
  })
}

test('where the longest caption finds no room, it is scrolled with the keyboard', async ({ visitor }) => {
  await writesTheLongest(visitor)
  const other = `Another wall. ${caption}`.slice(0, 300)
  visitor.site.sql('update photos set alt = ? where id = ?', other, imagesOf(visitor.site, project)[1]?.id ?? '')
  await visitor.page.setViewportSize({ width: 320, height: 256 })
  await visitor.opens(addressOf(visitor, 1))
  // Whoever opens the viewer wants the picture first.
  await expect(control(visitor, 'Close')).toBeFocused()
  for (let step = 0; step < 3; step++) await visitor.page.keyboard.press('Tab')
  await expect(words(visitor)).toBeFocused()
  for (let step = 0; step < 8; step++) await visitor.page.keyboard.press('ArrowDown')
  await expect.poll(() => unread(visitor)).toBeLessThan(1)
  await visitor.page.keyboard.press('ArrowRight')
  await sees(visitor, 2)
  expect(
    await viewer(visitor)
      .getByText(other)
      .evaluate((one) => one.scrollTop),
  ).toBe(0)
  // The third has a short one: from there the keys still walk on.
  await visitor.page.keyboard.press('ArrowRight')
  await sees(visitor, 3)
  await visitor.page.keyboard.press('ArrowRight')
  await sees(visitor, 1)
})

test.describe('with a finger', () => {
  test.use({ viewport: { width: 320, height: 256 }, hasTouch: true, isMobile: true })

  test('where the longest caption finds no room, it is scrolled; across, the finger changes the image', async ({
    visitor,
  }) => {
    await writesTheLongest(visitor)
    await visitor.opens(addressOf(visitor, 1))
    const { x = 0, y = 0 } = (await words(visitor).boundingBox()) ?? {}
    const from = { x: x + 150, y: y + 40 }
    for (let time = 0; time < 4; time++) await swipes(visitor.page, from, { x: from.x, y: from.y - 60 })
    await expect.poll(() => unread(visitor)).toBeLessThan(1)
    await sees(visitor, 1)
    await swipes(visitor.page, from, { x: from.x - 120, y: from.y })
    await sees(visitor, 2)
  })
})

/** So many pixels of the caption are below what is in sight. */
async function unread(visitor: Visitor): Promise<number> {
  return words(visitor).evaluate((one) => one.scrollHeight - one.clientHeight - one.scrollTop)
}

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** The words stand below the picture or to its right. */
function isApart(said: Box | null, shown: Box | null): boolean {
  if (!said || !shown) return false
  return shown.y + shown.height <= said.y || shown.x + shown.width <= said.x
}

test('the ring around Close stands clear of the edges of the screen', async ({ visitor }) => {
  for (const width of [360, 1440]) {
    await visitor.page.setViewportSize({ width, height: 800 })
    await visitor.opens(addressOf(visitor, 1))
    const { x = 0, y = 0, width: wide = 0 } = (await control(visitor, 'Close').boundingBox()) ?? {}
    expect(y, `above, at ${width} px`).toBeGreaterThanOrEqual(4)
    expect(width - x - wide, `beside, at ${width} px`).toBeGreaterThanOrEqual(4)
  }
})
