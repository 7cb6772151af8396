import { expect, test } from './stories.ts'
import { isPixelByPixel, isWhole, lies, opensImage, picture, sees } from './viewing.ts'

test('the wheel enlarges what is under the pointer, up to one pixel for one pixel, and makes it small again', async ({
  visitor,
}) => {
  const { page } = visitor
  await opensImage(visitor, 1)
  const before = await lies(visitor)
  const at = { x: before.left + before.width * 0.3, y: before.top + before.height * 0.4 }
  await page.mouse.move(at.x, at.y)
  await page.mouse.wheel(0, -120)
  await expect.poll(async () => (await lies(visitor)).scale).toBeGreaterThan(1.1)
  const after = await lies(visitor)
  // Across, where it is wider than the stage or not, the spot stays if the bounds let it; below they do.
  expect((at.y - after.top) / after.height).toBeCloseTo(0.4, 1)
  for (let turn = 0; turn < 12; turn++) await page.mouse.wheel(0, -240)
  await isPixelByPixel(visitor)
  for (let turn = 0; turn < 12; turn++) await page.mouse.wheel(0, 240)
  await isWhole(visitor)
  await sees(visitor, 1)
})

test('a double click shows the picture pixel by pixel, the next one whole; dragging moves it in between', async ({
  visitor,
}) => {
  const { page } = visitor
  await opensImage(visitor, 1)
  const { left, top, width, height } = await lies(visitor)
  await page.mouse.dblclick(left + width / 4, top + height / 4)
  await isPixelByPixel(visitor)
  const before = await lies(visitor)
  await page.mouse.move(640, 360)
  await page.mouse.down()
  await page.mouse.move(560, 330, { steps: 4 })
  await page.mouse.up()
  const after = await lies(visitor)
  expect(after.top - before.top).toBeCloseTo(-30, 0)
  await sees(visitor, 1, 0.1)
  await page.mouse.dblclick(640, 360)
  await isWhole(visitor)
})

test('an enlarged picture comes as the file that its size needs', async ({ visitor }) => {
  await opensImage(visitor, 1)
  const widthOf = () =>
    picture(visitor).evaluate((one: HTMLImageElement) => Number(/(\d+)\.\w+$/.exec(one.currentSrc)?.[1]))
  const largest = await picture(visitor).evaluate((one: HTMLImageElement) =>
    Math.max(...[...one.srcset.matchAll(/ (\d+)w/g)].map(([, width]) => Number(width))),
  )
  await expect.poll(widthOf).toBeLessThan(largest)
  await visitor.page.mouse.dblclick(640, 360)
  await isPixelByPixel(visitor)
  await expect.poll(widthOf).toBe(largest)
})

test('a pressed mouse swipes too: more than 50 px change the image', async ({ visitor }) => {
  const { page } = visitor
  await opensImage(visitor, 1)
  for (const [pixels, number] of [
    [-50, 1],
    [-51, 2],
  ] as const) {
    await page.mouse.move(640, 360)
    await page.mouse.down()
    await page.mouse.move(640 + pixels, 360, { steps: 4 })
    await page.mouse.up()
    await sees(visitor, number)
  }
})
