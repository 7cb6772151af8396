import type { Page } from './page.ts'

/** Below this width of the viewport twice the density of CSS pixels is enough. */
const phoneWidth = 640

/** An image on a page, in pixels of the screen. */
export interface ImageWidth {
  readonly where: string
  /** The width of the fetched file. */
  readonly fetched: number
  /** The width that is shown, before cropping; on phones at a density of at most 2. */
  readonly shown: number
  /** The widths that exist. */
  readonly widths: readonly number[]
}

/** Scrolls to each image of the page, waits until it has loaded and measures it. */
export async function measureImages(page: Page, where: string, selector: string): Promise<ImageWidth[]> {
  const count = await page.window.evaluate((all) => document.querySelectorAll(all).length, selector)
  const measured: ImageWidth[] = []
  for (let index = 0; index < count; index++) {
    const name = `${where} ${index + 1}`
    await page.waitFor(`image ${name}`, showImage, selector, index)
    const { density, viewport, drawn, ...file } = await page.window.evaluate(measure, selector, index)
    const shown = drawn * (viewport < phoneWidth ? Math.min(density, 2) : density)
    measured.push({ where: name, shown, ...file })
  }
  return measured
}

/** Whether the fetched file is 0.9 to 1.5 times as wide as it is shown, or no existing file is closer. */
export function isFitting({ fetched, shown, widths }: ImageWidth): boolean {
  const ratio = fetched / shown
  if (ratio > 1.5) return widths.every((width) => width >= fetched || width < shown)
  return ratio >= 0.9 || fetched === Math.max(...widths)
}

/** A row of a table. A file is closely fitting if it is at most 1.35 times as wide as it is shown. */
export function describeWidth({ where, fetched, shown }: ImageWidth): string {
  const ratio = fetched / shown
  const missing =
    ratio > 1.35 ? `, for want of a file of ${Math.ceil(shown)} to ${Math.floor(shown * 1.35)} pixels` : ''
  return `${where.padEnd(12)} ${fetched} / ${Math.round(shown)} = ${ratio.toFixed(2)}${missing}`
}

function showImage(selector: string, index: number): boolean {
  const image = document.querySelectorAll<HTMLImageElement>(selector)[index]
  image?.scrollIntoView({ block: 'center', behavior: 'instant' })
  return image !== undefined && image.complete && image.naturalWidth > 0
}

function measure(selector: string, index: number) {
  const image = document.querySelectorAll<HTMLImageElement>(selector)[index]
  if (!image) throw new Error('the image is gone')
  const files = [...(image.parentElement?.querySelectorAll<HTMLSourceElement>('source, img') ?? [])].map(({ srcset }) =>
    srcset.split(',').map((file) => {
      const [url = '', width = ''] = file.trim().split(' ')
      return { url: new URL(url, location.href).href, width: Number.parseInt(width) }
    }),
  )
  const listed = files.find((each) => each.some(({ url }) => url === image.currentSrc)) ?? []
  // A cropped image is drawn larger than its box.
  const { offsetWidth: width, offsetHeight: height, naturalWidth, naturalHeight } = image
  return {
    density: devicePixelRatio,
    viewport: innerWidth,
    drawn: Math.max(width, (height * naturalWidth) / naturalHeight),
    fetched: listed.find(({ url }) => url === image.currentSrc)?.width ?? 0,
    widths: listed.map((file) => file.width),
  }
}
