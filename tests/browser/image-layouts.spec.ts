import { imagesOf, pathOf } from '#tests/support/site/site-rows.ts'
import type { Admin } from './fixtures/admin.ts'
import { expectAccessible } from './fixtures/checks/axe.ts'
import { galleryOf, imageAt } from './fixtures/gallery.ts'
import { withoutReload } from './fixtures/live-updates.ts'
import { abortWrites } from './fixtures/network/fault-injection.ts'
import { expect, test } from './fixtures/test.ts'
import { viewer } from './fixtures/viewer.ts'
import type { Visitor } from './fixtures/visitor.ts'

const project = 'Thrown'
const slider = (person: Visitor) => galleryOf(person).getByRole('slider', { name: 'Before and after', exact: true })
const layoutField = (admin: Admin, number: number) =>
  imageAt(admin, number).getByRole('combobox', { name: `Layout of image ${number}`, exact: true })

test.use({ viewport: { width: 1440, height: 900 } })

/** The left, right and top edges of an image. */
async function edgesOf(person: Visitor, position: number) {
  const box = await imageAt(person, position).locator('> button').boundingBox()
  if (!box) throw new Error(`image ${position} is not shown`)
  return { left: box.x, right: box.x + box.width, top: box.y }
}

async function openDescription(admin: Admin, number: number): Promise<void> {
  await imageAt(admin, number)
    .getByRole('button', { name: `Describe image ${number}`, exact: true })
    .click()
  await expect(imageAt(admin, number).getByText('Layout', { exact: true })).toBeVisible()
}

async function chooseLayout(admin: Admin, number: number, layout: string): Promise<void> {
  await layoutField(admin, number).selectOption(layout)
  await expect(imageAt(admin, number).getByText('Saved.', { exact: true })).toBeVisible()
}

/** Stores the layout that compares image 2 with image 3. */
function setCompareLayout({ site }: Visitor): void {
  const [, before, after] = imagesOf(site, project)
  if (!before || !after) throw new Error(`${project} has fewer than three images`)
  site.sql(`update photos set layout = 'compare', layoutPartner = ? where id = ?`, after.id, before.id)
}

test('an image gets the full width, and two images share a row, on the open page of a visitor', async ({
  admin,
  visitor,
  user,
  site,
}) => {
  const path = pathOf(site, project)
  await withoutReload(visitor, path, async () => {
    const gallery = await galleryOf(visitor).locator('ul').boundingBox()
    await admin.open(path)
    await expect(layoutField(admin, 1)).toHaveCount(0)
    await openDescription(admin, 1)
    await chooseLayout(admin, 1, 'Full width')
    await expect
      .poll(async () => (await edgesOf(visitor, 1)).right)
      .toBeCloseTo((gallery?.x ?? 0) + (gallery?.width ?? 0), 0)
    await chooseLayout(admin, 1, 'Pair with next')
    await expect.poll(async () => (await edgesOf(visitor, 2)).top).toBe((await edgesOf(visitor, 1)).top)
    expect((await edgesOf(visitor, 2)).left).toBeGreaterThan((await edgesOf(visitor, 1)).right)
    await expectAccessible(admin.page)
    await admin.reload()
    await openDescription(admin, 1)
    await expect(layoutField(admin, 1)).toHaveValue('pair')
  })
  await user.open(path)
  await expect(user.main.getByRole('combobox')).toHaveCount(0)
})

