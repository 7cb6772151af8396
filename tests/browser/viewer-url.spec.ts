import { Visitor } from './fixtures/visitor.ts'
import { pathOf } from '#tests/support/site/site-rows.ts'
import { waitForViewerScript } from './fixtures/network/module-prefetch.ts'
import { expect, test } from './fixtures/test.ts'
import {
  viewerPath,
  control,
  thumbnailButton,
  expectClosed,
  viewerImage,
  project,
  expectImage,
  viewer,
} from './fixtures/viewer.ts'

test('a URL with an image opens the viewer over the project page, also after a reload', async ({ visitor }) => {
  await visitor.open(viewerPath(visitor, 3))
  await expectImage(visitor, 3)
  await visitor.reload()
  await expectImage(visitor, 3)
  // The page behind is inert, as after a click on an image.
  await expect.poll(() => viewer(visitor).evaluate((dialog) => dialog.matches(':modal'))).toBe(true)
  await control(visitor, 'Next image').click()
  await expectImage(visitor, 1)
  await control(visitor, 'Close').click()
  await expectClosed(visitor)
  await expect(visitor.heading(project)).toBeVisible()
  await thumbnailButton(visitor, 2).click()
  await expectImage(visitor, 2)
  await visitor.page.goBack()
  await expectClosed(visitor)
})

test('for a URL with an image, the server renders the open viewer and the project’s canonical URL', async ({
  visitor,
}) => {
  const path = viewerPath(visitor, 2)
  const text = await (await visitor.page.request.get(visitor.site.origin + path)).text()
  expect(text).toMatch(/<dialog[^>]* open=""/)
  expect(text).toContain('Image 2 of 3')
  await visitor.open(path)
  expect(await visitor.canonicalPath()).toBe(pathOf(visitor.site, project))
  // The link preview shows this image.
  const id = new URL(path, visitor.site.origin).searchParams.get('image') ?? ''
  await expect(visitor.page.locator('meta[property="og:image"]')).toHaveAttribute('content', new RegExp(`/${id}/`))
})

test('the viewer hydrates without errors or warnings', async ({ visitor }) => {
  const messages: string[] = []
  visitor.page.on('console', (message) => messages.push(message.text()))
  visitor.page.on('pageerror', (error) => messages.push(error.message))
  await visitor.open(viewerPath(visitor, 2))
  await expectImage(visitor, 2)
  expect(messages).toEqual([])
})

test('a URL with an unknown image shows the project without the viewer', async ({ visitor }) => {
  const path = pathOf(visitor.site, project)
  for (const image of ['1', '0', '-1', 'x', '%00', '', '%22%5D']) {
    const response = await visitor.open(`${path}?image=${image}`)
    expect(response.status(), image).toBe(200)
    await expect(visitor.heading(project)).toBeVisible()
    await expect(viewer(visitor), image).toHaveCount(0)
    expect(await visitor.canonicalPath()).toBe(path)
  }
})

test('a URL still shows its image after the gallery has been reordered', async ({ visitor }) => {
  const first = viewerPath(visitor, 1)
  const id = new URL(first, visitor.site.origin).searchParams.get('image')
  visitor.site.sql(`update photos set position = 99 where id = ?`, id)
  expect(viewerPath(visitor, 3)).toBe(first)
  await visitor.open(first)
  await expectImage(visitor, 3)
})

test('the viewer shows the gallery’s file until the larger file has loaded', async ({ visitor }) => {
  // Tall enough that the viewer needs a larger file than the gallery.
  await visitor.page.setViewportSize({ width: 1280, height: 900 })
  await visitor.openProject(project)
  const galleryImage = thumbnailButton(visitor, 2).locator('img')
  await galleryImage.scrollIntoViewIfNeeded()
  await expect
    .poll(() => galleryImage.evaluate((one: HTMLImageElement) => one.complete && one.naturalWidth))
    .toBeTruthy()
  const galleryFile = await galleryImage.evaluate((one: HTMLImageElement) => one.currentSrc)
  await galleryImage.hover()
  await waitForViewerScript(visitor.page)
  // The site no longer responds.
  visitor.site.suspend()
  await thumbnailButton(visitor, 2).click()
  await expectImage(visitor, 2)
  expect(await viewerImage(visitor).evaluate((one: HTMLImageElement) => one.complete)).toBe(false)
  const placeholder = viewer(visitor).locator('[data-offset="0"] img[alt=""]')
  expect(await placeholder.evaluate((one: HTMLImageElement) => [one.complete, one.currentSrc])).toEqual([
    true,
    galleryFile,
  ])
  // Both have the same box, because both are animated from the thumbnail.
  const boxes = await viewer(visitor)
    .locator('[data-offset="0"] img')
    .evaluateAll((both) => both.map((one) => JSON.stringify(one.getBoundingClientRect())))
  expect(boxes).toHaveLength(2)
  expect(boxes[0]).toBe(boxes[1])
  visitor.site.resume()
  await expect.poll(() => viewerImage(visitor).evaluate((one: HTMLImageElement) => one.complete)).toBe(true)
})

test('the viewer preloads the previous and next images', async ({ visitor }) => {
  await visitor.openProject(project)
  await thumbnailButton(visitor, 1).click()
  await expectImage(visitor, 1)
  const images = viewer(visitor).locator('picture img')
  await expect(images).toHaveCount(3)
  await expect
    .poll(() => images.evaluateAll((all: HTMLImageElement[]) => all.map((one) => one.complete && one.naturalWidth > 0)))
    .toEqual([true, true, true])
})

test.describe('without JavaScript', () => {
  test('the viewer opens, changes the image and closes', async ({ browser, site }) => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    const person = new Visitor(page, site)
    await page.goto(site.origin + pathOf(site, project))
    await thumbnailButton(person, 3).click()
    await expectImage(person, 3)
    await control(person, 'Next image').click()
    await expectImage(person, 1)
    await control(person, 'Previous image').click()
    await expectImage(person, 3)
    await control(person, 'Close').click()
    await expect(viewer(person)).toHaveCount(0)
    await expect(person.heading(project)).toBeVisible()
    await context.close()
  })
})
