import type { Locator, Page } from '@playwright/test'
import { openTouchScreen, pinch, swipe, doubleTap, tapWithMovement } from './fixtures/gestures.ts'
import type { Visitor } from './fixtures/visitor.ts'
import { expect, test } from './fixtures/test.ts'
import {
  control,
  thumbnailButton,
  expectClosed,
  expectActualSize,
  expectUnzoomed,
  imageGeometry,
  project,
  expectImage,
} from './fixtures/viewer.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 })

const centre = { x: 200, y: 400 }
const swipeHorizontally = (page: Page, pixels: number) => swipe(page, centre, { x: centre.x + pixels, y: centre.y })
const swipeVertically = (page: Page, pixels: number) => swipe(page, centre, { x: centre.x + 20, y: centre.y + pixels })
const twoFingers = (apart: number) =>
  [
    { x: centre.x - apart / 2, y: centre.y },
    { x: centre.x + apart / 2, y: centre.y },
  ] as const

async function openImageByTap(visitor: Visitor, number: number): Promise<void> {
  await visitor.openProject(project)
  await thumbnailButton(visitor, number).tap()
  await expectImage(visitor, number)
}

test('the viewer can be used with touch only', async ({ visitor }) => {
  const { page } = visitor
  await openImageByTap(visitor, 2)
  await swipeHorizontally(page, -120)
  await expectImage(visitor, 3)
  await swipeHorizontally(page, 120)
  await expectImage(visitor, 2)
  await control(visitor, 'Next image').tap()
  await expectImage(visitor, 3)
  await control(visitor, 'Previous image').tap()
  await expectImage(visitor, 2)

  await pinch(page, twoFingers(80), twoFingers(144))
  const enlarged = await imageGeometry(visitor)
  expect(enlarged.scale).toBeCloseTo(1.8, 1)
  await swipeHorizontally(page, -100)
  const moved = await imageGeometry(visitor)
  expect(moved.left - enlarged.left).toBeCloseTo(-100, 0)
  await expectImage(visitor, 2, 0.1)
  await pinch(page, twoFingers(240), twoFingers(40))
  await expectUnzoomed(visitor)

  await doubleTap(page, centre)
  await expectActualSize(visitor)
  await doubleTap(page, centre)
  await expectUnzoomed(visitor)
  await swipeHorizontally(page, -60)
  await expectImage(visitor, 3)
  await control(visitor, 'Close').tap()
  await expectClosed(visitor)
})

test('a swipe of 51 px changes the image and wraps around at both ends; one of 50 px does not', async ({ visitor }) => {
  await openImageByTap(visitor, 1)
  // Swipes that must not change the image are followed by one that does; the image number then reveals an unwanted
  // change.
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
    await swipeHorizontally(visitor.page, pixels)
    await expectImage(visitor, number)
  }
  await swipeHorizontally(visitor.page, -50)
  await swipeHorizontally(visitor.page, -51)
  await expectImage(visitor, 2)
})

test('the image follows the finger and moves back if the movement is too short for a swipe', async ({ visitor }) => {
  await openImageByTap(visitor, 1)
  const { left } = await imageGeometry(visitor)
  const touch = await openTouchScreen(visitor.page)
  await touch(centre)
  for (const pixels of [-12, -30, -45, -20]) {
    await touch({ x: centre.x + pixels, y: centre.y })
    expect((await imageGeometry(visitor)).left - left, `${pixels} px`).toBeCloseTo(pixels, 0)
  }
  await touch()
  await expect.poll(async () => (await imageGeometry(visitor)).left).toBeCloseTo(left, 0)
  await expectImage(visitor, 1)
})

test('a swipe down closes the viewer and returns to the image in the gallery', async ({ visitor }) => {
  await openImageByTap(visitor, 2)
  await swipeVertically(visitor.page, 180)
  await expectClosed(visitor)
  await expect(thumbnailButton(visitor, 2)).toBeFocused()
})

test('the image follows a finger down and returns when the finger moves back up; the viewer stays open', async ({
  visitor,
}) => {
  await openImageByTap(visitor, 1)
  const { top } = await imageGeometry(visitor)
  const touch = await openTouchScreen(visitor.page)
  await touch(centre)
  await touch({ x: centre.x, y: centre.y + 60 })
  await touch({ x: centre.x + 4, y: centre.y + 160 })
  await expect.poll(async () => (await imageGeometry(visitor)).top).toBeCloseTo(top + 160, 0)
  await touch({ x: centre.x + 4, y: centre.y + 20 })
  await touch()
  await expect.poll(async () => (await imageGeometry(visitor)).top).toBeCloseTo(top, 0)
  await swipeHorizontally(visitor.page, -60)
  await expectImage(visitor, 2)
})