test('the last image cannot be paired, and a layout that cannot be saved shows an error beside its image', async ({
  admin,
  site,
}) => {
  const path = pathOf(site, project)
  const last = imagesOf(site, project).length
  await admin.open(path)
  await openDescription(admin, last)
  await expect(layoutField(admin, last).getByRole('option', { name: 'Pair with next' })).toBeDisabled()
  await expect(layoutField(admin, last).getByRole('option', { name: 'Full width' })).toBeEnabled()
  await openDescription(admin, 1)
  const restore = await abortWrites(admin.page, /\/projects\//)
  await layoutField(admin, 1).selectOption('Full width')
  await expect(imageAt(admin, 1).getByText('Failed to update project data')).toBeVisible()
  await expect(layoutField(admin, 1)).toHaveValue('automatic')
  await restore()
})

test('compared images overlap, and mouse and keyboard move the divider', async ({ admin, visitor, site }) => {
  const path = pathOf(site, project)
  await withoutReload(visitor, path, async () => {
    await admin.open(path)
    await openDescription(admin, 2)
    await chooseLayout(admin, 2, 'Before and after')
    await expect(slider(visitor)).toBeVisible()
    expect(await edgesOf(visitor, 3)).toEqual(await edgesOf(visitor, 2))
    await expectAccessible(visitor.page)
    await expect(slider(admin)).toHaveCount(0)
  })
  await slider(visitor).scrollIntoViewIfNeeded()
  const box = await slider(visitor).boundingBox()
  if (!box) throw new Error('the slider is not shown')
  const [middle, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await visitor.page.mouse.move(middle, y)
  await visitor.page.mouse.down()
  await visitor.page.mouse.move(middle + box.width / 4, y, { steps: 5 })
  await visitor.page.mouse.up()
  await expect.poll(async () => Number(await slider(visitor).inputValue())).toBeGreaterThan(65)
  await expect.poll(() => dividerOf(visitor)).toBeGreaterThan(0.65)
  await slider(visitor).press('Home')
  await expect.poll(() => dividerOf(visitor)).toBe(0)
  await slider(visitor).press('ArrowRight')
  await expect.poll(() => dividerOf(visitor)).toBe(0.01)
})

test('each side of the divider opens its own image', async ({ visitor, site }) => {
  setCompareLayout(visitor)
  const [, before, after] = imagesOf(site, project)
  await visitor.open(pathOf(site, project))
  await slider(visitor).scrollIntoViewIfNeeded()
  for (const [share, image] of [
    [0.25, before],
    [0.75, after],
  ] as const) {
    const box = await slider(visitor).boundingBox()
    if (!box) throw new Error('the slider is not shown')
    await visitor.page.mouse.click(box.x + box.width * share, box.y + box.height / 2)
    await expect(viewer(visitor)).toBeVisible()
    expect(new URL(visitor.page.url()).searchParams.get('image')).toBe(image?.id)
    await visitor.page.keyboard.press('Escape')
    await expect(viewer(visitor)).toBeHidden()
  }
})

test('a divider that is moved before the scripts have loaded keeps its position once they have', async ({
  visitor,
  site,
}) => {
  setCompareLayout(visitor)
  const { page } = visitor
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(/\.js$/, async (route) => {
    await held
    await route.continue()
  })
  await page.goto(`${site.origin}${pathOf(site, project)}`, { waitUntil: 'commit' })
  await slider(visitor).press('End')
  release()
  await expect.poll(() => dividerOf(visitor)).toBe(1)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('compared images are beside each other', async ({ visitor, site }) => {
    setCompareLayout(visitor)
    await visitor.page.goto(`${site.origin}${pathOf(site, project)}`)
    await expect(slider(visitor)).toBeHidden()
    const [before, after] = [await edgesOf(visitor, 2), await edgesOf(visitor, 3)]
    expect(after.top).toBe(before.top)
    expect(after.left).toBeGreaterThan(before.right)
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('compared images overlap, and a finger moves the divider', async ({ visitor, site }) => {
    setCompareLayout(visitor)
    await visitor.open(pathOf(site, project))
    await slider(visitor).scrollIntoViewIfNeeded()
    expect(await edgesOf(visitor, 3)).toEqual(await edgesOf(visitor, 2))
    const next = await edgesOf(visitor, 4)
    expect(next.left).toBe((await edgesOf(visitor, 2)).left)
    const box = await slider(visitor).boundingBox()
    if (!box) throw new Error('the slider is not shown')
    const client = await visitor.page.context().newCDPSession(visitor.page)
    const y = box.y + box.height / 2
    const touch = (type: 'touchStart' | 'touchMove', x: number) =>
      client.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x, y }] })
    await touch('touchStart', box.x + box.width / 2)
    for (const step of [1, 2, 3, 4]) await touch('touchMove', box.x + box.width / 2 - step * 25)
    await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await expect.poll(() => dividerOf(visitor)).toBeLessThan(0.4)
  })
})

/** Where the divider is, 0 to 1. */
function dividerOf(visitor: Visitor): Promise<number> {
  return slider(visitor).evaluate((one) => Number(one.parentElement?.style.getPropertyValue('--divider')))
}
