import type { Locator } from '@playwright/test'
import { Visitor } from './people.ts'
import { imagesOf, pathOf } from './rows.ts'
import { expect, test } from './stories.ts'
import { project } from './viewing.ts'

const windows = [
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
]

/** What a picture has fetched, and what it should have: file widths in pixels. */
interface Fetched {
  readonly fetched: number
  readonly wanted: number
  /** What is shown, in pixels of the screen. */
  readonly drawn: number
}

/** Goes through the page from picture to picture; each must have come in the smallest file that is not too small. */
async function filesOf(pictures: Locator): Promise<Fetched[]> {
  const files: Fetched[] = []
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded()
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
      .toBeTruthy()
    files.push(await picture.evaluate(fileOf))
  }
  return files
}

function fileOf(image: HTMLImageElement): Fetched {
  const listed = [...image.srcset.matchAll(/ (\d+)w/g)].map(([, width]) => Number(width)).sort((a, b) => a - b)
  const proportion = Number(image.getAttribute('width')) / Number(image.getAttribute('height'))
  // Cropped, a picture is drawn larger than its box.
  const { width, height } = image.getBoundingClientRect()
  const drawn = Math.max(width, height * proportion) * devicePixelRatio
  return {
    fetched: Number(/(\d+)\.\w+$/.exec(image.currentSrc)?.[1]),
    // Layout counts in sixty-fourths, and a row is a tenth of a pixel short.
    wanted: listed.find((width) => width >= drawn - 0.1 * devicePixelRatio) ?? Math.max(...listed),
    drawn,
  }
}

for (const viewport of windows) {
  for (const deviceScaleFactor of [1, 2, 3]) {
    test(`${viewport.width} px at density ${deviceScaleFactor}: no picture comes smaller than it is shown, or larger than the next size`, async ({
      browser,
      site,
    }) => {
      const gallery = pathOf(site, project)
      const images = imagesOf(site, project).map(({ id }) => `${gallery}?image=${id}`)
      for (const path of ['/', '/work', gallery, '/about', ...images]) {
        // A browser of its own for each page: Chrome takes a larger file that it has already instead of fetching one.
        const context = await browser.newContext({ viewport, deviceScaleFactor })
        const visitor = new Visitor(await context.newPage(), site)
        await visitor.opens(path)
        const inViewer = path.includes('?')
        const files = await filesOf(visitor.page.locator(inViewer ? 'dialog picture img' : 'main picture img'))
        expect(files.length, path).toBeGreaterThan(0)
        for (const [place, { fetched, wanted, drawn }] of files.entries()) {
          expect(fetched, `${path}, picture ${place + 1}, drawn ${drawn} pixels wide`).toBe(wanted)
        }
        await context.close()
      }
    })
  }
}
