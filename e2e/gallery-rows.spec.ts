import { galleryOf } from './gallery.ts'
import type { Visitor } from './people.ts'
import { pathOf, projectNamed } from './rows.ts'
import { expect, test } from './stories.ts'
import { project } from './viewing.ts'

const landscape = [2400, 1600] as const
const portrait = [1600, 2000] as const
const panorama = [4000, 800] as const
const tower = [600, 2400] as const
type Size = readonly [width: number, height: number]

/** Gives the project these images instead of its own; what is fetched of them has their proportions. */
async function hangs({ page, site }: Visitor, sizes: readonly Size[]): Promise<void> {
  const { id } = projectNamed(site, project)
  site.sql(`delete from photos where projectId = ? and place = 'gallery'`, id)
  for (const [at, [width, height]] of sizes.entries()) {
    site.sql(
      `insert into photos (id, projectId, place, position, storageKey, bytes, sha256, width, height, colour, state,
        dueAt, createdAt) values (?, ?, 'gallery', ?, ?, 1, '', ?, ?, '#888888', 'ready', '', '')`,
      `size-${width}-${height}-${at}`,
      id,
      at + 1,
      `images/${at}.jpg`,
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

/** The pictures as they lie on the page: which row, how large. */
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

const mixed = [landscape, panorama, tower, portrait, portrait, landscape, tower, panorama, landscape] as const
const galleries: [string, readonly Size[]][] = [
  ['one landscape', [landscape]],
  ['one tower', [tower]],
  ['two of different kinds', [portrait, panorama]],
  ['extremes among others', mixed],
  ['sixty', Array.from({ length: 60 }, (_, at) => mixed[(at * 7) % mixed.length] ?? landscape)],
]

for (const [what, sizes] of galleries) {
  test(`${what}: rows of one height, whole pictures, nothing beyond the page, no jump when they come`, async ({
    visitor,
  }) => {
    const { page } = visitor
    await hangs(visitor, sizes)
    for (const viewport of [
      { width: 360, height: 740 },
      { width: 768, height: 1024 },
      { width: 1440, height: 900 },
    ]) {
      await page.setViewportSize(viewport)
      await visitor.opens(pathOf(visitor.site, project))
      const before = await boxesOf(visitor)
      expect(before).toHaveLength(sizes.length)
      for (const [at, box] of before.entries()) {
        const [width, height] = sizes[at] ?? landscape
        expect(box.height, `picture ${at + 1}`).toBeCloseTo((box.width * height) / width, 0)
        expect(box.left).toBeGreaterThanOrEqual(0)
        expect(box.right).toBeLessThanOrEqual(viewport.width)
        expect(box.width).toBeGreaterThanOrEqual(24)
        const mate = before.find((other) => other.top === box.top) ?? box
        expect(Math.abs(mate.height - box.height), `row of picture ${at + 1}`).toBeLessThan(1)
      }
      // Whatever comes now finds its place taken.
      const images = galleryOf(visitor).locator('picture img')
      for (const image of await images.all()) await image.scrollIntoViewIfNeeded()
      await expect
        .poll(() => images.evaluateAll((all: HTMLImageElement[]) => all.every((one) => one.complete)))
        .toBe(true)
      expect(await boxesOf(visitor)).toEqual(before)
    }
  })
}
