import type { Visitor } from './people.ts'
import { expect, test } from './stories.ts'
import { control, image, isClosed, isPixelByPixel, isWhole, lies, project, sees } from './viewing.ts'

const press = async (person: Visitor, key: string, times = 1) => {
  for (let time = 0; time < times; time++) await person.page.keyboard.press(key)
}

/** Goes on with Tab until that has the focus. */
async function tabsTo(person: Visitor, what: ReturnType<typeof image>): Promise<void> {
  for (let step = 0; step < 60; step++) {
    await press(person, 'Tab')
    if (await what.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error('Tab does not lead there')
}

test('the whole viewer by keyboard only', async ({ visitor }) => {
  await visitor.opens('/work')
  await tabsTo(visitor, visitor.page.getByRole('link', { name: project }).first())
  await press(visitor, 'Enter')
  await visitor.heading(project).waitFor()
  await tabsTo(visitor, image(visitor, 2))
  await press(visitor, 'Enter')
  await sees(visitor, 2)

  await press(visitor, 'ArrowRight')
  await sees(visitor, 3)
  await press(visitor, 'ArrowRight')
  await sees(visitor, 1)
  await press(visitor, 'ArrowLeft')
  await sees(visitor, 3)
  await press(visitor, 'Home')
  await sees(visitor, 1)
  await press(visitor, 'End')
  await sees(visitor, 3)

  await tabsTo(visitor, control(visitor, 'Previous image'))
  await press(visitor, 'Enter')
  await sees(visitor, 2)
  await tabsTo(visitor, control(visitor, 'Next image'))
  await press(visitor, 'Space')
  await sees(visitor, 3)

  await press(visitor, 'Escape')
  await isClosed(visitor)
  await press(visitor, 'Enter')
  await expect(visitor.page.getByRole('dialog')).toBeVisible()
  await tabsTo(visitor, control(visitor, 'Close'))
  await press(visitor, 'Enter')
  await isClosed(visitor)
})

test('+ enlarges up to one pixel for one pixel, − and 0 make it whole again', async ({ visitor }) => {
  await visitor.opensProject(project)
  await image(visitor, 1).press('Enter')
  await sees(visitor, 1)
  await isWhole(visitor)
  await press(visitor, '+')
  const { scale } = await lies(visitor)
  expect(scale).toBeGreaterThan(1.2)
  await press(visitor, '+', 8)
  await isPixelByPixel(visitor)
  await press(visitor, '-')
  expect((await lies(visitor)).pixelByPixel).toBeLessThan(0.9)
  await press(visitor, '-', 8)
  await isWhole(visitor)
  await press(visitor, '=', 2)
  expect((await lies(visitor)).scale).toBeGreaterThan(scale)
  await press(visitor, '0')
  await isWhole(visitor)
})

test('the arrows move an enlarged picture to its edges and not beyond; whole, they change it', async ({ visitor }) => {
  await visitor.opensProject(project)
  await image(visitor, 1).press('Enter')
  await sees(visitor, 1)
  await press(visitor, '+', 9)
  await isPixelByPixel(visitor)
  await press(visitor, 'ArrowLeft', 12)
  await press(visitor, 'ArrowUp', 12)
  const first = await lies(visitor)
  expect(first.left).toBeCloseTo(first.stage.left ?? Number.NaN, 0)
  expect(first.top).toBeCloseTo(first.stage.top ?? Number.NaN, 0)
  await press(visitor, 'ArrowRight', 12)
  await press(visitor, 'ArrowDown', 12)
  const last = await lies(visitor)
  expect(last.right).toBeCloseTo(last.stage.right ?? Number.NaN, 0)
  expect(last.bottom).toBeCloseTo(last.stage.bottom ?? Number.NaN, 0)
  await sees(visitor, 1, 0.1)
  await press(visitor, '0')
  await press(visitor, 'ArrowRight')
  await sees(visitor, 2)
})

test('the next picture is whole, however far the last one was enlarged', async ({ visitor }) => {
  await visitor.opensProject(project)
  await image(visitor, 1).press('Enter')
  await sees(visitor, 1)
  await press(visitor, '+', 3)
  await press(visitor, 'End')
  await sees(visitor, 3)
  await isWhole(visitor)
  await press(visitor, 'Home')
  await sees(visitor, 1)
  await isWhole(visitor)
})
