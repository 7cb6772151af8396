import { galleryOf } from './fixtures/gallery.ts'
import type { Visitor } from './fixtures/visitor.ts'
import { pathOf, projectNamed } from '#tests/support/site/site-rows.ts'
import { expect, test } from './fixtures/test.ts'
import { project } from './fixtures/viewer.ts'

const landscape = [2400, 1600] as const
const portrait = [1600, 2000] as const
const panorama = [4000, 800] as const
const tall = [600, 2400] as const
type Size = readonly [width: number, height: number]

/** Replaces the project's images with images of these sizes; their files are empty SVGs, delayed by 300 ms. */
async function replaceGallery({ page, site }: Visitor, sizes: readonly Size[]): Promise<void> {
  const { id } = projectNamed(site, project)
  site.sql(`delete from photos where projectId = ? and place = 'gallery'`, id)
  for (const [index, [width, height]] of sizes.entries()) {
    site.sql(
      `insert into photos (id, projectId, place, position, storageKey, bytes, sha256, width, height, colour, state,
        dueAt, createdAt) values (?, ?, 'gallery', ?, ?, 1, '', ?, ?, '#888888', 'ready', '', '')`,
      `size-${width}-${height}-${index}`,
      id,
      index + 1,
      `images/${index}.jpg`,
      width,
      height,
    )
  }
  await page.route(/\/photos\/size-/, async (route) => {
    const [, width, height] = /size-(\d+)-(\d+)/.exec(route.request().url()) ?? []
    const body = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"/>`
    await new Promise((resume) => setTimeout(resume, 300))
    await route.fulfill({ contentType: 'image/svg+xml', body })
  })
}

/** The boxes of the images, relative to the top of the page. */
async function boxesOf(visitor: Visitor) {
  return galleryOf(visitor)
    .locator('li > button')
    .evaluateAll((buttons) =>
      buttons.map((button) => {
        const { left, right, top, width, height } = button.getBoundingClientRect()
        return { left, right, top: top + window.scrollY, width, height }
      }),
    )
}

const mixed = [landscape, panorama, tall, portrait, portrait, landscape, tall, panorama, landscape] as const
const galleries: [string, readonly Size[]][] = [
  ['one landscape image', [landscape]],
  ['one tall image', [tall]],
  ['a portrait and a panorama', [portrait, panorama]],
  ['mixed proportions', mixed],
  ['60 images', Array.from({ length: 60 }, (_, index) => mixed[(index * 7) % mixed.length] ?? landscape)],
]

for (const [description, sizes] of galleries) {
  test(`${description}: images are uncropped, within the page and do not overlap or shift on loading`, async ({
    visitor,
  }) => {
    const { page } = visitor
    await replaceGallery(visitor, sizes)
    for (const viewport of [
      { width: 360, height: 740 },
      { width: 768, height: 1024 },
      { width: 1440, height: 900 },
    ]) {
      await page.setViewportSize(viewport)
      await visitor.open(pathOf(visitor.site, project))
      const before = await boxesOf(visitor)
      expect(before).toHaveLength(sizes.length)
      for (const [index, box] of before.entries()) {
        const [width, height] = sizes[index] ?? landscape
        expect(box.height, `image ${index + 1}`).toBeCloseTo((box.width * height) / width, 0)
        expect(box.left).toBeGreaterThanOrEqual(0)
        expect(box.right).toBeLessThanOrEqual(viewport.width)
        expect(box.width).toBeGreaterThanOrEqual(24)
        const next = before[index + 1]
        // Beside the image or below it.
        if (next) expect(next.left >= box.right || next.top >= box.top + box.height, `image ${index + 2}`).toBe(true)
      }
      // Loading the images must not move their boxes.
      const images = galleryOf(visitor).locator('picture img')
      for (const image of await images.all()) await image.scrollIntoViewIfNeeded()
      await expect
        .poll(() => images.evaluateAll((all: HTMLImageElement[]) => all.every((image) => image.complete)))
        .toBe(true)
      expect(await boxesOf(visitor)).toEqual(before)
    }
  })
}

test('images align with the text, and a large one fits into the viewport', async ({ visitor }) => {
  const viewport = { width: 1440, height: 900 }
  await replaceGallery(visitor, [landscape, portrait, portrait, landscape, landscape])
  await visitor.page.setViewportSize(viewport)
  await visitor.open(pathOf(visitor.site, project))
  const text = await visitor.main
    .locator('p')
    .filter({ hasText: /^[A-Z].{80,}/ })
    .first()
    .boundingBox()
  const [large, first, second] = await boxesOf(visitor)
  expect(large?.height).toBeLessThan(viewport.height)
  expect(large?.left).toBeCloseTo(first?.left ?? 0, 0)
  expect(second?.top).toBe(first?.top)
  expect(second?.left).toBeCloseTo(text?.x ?? 0, 0)
})
