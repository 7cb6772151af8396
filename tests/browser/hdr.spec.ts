import type { Browser } from '@playwright/test'
import { findChromium } from '#tests/support/chromium.ts'
import { pathOf, projectNamed } from '#tests/support/site/site-rows.ts'
import { ultraHdrFile } from '#tests/support/images/gain-map-files.ts'
import { expect, test } from './fixtures/test.ts'
import { Visitor } from './fixtures/visitor.ts'
import type { SiteProcess } from '#tests/support/site/site-process.ts'

const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 3 }
const desktop = { viewport: { width: 1440, height: 900 }, deviceScaleFactor: 1 }

/** The file that a screen shows for an image, and the brightness of its left and right edge; 1 is the page's white. */
interface ShownImage {
  readonly file: string
  readonly left: number
  readonly right: number
}

function readShownImage(image: HTMLImageElement): ShownImage {
  const canvas = document.createElement('canvas')
  canvas.width = 20
  canvas.height = 1
  const context = canvas.getContext('2d', {
    colorSpace: 'srgb',
    colorType: 'float16',
  } as CanvasRenderingContext2DSettings)
  if (!context) throw new Error('no canvas')
  Object.assign(context, { globalHDRHeadroom: 2 })
  context.drawImage(image, 0, 0, 20, 1)
  const { data } = context.getImageData(0, 0, 20, 1, { pixelFormat: 'rgba-float16' } as ImageDataSettings)
  return { file: new URL(image.currentSrc).pathname, left: Number(data[1]), right: Number(data[19 * 4 + 1]) }
}

async function loadImage(
  browser: Browser,
  site: SiteProcess,
  path: string,
  screen: typeof phone,
  selector = 'main picture img',
): Promise<ShownImage> {
  const context = await browser.newContext(screen)
  const visitor = new Visitor(await context.newPage(), site)
  await visitor.open(path)
  const image = visitor.page.locator(selector)
  await visitor.expectImageLoaded(image.first())
  const found = await image.first().evaluate(readShownImage)
  await context.close()
  return found
}

test('on HDR screens, the cover of a project and the viewer load files with the gain map; the list and other screens do not', async ({
  admin,
  browser,
  playwright,
  site,
}) => {
  // The card of this project has the proportion 4:5, and so does the cover of its page on phones.
  const path = pathOf(site, 'Sage Terrace')
  const file = { mimeType: 'image/jpeg', buffer: await ultraHdrFile({ width: 1_800, height: 1_200, orientation: 6 }) }
  await admin.open(path)
  await admin.replaceCover({ ...file, name: 'cover.jpg' })
  await admin.addImages({ ...file, name: 'image.jpg' })
  const { id } = projectNamed(site, 'Sage Terrace')
  const ready = () =>
    site.sql<{ id: string; place: string }>(
      `select id, place from photos where projectId = ? and width = 1800 and state = 'ready' and deletedAt is null`,
      id,
    )
  await expect.poll(() => ready().length, { timeout: 480_000 }).toBe(2)
  const idOf = (place: string) => ready().find((photo) => photo.place === place)?.id
  const [cover, image] = [`/photos/${idOf('cover')}/v3/`, `/photos/${idOf('gallery')}/v3/`]

  const { args, ...options } = await findChromium()
  const hdrBrowser = await playwright.chromium.launch({
    ...options,
    args: [...args, '--force-color-profile=scrgb-linear', '--enable-blink-features=CanvasGlobalHDRHeadroom'],
  })
  const screens = [
    [path, phone, `${cover}4x5-50-50/875`],
    [path, desktop, `${cover}1580`],
    [`${path}?image=${idOf('gallery')}`, desktop, `${image}1580`, 'dialog [data-offset="0"] picture img'],
  ] as const
  try {
    for (const [page, screen, name, selector] of screens) {
      const hdr = await loadImage(hdrBrowser, site, page, screen, selector)
      const sdr = await loadImage(browser, site, page, screen, selector)
      expect(hdr.file).toBe(`${name}-hdr.jpg`)
      expect(sdr.file).toMatch(/\.avif$/)
      // The gain rises from 1 at the left to 4 at the right; a crop shows a part of this range.
      expect(Math.max(sdr.left, sdr.right)).toBeLessThanOrEqual(1)
      expect(hdr.right / sdr.right, page).toBeGreaterThan(1.3)
      expect(hdr.right / sdr.right).toBeGreaterThan(hdr.left / sdr.left)
    }
    const card = `main img[src^="${cover}"]`
    expect((await loadImage(hdrBrowser, site, '/work', phone, card)).file).toMatch(/4x5-50-50\/\d+\.avif$/)
  } finally {
    await hdrBrowser.close()
  }
})
