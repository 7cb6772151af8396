import type { Locator } from '@playwright/test'
import { Visitor } from './fixtures/visitor.ts'
import { imagesOf, pathOf } from '#tests/support/site/site-rows.ts'
import { expect, test } from './fixtures/test.ts'
import { project } from './fixtures/viewer.ts'

const viewports = [
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
]

/** The widths of the file that an image has loaded and of the files that it may load, in pixels. */
interface LoadedFile {
  readonly loadedWidth: number
  /** The smallest width that suffices (within 1 %), and the one that is chosen if `sizes` is 3 % too wide. */
  readonly expectedWidths: readonly number[]
  /** In device pixels; phones are treated as having a density of at most 2. */
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
  // The `srcset` of the crop and format that the browser has chosen.
  const sources = [...(image.parentElement?.querySelectorAll<HTMLSourceElement>('source, img') ?? [])]
  const srcset = sources
    .map((source) => source.srcset)
    .find((each) => each.includes(new URL(image.currentSrc).pathname))
  const listed = [...(srcset ?? '').matchAll(/ (\d+)w/g)].map(([, width]) => Number(width)).sort((a, b) => a - b)
  // A cropped image is drawn larger than its box.
  const { width, height } = image.getBoundingClientRect()
  const density = innerWidth < 640 ? Math.min(devicePixelRatio, 2) : devicePixelRatio
  const drawnWidth = Math.max(width, (height * image.naturalWidth) / image.naturalHeight) * density
  return {
    loadedWidth: Number(/(\d+)(-p3)?\.\w+$/.exec(image.currentSrc)?.[1]),
    expectedWidths: [0.99, 1.03].map(
      (factor) => listed.find((width) => width >= drawnWidth * factor) ?? Math.max(...listed),
    ),
    drawnWidth,
  }
}

/** The loaded files of all images of the page or, with `?image=`, of the viewer. */
async function openAndLoad(visitor: Visitor, path: string): Promise<LoadedFile[]> {
  await visitor.open(path)
  const files = await loadFiles(visitor.page.locator(path.includes('?') ? 'dialog picture img' : 'main picture img'))
  expect(files.length, path).toBeGreaterThan(0)
  return files
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
        const files = await openAndLoad(new Visitor(await context.newPage(), site), path)
        for (const [index, { loadedWidth, expectedWidths, drawnWidth }] of files.entries()) {
          expect(expectedWidths, `${path}, image ${index + 1}, drawn ${drawnWidth} pixels wide`).toContain(loadedWidth)
        }
        await context.close()
      }
    })
  }
}

test('with Save-Data, each image outside the viewer loads the file for a density of 1', async ({ browser, site }) => {
  const gallery = pathOf(site, project)
  const inViewer = `${gallery}?image=${imagesOf(site, project)[0]?.id ?? ''}`
  for (const path of ['/', '/work', gallery, '/about', inViewer]) {
    const widths = async (options: object) => {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options })
      const files = await openAndLoad(new Visitor(await context.newPage(), site), path)
      await context.close()
      return files.map(({ loadedWidth }) => loadedWidth)
    }
    const saving = await widths({ deviceScaleFactor: 2, extraHTTPHeaders: { 'Save-Data': 'on' } })
    expect(saving, path).toEqual(await widths({ deviceScaleFactor: path === inViewer ? 2 : 1 }))
  }
  expect((await fetch(site.origin)).headers.get('Vary')).toContain('Save-Data')
})
