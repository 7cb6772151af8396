import type { Page } from '@playwright/test'
import type { Visitor } from './fixtures/visitor.ts'
import type { SiteProcess } from '#tests/support/site-process.ts'
import { waitForStyles } from './fixtures/animations.ts'
import { expect, test } from './fixtures/test.ts'

/** Hero photos: the dominant colour, and an SVG that replaces the image. `null` keeps the sample. */
const heroes = {
  'the sample photo': null,
  'a white image': { colour: '#ffffff', drawing: '<rect width="100%" height="100%" fill="#fff"/>' },
  'a black image': { colour: '#000000', drawing: '<rect width="100%" height="100%"/>' },
  'a grey image classified as light': {
    colour: '#7b7b7b',
    drawing: '<rect width="100%" height="100%" fill="#7b7b7b"/>',
  },
  'a grey image classified as dark': {
    colour: '#747474',
    drawing: '<rect width="100%" height="100%" fill="#747474"/>',
  },
  'a chequerboard classified as light': { colour: '#cccccc', drawing: chequerboard() },
  'a chequerboard classified as dark': { colour: '#333333', drawing: chequerboard() },
}

for (const [name, hero] of Object.entries(heroes)) {
  test(`text over ${name} has the required contrast in light and dark mode`, async ({ visitor, site }) => {
    if (hero) await replaceHero(visitor, site, hero)
    await visitor.open('/')
    for (const colorScheme of ['light', 'dark'] as const) {
      await visitor.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      for (const width of [360, 768, 1440]) {
        await visitor.page.setViewportSize({ width, height: width > 1000 ? 900 : 740 })
        await waitForStyles(visitor.page)
        for (const { text, lowest, required } of await measureContrasts(visitor.page))
          expect(lowest, `contrast of “${text}” at ${width} px, ${colorScheme}`).toBeGreaterThanOrEqual(required)
      }
    }
  })
}

async function replaceHero(
  { page }: Visitor,
  site: SiteProcess,
  { colour, drawing }: { colour: string; drawing: string },
) {
  site.sql(`update photos set colour = ? where place = 'hero'`, colour)
  const body = `<svg xmlns="http://www.w3.org/2000/svg" width="2400" height="1350">${drawing}</svg>`
  await page.route('**/photos/**', (route) => route.fulfill({ contentType: 'image/svg+xml', body }))
}

function chequerboard(): string {
  const squares = '<path d="M0 0h50v50H0zM50 50h50v50H50z"/>'
  return `<defs><pattern id="c" width="100" height="100" patternUnits="userSpaceOnUse">${squares}</pattern></defs>
    <rect width="100%" height="100%" fill="#fff"/><rect width="100%" height="100%" fill="url(#c)"/>`
}

interface TextOverHero {
  readonly text: string
  /** Red, green and blue, 0 to 255. */
  readonly rgb: readonly number[]
  readonly boxes: readonly { x: number; y: number; width: number; height: number }[]
  /** 3 for text of at least 24 px, otherwise 4.5. */
  readonly required: number
}

/** The lowest contrast between each text over the image and any pixel behind it. */
async function measureContrasts(page: Page): Promise<{ text: string; lowest: number; required: number }[]> {
  await page.evaluate(() => Promise.all([...document.images].map((image) => image.decode())))
  const texts = await page.evaluate(collectTexts)
  expect(texts.length).toBeGreaterThanOrEqual(4)
  await page.evaluate(hideTexts)
  const screenshot = await page.screenshot({ animations: 'disabled' })
  await page.evaluate(() => (document.adoptedStyleSheets = []))
  return page.evaluate(lowestContrasts, { texts, screenshot: screenshot.toString('base64') })
}

function collectTexts(): TextOverHero[] {
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const found: TextOverHero[] = []
  while (walker.nextNode()) {
    const { currentNode: node } = walker
    const parent = node.parentElement
    const isVisible = parent?.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    if (!canvas || !parent?.closest('header, main') || !isVisible || !node.nodeValue?.trim()) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const boxes = [...range.getClientRects()].map(({ x, y, width, height }) => ({ x, y, width, height }))
    const { color, fontSize } = getComputedStyle(parent)
    canvas.fillStyle = color
    canvas.fillRect(0, 0, 1, 1)
    const rgb = [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3)
    found.push({ text: node.nodeValue, rgb, boxes, required: parseFloat(fontSize) >= 24 ? 3 : 4.5 })
  }
  return found
}

/** Uses a constructed style sheet: the Content-Security-Policy blocks the inline one of Playwright's option `style`. */
function hideTexts(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('* { color: transparent !important; transition: none !important }')
  document.adoptedStyleSheets = [sheet]
}

async function lowestContrasts({ texts, screenshot }: { texts: TextOverHero[]; screenshot: string }) {
  const bytes = Uint8Array.from(atob(screenshot), (letter) => letter.charCodeAt(0))
  const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d', { willReadFrequently: true })
  if (!canvas) throw new Error('no 2d context')
  canvas.drawImage(bitmap, 0, 0)
  const linear = (value: number) => (value <= 10.31475 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4)
  const luminance = (red = 0, green = 0, blue = 0) =>
    0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  return texts.map(({ text, rgb, boxes, required }) => {
    const textLuminance = luminance(...rgb) + 0.05
    let lowest = 21
    for (const { x, y, width, height } of boxes) {
      const { data: pixels } = canvas.getImageData(Math.floor(x), Math.floor(y), Math.ceil(width), Math.ceil(height))
      for (let index = 0; index < pixels.length; index += 4) {
        // This pixel is outside the viewport and was not drawn.
        if (pixels[index + 3] === 0) continue
        const behind = luminance(pixels[index], pixels[index + 1], pixels[index + 2]) + 0.05
        lowest = Math.min(lowest, Math.max(textLuminance, behind) / Math.min(textLuminance, behind))
      }
    }
    return { text, lowest, required }
  })
}
