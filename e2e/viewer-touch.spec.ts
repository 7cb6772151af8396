import type { Locator, Page } from '@playwright/test'
import { fingersOn, pinches, swipes, tapsTwice } from './gestures.ts'
import type { Visitor } from './people.ts'
import { expect, test } from './stories.ts'
import { control, image, isClosed, isPixelByPixel, isWhole, lies, project, sees } from './viewing.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 })

const middle = { x: 200, y: 400 }
const across = (page: Page, pixels: number) => swipes(page, middle, { x: middle.x + pixels, y: middle.y })
const along = (page: Page, pixels: number) => swipes(page, middle, { x: middle.x + 20, y: middle.y + pixels })
const two = (apart: number) =>
  [
    { x: middle.x - apart / 2, y: middle.y },
    { x: middle.x + apart / 2, y: middle.y },
  ] as const

async function taps(visitor: Visitor, number: number): Promise<void> {
  await visitor.opensProject(project)
  await image(visitor, number).tap()
  await sees(visitor, number)
}

test('the whole viewer by touch only', async ({ visitor }) => {
  const { page } = visitor
  await taps(visitor, 2)
  await across(page, -120)
  await sees(visitor, 3)
  await across(page, 120)
  await sees(visitor, 2)
  await control(visitor, 'Next image').tap()
  await sees(visitor, 3)
  await control(visitor, 'Previous image').tap()
  await sees(visitor, 2)

  await pinches(page, two(80), two(144))
  const enlarged = await lies(visitor)
  expect(enlarged.scale).toBeCloseTo(1.8, 1)
  await across(page, -100)
  const moved = await lies(visitor)
  expect(moved.left - enlarged.left).toBeCloseTo(-100, 0)
  await sees(visitor, 2, 0.1)
  await pinches(page, two(240), two(40))
  await isWhole(visitor)

  await tapsTwice(page, middle)
  await isPixelByPixel(visitor)
  await tapsTwice(page, middle)
  await isWhole(visitor)
  await across(page, -60)
  await sees(visitor, 3)
  await control(visitor, 'Close').tap()
  await isClosed(visitor)
})

test('a swipe of 51 px changes the image, around both ends; one of 50 px does not', async ({ visitor }) => {
  await taps(visitor, 1)
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

test('the picture follows the finger, and springs back from less than a swipe', async ({ visitor }) => {
  await taps(visitor, 1)
  const { left } = await lies(visitor)
  const touch = await fingersOn(visitor.page)
  await touch(middle)
  for (const pixels of [-12, -30, -45, -20]) {
    await touch({ x: middle.x + pixels, y: middle.y })
    expect((await lies(visitor)).left - left, `${pixels} px`).toBeCloseTo(pixels, 0)
  }
  await touch()
  await expect.poll(async () => (await lies(visitor)).left).toBeCloseTo(left, 0)
  await sees(visitor, 1)
})

test('a finger that goes up or down changes nothing', async ({ visitor }) => {
  await taps(visitor, 1)
  await along(visitor.page, 180)
  await along(visitor.page, -180)
  await along(visitor.page, 60)
  await across(visitor.page, -60)
  await sees(visitor, 2)
  expect(await visitor.page.evaluate(() => document.documentElement.dataset['held'])).toBe('')
})

test('a crooked swipe counts by where it ends', async ({ visitor }) => {
  await taps(visitor, 1)
  const draws = async (...places: (readonly [x: number, y: number])[]) => {
    const touch = await fingersOn(visitor.page)
    for (const [x, y] of places) await touch({ x, y })
    await touch()
  }
  // Down first, then across.
  await draws([300, 370], [300, 379], [280, 380], [200, 380], [100, 380])
  await sees(visitor, 2)
  // Across first, then down.
  await draws([300, 370], [291, 371], [280, 480], [248, 600])
  await sees(visitor, 2)
  await draws([100, 370], [91, 371], [140, 400], [240, 400])
  await sees(visitor, 1)
})

test('a swipe begins wherever the thumb lies: above and below the picture, on the words, on a button', async ({
  visitor,
}) => {
  const { page } = visitor
  await taps(visitor, 1)
  const middleOf = async (what: Locator) => {
    const { x = 0, y = 0, width = 0, height = 0 } = (await what.boundingBox()) ?? {}
    return { x: x + width / 2, y: y + height / 2 }
  }
  const caption = visitor.page.getByRole('dialog').getByRole('paragraph').last()
  const beginnings = [
    { x: 300, y: 20 },
    { x: 200, y: 820 },
    { x: 200, y: 770 },
    await middleOf(caption),
    await middleOf(control(visitor, 'Next image')),
    await middleOf(control(visitor, 'Close')),
  ]
  for (const [place, from] of beginnings.entries()) {
    await swipes(page, from, { x: from.x - 120, y: from.y + 10 })
    await sees(visitor, ((place + 1) % 3) + 1)
  }
})

test('two fingers on the words enlarge the page, and not the picture', async ({ visitor }) => {
  await taps(visitor, 1)
  const low = (x: number) => ({ x, y: 760 })
  await pinches(visitor.page, [low(160), low(220)], [low(100), low(280)])
  await expect.poll(() => visitor.page.evaluate(() => window.visualViewport?.scale)).toBeGreaterThan(1.2)
  await isWhole(visitor)
})

test('two quick taps on an arrow change the image twice, and enlarge nothing', async ({ visitor }) => {
  await taps(visitor, 1)
  const { x = 0, y = 0 } = (await control(visitor, 'Next image').boundingBox()) ?? {}
  await tapsTwice(visitor.page, { x: x + 24, y: y + 24 })
  await sees(visitor, 3)
  await isWhole(visitor)
  // Nor do two beside the picture.
  await tapsTwice(visitor.page, { x: 200, y: 24 })
  await isWhole(visitor)
  // A finger that trembles taps all the same.
  await swipes(visitor.page, { x: x + 24, y: y + 24 }, { x: x + 29, y: y + 27 })
  await sees(visitor, 1)
})

test('a second finger is no swipe, also when the first was swiping', async ({ visitor }) => {
  await taps(visitor, 1)
  const touch = await fingersOn(visitor.page)
  await touch(middle)
  await touch({ x: middle.x - 90, y: middle.y })
  const both = [
    { x: middle.x - 90, y: middle.y },
    { x: middle.x + 60, y: middle.y },
  ] as const
  await touch(...both)
  await touch(both[0])
  await touch()
  await isWhole(visitor)
  await across(visitor.page, -60)
  await sees(visitor, 2)
})

test('an enlarged picture is moved to its edges and not beyond, and is not swiped away', async ({ visitor }) => {
  const { page } = visitor
  await taps(visitor, 1)
  await tapsTwice(page, middle)
  await isPixelByPixel(visitor)
  for (let time = 0; time < 8; time++) await across(page, -180)
  const last = await lies(visitor)
  expect(last.right).toBeCloseTo(last.stage.right ?? Number.NaN, 0)
  for (let time = 0; time < 12; time++) await across(page, 180)
  const first = await lies(visitor)
  expect(first.left).toBeCloseTo(first.stage.left ?? Number.NaN, 0)
  await sees(visitor, 1, 0.1)
})

test('the page itself is never enlarged, and the picture no further than pixel by pixel', async ({ visitor }) => {
  await taps(visitor, 1)
  for (let time = 0; time < 3; time++) await pinches(visitor.page, two(40), two(360))
  await isPixelByPixel(visitor)
  expect(await visitor.page.evaluate(() => window.visualViewport?.scale)).toBe(1)
  await pinches(visitor.page, two(360), two(20))
  await isWhole(visitor)
})
