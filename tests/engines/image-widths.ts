import { derivativeWidths } from '#portfolio/derivative/derivatives.ts'
import type { Page } from './page.ts'

/** In viewports narrower than this, two image pixels per CSS pixel are enough. */
const phoneWidth = 640

const smallestWidth = Math.min(...derivativeWidths)
const largestWidth = Math.max(...derivativeWidths)

/** An image on a page, in pixels of the screen. */
export interface ImageWidth {
  readonly where: string
  /** The width of the fetched file. */
  readonly fetched: number
  /** The width at which it is shown, before cropping; phones are treated as having a density of at most 2. */
  readonly shown: number
  /** The width of the original, or of the part of it that the crop shows; at most that of the largest derivatives. */
  readonly original: number
}

/** Scrolls to each image of the page, waits until it has loaded and measures it. */
export async function measureImages(page: Page, where: string, selector: string): Promise<ImageWidth[]> {
  const count = await page.window.evaluate((all) => document.querySelectorAll(all).length, selector)
  const measured: ImageWidth[] = []
  for (let index = 0; index < count; index++) {
    const name = `${where} ${index + 1}`
    await page.waitFor(`image ${name}`, showImage, selector, index)
    const { density, viewport, drawn, ...file } = await page.window.evaluate(measure, selector, index, largestWidth)
    const shown = drawn * (viewport < phoneWidth ? Math.min(density, 2) : density)
    measured.push({ where: name, shown, ...file })
  }
  return measured
}

/** Whether the fetched file is 0.9 to 1.5 times as wide as it is shown, or as wide as a smaller original. */
export function isFitting({ fetched, shown, original }: ImageWidth): boolean {
  const ratio = fetched / shown
  // An image that spans four of the page's 12 columns can be as narrow as 186 px. A smaller file would save 3 KB.
  const largestRatio = fetched === smallestWidth ? 2 : 1.5
  // The browser rounds the proportion from which the width of the crop is calculated.
  return ratio <= largestRatio && (ratio >= 0.9 || fetched > 0.99 * original)
}

/** Formats a measurement as a row of a table. */
export function describeWidth({ where, fetched, shown, original }: ImageWidth): string {
  const ratio = fetched / shown
  const note = ratio < 0.9 ? `, from an original of ${Math.round(original)}` : ratio > 1.35 ? ', more than 1.35' : ''
  return `${where.padEnd(12)} ${fetched} / ${Math.round(shown)} = ${ratio.toFixed(2)}${note}`
}

function showImage(selector: string, index: number): boolean {
  const image = document.querySelectorAll<HTMLImageElement>(selector)[index]
  image?.scrollIntoView({ block: 'center', behavior: 'instant' })
  return image !== undefined && image.complete && image.naturalWidth > 0
}

function measure(selector: string, index: number, largestWidth: number) {
  const image = document.querySelectorAll<HTMLImageElement>(selector)[index]
  if (!image) throw new Error('the image is gone')
  const sources = [...(image.parentElement?.querySelectorAll<HTMLSourceElement>('source, img') ?? [])]
  const candidates = sources.flatMap(({ srcset }) => srcset.split(',').map((file) => file.trim().split(' ')))
  const chosen = candidates.find(([url = '']) => new URL(url, location.href).href === image.currentSrc)
  // A cropped image is drawn larger than its box.
  const { offsetWidth, offsetHeight, naturalWidth, naturalHeight } = image
  const ratio = naturalWidth / naturalHeight
  const [width, height] = [Number(image.getAttribute('width')), Number(image.getAttribute('height'))]
  return {
    density: devicePixelRatio,
    viewport: innerWidth,
    drawn: Math.max(offsetWidth, offsetHeight * ratio),
    fetched: Number.parseInt(chosen?.[1] ?? '0'),
    original: Math.min(width, height * ratio) * Math.min(1, largestWidth / width),
  }
}
