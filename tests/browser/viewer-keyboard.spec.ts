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

const press = async (person: Visitor, key: string, times = 1) => {
  for (let time = 0; time < times; time++) await person.page.keyboard.press(key)
}

/** Presses Tab until the element has focus. */
async function tabTo(person: Visitor, target: ReturnType<typeof thumbnailButton>): Promise<void> {
  for (let step = 0; step < 60; step++) {
    await press(person, 'Tab')
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error('Tab does not reach the element')
}

test('the viewer can be used with the keyboard only', async ({ visitor }) => {
  await visitor.open('/work')
  await tabTo(visitor, visitor.page.getByRole('link', { name: project }).first())
  await press(visitor, 'Enter')
  await visitor.heading(project).waitFor()
  await tabTo(visitor, thumbnailButton(visitor, 2))
  await press(visitor, 'Enter')
  await expectImage(visitor, 2)

  await press(visitor, 'ArrowRight')
  await expectImage(visitor, 3)
  await press(visitor, 'ArrowRight')
  await expectImage(visitor, 1)
  await press(visitor, 'ArrowLeft')
  await expectImage(visitor, 3)
  await press(visitor, 'Home')
  await expectImage(visitor, 1)
  await press(visitor, 'End')
  await expectImage(visitor, 3)

  await tabTo(visitor, control(visitor, 'Previous image'))
  await press(visitor, 'Enter')
  await expectImage(visitor, 2)
  await tabTo(visitor, control(visitor, 'Next image'))
  await press(visitor, 'Space')
  await expectImage(visitor, 3)

  await press(visitor, 'Escape')
  await expectClosed(visitor)
  await press(visitor, 'Enter')
  await expect(visitor.page.getByRole('dialog')).toBeVisible()
  await tabTo(visitor, control(visitor, 'Close'))
  await press(visitor, 'Enter')
  await expectClosed(visitor)
})

test('closing the viewer focuses the image that it showed last, and scrolls to it if it is out of view', async ({
  visitor,
}) => {
  await visitor.page.setViewportSize({ width: 360, height: 400 })
  for (const close of ['Escape', 'Back']) {
    await visitor.openProject(project)
    await thumbnailButton(visitor, 1).press('Enter')
    await expectImage(visitor, 1)
    await press(visitor, 'End')
    await expectImage(visitor, 3)
    if (close === 'Escape') await press(visitor, 'Escape')
    else await visitor.page.goBack()
    await expectClosed(visitor)
    await expect(thumbnailButton(visitor, 3), close).toBeFocused()
    await expect(thumbnailButton(visitor, 3), close).toBeInViewport()
  }
})

test('+ zooms in up to actual size, − and 0 zoom out', async ({ visitor }) => {
  await visitor.openProject(project)
  await thumbnailButton(visitor, 1).press('Enter')
  await expectImage(visitor, 1)
  await expectUnzoomed(visitor)
  await press(visitor, '+')
  const { scale } = await imageGeometry(visitor)
  expect(scale).toBeGreaterThan(1.2)
  await press(visitor, '+', 8)
  await expectActualSize(visitor)
  await press(visitor, '-')
  expect((await imageGeometry(visitor)).devicePixelsPerFilePixel).toBeLessThan(0.9)
  await press(visitor, '-', 8)
  await expectUnzoomed(visitor)
  await press(visitor, '=', 2)
  expect((await imageGeometry(visitor)).scale).toBeGreaterThan(scale)
  await press(visitor, '0')
  await expectUnzoomed(visitor)
})

test('arrow keys pan an enlarged image up to its edges; otherwise they change the image', async ({ visitor }) => {
  await visitor.openProject(project)
  await thumbnailButton(visitor, 1).press('Enter')
  await expectImage(visitor, 1)
  await press(visitor, '+', 9)
  await expectActualSize(visitor)
  await press(visitor, 'ArrowLeft', 12)
  await press(visitor, 'ArrowUp', 12)
  const first = await imageGeometry(visitor)
  expect(first.left).toBeCloseTo(first.surface.left ?? Number.NaN, 0)
  expect(first.top).toBeCloseTo(first.surface.top ?? Number.NaN, 0)
  await press(visitor, 'ArrowRight', 12)
  await press(visitor, 'ArrowDown', 12)
  const last = await imageGeometry(visitor)
  expect(last.right).toBeCloseTo(last.surface.right ?? Number.NaN, 0)
  expect(last.bottom).toBeCloseTo(last.surface.bottom ?? Number.NaN, 0)
  await expectImage(visitor, 1, 0.1)
  await press(visitor, '0')
  await press(visitor, 'ArrowRight')
  await expectImage(visitor, 2)
})

test('the next image is not enlarged, even if the previous one was', async ({ visitor }) => {
  await visitor.openProject(project)
  await thumbnailButton(visitor, 1).press('Enter')
  await expectImage(visitor, 1)
  await press(visitor, '+', 3)
  await press(visitor, 'End')
  await expectImage(visitor, 3)
  await expectUnzoomed(visitor)
  await press(visitor, 'Home')
  await expectImage(visitor, 1)
  await expectUnzoomed(visitor)
})