test('a short swipe down and a swipe up neither change the image nor close the viewer', async ({ visitor }) => {
  await openImageByTap(visitor, 1)
  await swipeVertically(visitor.page, -180)
  await swipeVertically(visitor.page, 60)
  await swipeHorizontally(visitor.page, -60)
  await expectImage(visitor, 2)
  expect(await visitor.page.evaluate(() => document.documentElement.dataset['scrollLocked'])).toBe('')
})

test('the end position of a diagonal swipe decides whether it changes the image', async ({ visitor }) => {
  await openImageByTap(visitor, 1)
  const drag = async (...points: (readonly [x: number, y: number])[]) => {
    const touch = await openTouchScreen(visitor.page)
    for (const [x, y] of points) await touch({ x, y })
    await touch()
  }
  // Down first, then across.
  await drag([300, 370], [300, 379], [280, 380], [200, 380], [100, 380])
  await expectImage(visitor, 2)
  // Across first, then down.
  await drag([300, 370], [291, 371], [280, 480], [248, 600])
  await expectImage(visitor, 2)
  await drag([100, 370], [91, 371], [140, 400], [240, 400])
  await expectImage(visitor, 1)
})

test('a swipe can start above or below the image, on the caption or on a button', async ({ visitor }) => {
  const { page } = visitor
  await openImageByTap(visitor, 1)
  const middleOf = async (target: Locator) => {
    const { x = 0, y = 0, width = 0, height = 0 } = (await target.boundingBox()) ?? {}
    return { x: x + width / 2, y: y + height / 2 }
  }
  const caption = visitor.page.getByRole('dialog').getByRole('paragraph').last()
  const starts = [
    { x: 300, y: 20 },
    { x: 200, y: 820 },
    { x: 200, y: 770 },
    await middleOf(caption),
    await middleOf(control(visitor, 'Next image')),
    await middleOf(control(visitor, 'Close')),
  ]
  for (const [index, from] of starts.entries()) {
    await swipe(page, from, { x: from.x - 120, y: from.y + 10 })
    await expectImage(visitor, ((index + 1) % 3) + 1)
  }
})

test('pinching the caption zooms the page and not the image', async ({ visitor }) => {
  await openImageByTap(visitor, 1)
  const onCaption = (x: number) => ({ x, y: 760 })
  await pinch(visitor.page, [onCaption(160), onCaption(220)], [onCaption(100), onCaption(280)])
  await expect.poll(() => visitor.page.evaluate(() => window.visualViewport?.scale)).toBeGreaterThan(1.2)
  await expectUnzoomed(visitor)
})

test('a double tap on an arrow changes the image twice and does not zoom', async ({ visitor }) => {
  await openImageByTap(visitor, 1)
  const { x = 0, y = 0 } = (await control(visitor, 'Next image').boundingBox()) ?? {}
  await doubleTap(visitor.page, { x: x + 24, y: y + 24 })
  await expectImage(visitor, 3)
  await expectUnzoomed(visitor)
  // A double tap outside the image does not zoom either.
  await doubleTap(visitor.page, { x: 200, y: 24 })
  await expectUnzoomed(visitor)
  // A tap with a small movement is still a tap.
  await tapWithMovement(visitor.page, { x: x + 24, y: y + 24 }, { x: x + 29, y: y + 27 })
  await expectImage(visitor, 1)
})

test('a second finger cancels a swipe', async ({ visitor }) => {
  await openImageByTap(visitor, 1)
  const touch = await openTouchScreen(visitor.page)
  await touch(centre)
  await touch({ x: centre.x - 90, y: centre.y })
  const bothFingers = [
    { x: centre.x - 90, y: centre.y },
    { x: centre.x + 60, y: centre.y },
  ] as const
  await touch(...bothFingers)
  await touch(bothFingers[0])
  await touch()
  await expectUnzoomed(visitor)
  await swipeHorizontally(visitor.page, -60)
  await expectImage(visitor, 2)
})

test('a finger pans an enlarged image up to its edges and does not change the image', async ({ visitor }) => {
  const { page } = visitor
  await openImageByTap(visitor, 1)
  await doubleTap(page, centre)
  await expectActualSize(visitor)
  for (let time = 0; time < 8; time++) await swipeHorizontally(page, -180)
  const last = await imageGeometry(visitor)
  expect(last.right).toBeCloseTo(last.surface.right ?? Number.NaN, 0)
  for (let time = 0; time < 12; time++) await swipeHorizontally(page, 180)
  const first = await imageGeometry(visitor)
  expect(first.left).toBeCloseTo(first.surface.left ?? Number.NaN, 0)
  await expectImage(visitor, 1, 0.1)
})

test('pinching the image zooms it up to actual size and never zooms the page', async ({ visitor }) => {
  await openImageByTap(visitor, 1)
  for (let time = 0; time < 3; time++) await pinch(visitor.page, twoFingers(40), twoFingers(360))
  await expectActualSize(visitor)
  expect(await visitor.page.evaluate(() => window.visualViewport?.scale)).toBe(1)
  await pinch(visitor.page, twoFingers(360), twoFingers(20))
  await expectUnzoomed(visitor)
})
