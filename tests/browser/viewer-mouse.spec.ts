import { expect, test } from './fixtures/test.ts'
import {
  control,
  expectActualSize,
  expectUnzoomed,
  imageGeometry,
  openImage,
  viewerImage,
  expectImage,
} from './fixtures/viewer.ts'

test('the wheel zooms in at the pointer up to actual size, and out again', async ({ visitor }) => {
  const { page } = visitor
  await openImage(visitor, 1)
  const before = await imageGeometry(visitor)
  const at = { x: before.left + before.width * 0.3, y: before.top + before.height * 0.4 }
  await page.mouse.move(at.x, at.y)
  await page.mouse.wheel(0, -120)
  await expect.poll(async () => (await imageGeometry(visitor)).scale).toBeGreaterThan(1.1)
  const after = await imageGeometry(visitor)
  // The point under the pointer keeps its position unless the image would leave its bounds, which happens only
  // horizontally here.
  expect((at.y - after.top) / after.height).toBeCloseTo(0.4, 1)
  for (let step = 0; step < 12; step++) await page.mouse.wheel(0, -240)
  await expectActualSize(visitor)
  for (let step = 0; step < 12; step++) await page.mouse.wheel(0, 240)
  await expectUnzoomed(visitor)
  await expectImage(visitor, 1)
})

test('a double click shows the image at actual size, dragging pans it, and another double click fits it to the viewer', async ({
  visitor,
}) => {
  const { page } = visitor
  await openImage(visitor, 1)
  const { left, top, width, height } = await imageGeometry(visitor)
  await page.mouse.dblclick(left + width / 4, top + height / 4)
  await expectActualSize(visitor)
  const before = await imageGeometry(visitor)
  await page.mouse.move(640, 360)
  await page.mouse.down()
  await page.mouse.move(560, 330, { steps: 4 })
  await page.mouse.up()
  const after = await imageGeometry(visitor)
  expect(after.top - before.top).toBeCloseTo(-30, 0)
  await expectImage(visitor, 1, 0.1)
  await page.mouse.dblclick(640, 360)
  await expectUnzoomed(visitor)
})

test('an enlarged image loads a file that is wide enough for its size', async ({ visitor }) => {
  await openImage(visitor, 1)
  const fileWidth = () =>
    viewerImage(visitor).evaluate((one: HTMLImageElement) => Number(/(\d+)\.\w+$/.exec(one.currentSrc)?.[1]))
  const largest = await viewerImage(visitor).evaluate((one: HTMLImageElement) => {
    const best = one.parentElement?.querySelector('source')?.srcset ?? ''
    return Math.max(...[...best.matchAll(/ (\d+)w/g)].map(([, width]) => Number(width)))
  })
  await expect.poll(fileWidth).toBeLessThan(largest)
  await visitor.page.mouse.dblclick(640, 360)
  await expectActualSize(visitor)
  await expect.poll(fileWidth).toBe(largest)
})

test('dragging the mouse by more than 50 px changes the image', async ({ visitor }) => {
  const { page } = visitor
  await openImage(visitor, 1)
  for (const [pixels, number] of [
    [-50, 1],
    [-51, 2],
  ] as const) {
    await page.mouse.move(640, 360)
    await page.mouse.down()
    await page.mouse.move(640 + pixels, 360, { steps: 4 })
    await page.mouse.up()
    await expectImage(visitor, number)
  }
})

test('the control that is focused after a click has no focus ring until a key is pressed', async ({ visitor }) => {
  const { page } = visitor
  await openImage(visitor, 1)
  const close = control(visitor, 'Close')
  await expect(close).toBeFocused()
  // WebKit matches `:focus-visible` here and Chromium does not, so it is forced.
  const session = await page.context().newCDPSession(page)
  await session.send('DOM.enable')
  await session.send('CSS.enable')
  const { root } = await session.send('DOM.getDocument')
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector: 'dialog .viewer-close' })
  await session.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses: ['focus-visible'] })
  await expect(close).toHaveCSS('outline-style', 'none')
  await page.keyboard.press('Shift')
  await expect(close).toHaveCSS('outline-style', 'solid')
})

test('the arrows are hidden while the mouse does not move, and reappear with the mouse or the keyboard', async ({
  visitor,
}) => {
  await openImage(visitor, 1)
  const arrows = [control(visitor, 'Previous image'), control(visitor, 'Next image')]
  for (const arrow of arrows) await expect(arrow).toHaveCSS('opacity', '0')
  await expect(control(visitor, 'Close')).toHaveCSS('opacity', '1')
  // Repeated until both are visible: on a busy machine they may be hidden again before the second one is checked.
  await expect(async () => {
    await visitor.page.mouse.move(300, 300)
    await visitor.page.mouse.move(320, 320)
    for (const arrow of arrows) await expect(arrow).toHaveCSS('opacity', '1', { timeout: 2_000 })
  }).toPass()
  for (const arrow of arrows) await expect(arrow).toHaveCSS('opacity', '0')
  await visitor.page.keyboard.press('Tab')
  await visitor.page.keyboard.press('Tab')
  const focused = visitor.page.locator('dialog :focus')
  await expect(focused).toHaveCSS('opacity', '1')
  await expect(focused).toHaveAccessibleName('Next image')
})
