import { Visitor } from './people.ts'
import { pathOf } from './rows.ts'
import { expect, test } from './stories.ts'
import { addressOf, control, image, isClosed, picture, project, sees, viewer } from './viewing.ts'

test('an address with an image opens the viewer there, reloaded too; closed, the page is behind it', async ({
  visitor,
}) => {
  await visitor.opens(addressOf(visitor, 3))
  await sees(visitor, 3)
  await visitor.page.reload()
  await sees(visitor, 3)
  // The page behind is out of reach, as if the viewer had been opened by hand.
  expect(await viewer(visitor).evaluate((dialog) => dialog.matches(':modal'))).toBe(true)
  await control(visitor, 'Next image').click()
  await sees(visitor, 1)
  await control(visitor, 'Close').click()
  await isClosed(visitor)
  await expect(visitor.heading(project)).toBeVisible()
  await image(visitor, 2).click()
  await sees(visitor, 2)
  await visitor.page.goBack()
  await isClosed(visitor)
})

test('an address with an image comes from the server with the viewer open, and as a page of the project', async ({
  visitor,
}) => {
  const path = addressOf(visitor, 2)
  const text = await (await visitor.page.request.get(visitor.site.origin + path)).text()
  expect(text).toMatch(/<dialog[^>]* open=""/)
  expect(text).toContain('Image 2 of 3')
  await visitor.opens(path)
  expect(await visitor.canonicalPath()).toBe(pathOf(visitor.site, project))
  // Where it is shared, it looks like the image.
  const id = new URL(path, visitor.site.origin).searchParams.get('image') ?? ''
  await expect(visitor.page.locator('meta[property="og:image"]')).toHaveAttribute('content', new RegExp(`/${id}/`))
})

test('the viewer wakes up without a difference to what the server has drawn', async ({ visitor }) => {
  const said: string[] = []
  visitor.page.on('console', (message) => said.push(message.text()))
  visitor.page.on('pageerror', (error) => said.push(error.message))
  await visitor.opens(addressOf(visitor, 2))
  await sees(visitor, 2)
  expect(said).toEqual([])
})

test('an address with an image that is not there shows the project', async ({ visitor }) => {
  const path = pathOf(visitor.site, project)
  for (const image of ['1', '0', '-1', 'x', '%00', '', '%22%5D']) {
    const response = await visitor.opens(`${path}?image=${image}`)
    expect(response.status(), image).toBe(200)
    await expect(visitor.heading(project)).toBeVisible()
    await expect(viewer(visitor), image).toHaveCount(0)
    expect(await visitor.canonicalPath()).toBe(path)
  }
})

test('an address still shows its image after the gallery was put into another order', async ({ visitor }) => {
  const first = addressOf(visitor, 1)
  const id = new URL(first, visitor.site.origin).searchParams.get('image')
  visitor.site.sql(`update photos set position = 99 where id = ?`, id)
  expect(addressOf(visitor, 3)).toBe(first)
  await visitor.opens(first)
  await sees(visitor, 3)
})

test('the picture of the gallery is there at once, under the sharper one that is on its way', async ({ visitor }) => {
  // So high that the file of the gallery would not do.
  await visitor.page.setViewportSize({ width: 1280, height: 900 })
  await visitor.opensProject(project)
  const small = image(visitor, 2).locator('img')
  await small.scrollIntoViewIfNeeded()
  await expect.poll(() => small.evaluate((one: HTMLImageElement) => one.complete && one.naturalWidth)).toBeTruthy()
  const shown = await small.evaluate((one: HTMLImageElement) => one.currentSrc)
  // Nothing more comes from the site.
  visitor.site.freeze()
  await image(visitor, 2).click()
  await sees(visitor, 2)
  expect(await picture(visitor).evaluate((one: HTMLImageElement) => one.complete)).toBe(false)
  const under = viewer(visitor).locator('[data-offset="0"] img[alt=""]')
  expect(await under.evaluate((one: HTMLImageElement) => [one.complete, one.currentSrc])).toEqual([true, shown])
  // In one frame: both grow from the thumbnail.
  const boxes = await viewer(visitor)
    .locator('[data-offset="0"] img')
    .evaluateAll((both) => both.map((one) => JSON.stringify(one.getBoundingClientRect())))
  expect(boxes).toHaveLength(2)
  expect(boxes[0]).toBe(boxes[1])
  visitor.site.thaw()
  await expect.poll(() => picture(visitor).evaluate((one: HTMLImageElement) => one.complete)).toBe(true)
})

test('the neighbours are fetched before they are asked for', async ({ visitor }) => {
  await visitor.opensProject(project)
  await image(visitor, 1).click()
  await sees(visitor, 1)
  const pictures = viewer(visitor).locator('picture img')
  await expect(pictures).toHaveCount(3)
  await expect
    .poll(() =>
      pictures.evaluateAll((all: HTMLImageElement[]) => all.map((one) => one.complete && one.naturalWidth > 0)),
    )
    .toEqual([true, true, true])
})

test.describe('without JavaScript', () => {
  test('images open, page and close', async ({ browser, site }) => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    const person = new Visitor(page, site)
    await page.goto(site.origin + pathOf(site, project))
    await image(person, 3).click()
    await sees(person, 3)
    await control(person, 'Next image').click()
    await sees(person, 1)
    await control(person, 'Previous image').click()
    await sees(person, 3)
    await control(person, 'Close').click()
    await expect(viewer(person)).toHaveCount(0)
    await expect(person.heading(project)).toBeVisible()
    await context.close()
  })
})
