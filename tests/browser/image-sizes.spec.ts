import type { Locator } from '@playwright/test'
import { Visitor } from './fixtures/visitor.ts'
import { imagesOf, pathOf } from '#tests/support/site-rows.ts'
import { expect, test } from './fixtures/test.ts'
import { project } from './fixtures/viewer.ts'

const viewports = [
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
]

/** The width of the file that an image has loaded and of the one that it should load, in pixels. */
interface LoadedFile {
  readonly loadedWidth: number
  readonly expectedWidth: number
  /** In device pixels. */
  readonly drawnWidth: number
}

/** Scrolls to each image, waits until it has loaded and returns its file widths. */
async function loadFiles(locator: Locator): Promise<LoadedFile[]> {
  const files: LoadedFile[] = []
  for (const img of await locator.all()) {
    await img.scrollIntoViewIfNeeded()
    await expect
      .poll(() => img.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
      .toBeTruthy()
    files.push(await img.evaluate(readLoadedFile))
  }
  return files
}

function readLoadedFile(image: HTMLImageElement): LoadedFile {
  const listed = [...image.srcset.matchAll(/ (\d+)w/g)].map(([, width]) => Number(width)).sort((a, b) => a - b)
  const proportion = Number(image.getAttribute('width')) / Number(image.getAttribute('height'))
  // A cropped image is drawn larger than its box.
  const { width, height } = image.getBoundingClientRect()
  const drawnWidth = Math.max(width, height * proportion) * devicePixelRatio
  return {
    loadedWidth: Number(/(\d+)\.\w+$/.exec(image.currentSrc)?.[1]),
    // Layout rounds to 1/64 px, and a gallery row is 0.1 px narrower than the page.
    expectedWidth: listed.find((width) => width >= drawnWidth - 0.1 * devicePixelRatio) ?? Math.max(...listed),
    drawnWidth,
  }
}

for (const viewport of viewports) {
  for (const deviceScaleFactor of [1, 2, 3]) {
    test(`${viewport.width} px at density ${deviceScaleFactor}: each image loads the smallest file that is wide enough`, async ({
      browser,
      site,
    }) => {
      const gallery = pathOf(site, project)
      const images = imagesOf(site, project).map(({ id }) => `${gallery}?image=${id}`)
      for (const path of ['/', '/work', gallery, '/about', ...images]) {
        // A new context for each page, because Chrome uses a larger cached file instead of loading a smaller one.
        const context = await browser.newContext({ viewport, deviceScaleFactor })
        const visitor = new Visitor(await context.newPage(), site)
        await visitor.open(path)
        const inViewer = path.includes('?')
        const files = await loadFiles(visitor.page.locator(inViewer ? 'dialog picture img' : 'main picture img'))
        expect(files.length, path).toBeGreaterThan(0)
        for (const [index, { loadedWidth, expectedWidth, drawnWidth }] of files.entries()) {
          expect(loadedWidth, `${path}, image ${index + 1}, drawn ${drawnWidth} pixels wide`).toBe(expectedWidth)
        }
        await context.close()
      }
    })
  }
}
