import type { Page } from '@playwright/test'
import type { Visitor } from './people.ts'
import type { Site } from './site.ts'
import { expect, test } from './stories.ts'

/** What could hang at the front door: its dominant colour, and a drawing of it in place of the photograph. */
const heroes = {
  'the picture of the samples': null,
  'a white picture': { colour: '#ffffff', drawing: '<rect width="100%" height="100%" fill="#fff"/>' },
  'a black picture': { colour: '#000000', drawing: '<rect width="100%" height="100%"/>' },
  'a grey picture that counts as light': {
    colour: '#7b7b7b',
    drawing: '<rect width="100%" height="100%" fill="#7b7b7b"/>',
  },
  'a grey picture that counts as dark': {
    colour: '#747474',
    drawing: '<rect width="100%" height="100%" fill="#747474"/>',
  },
  'a chequerboard that counts as light': { colour: '#cccccc', drawing: chequers() },
  'a chequerboard that counts as dark': { colour: '#333333', drawing: chequers() },
}

for (const [name, hero] of Object.entries(heroes)) {
  test(`what is written over ${name} has the contrast it needs, by day and by night`, async ({ visitor, site }) => {
    if (hero) await hangs(visitor, site, hero)
    for (const colorScheme of ['light', 'dark'] as const) {
      await visitor.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      for (const width of [360, 768, 1440]) {
        await visitor.page.setViewportSize({ width, height: width > 1000 ? 900 : 740 })
        await visitor.opens('/')
        for (const { text, least, needed } of await contrasts(visitor.page))
          expect(least, `${text} at ${width} px, ${colorScheme}`).toBeGreaterThanOrEqual(needed)
      }
    }
  })
}

async function hangs({ page }: Visitor, site: Site, { colour, drawing }: { colour: string; drawing: string }) {
  site.sql(`update photos set colour = ? where place = 'hero'`, colour)
  const body = `<svg xmlns="http://www.w3.org/2000/svg" width="2400" height="1350">${drawing}</svg>`
  await page.route('**/photos/**', (route) => route.fulfill({ contentType: 'image/svg+xml', body }))
}

function chequers(): string {
  const squares = '<path d="M0 0h50v50H0zM50 50h50v50H50z"/>'
  return `<defs><pattern id="c" width="100" height="100" patternUnits="userSpaceOnUse">${squares}</pattern></defs>
    <rect width="100%" height="100%" fill="#fff"/><rect width="100%" height="100%" fill="url(#c)"/>`
}

interface Written {
  readonly text: string
  readonly ink: readonly number[]
  readonly boxes: readonly { x: number; y: number; width: number; height: number }[]
  /** 3 to 1 for large letters, 4.5 for all others. */
  readonly needed: number
}

/** The least contrast between each text over the picture and any pixel that lies under it. */
async function contrasts(page: Page): Promise<{ text: string; least: number; needed: number }[]> {
  await page.evaluate(() => Promise.all([...document.images].map((image) => image.decode())))
  const written = await page.evaluate(readWritten)
  expect(written.length).toBeGreaterThanOrEqual(4)
  const bare = await page.screenshot({ animations: 'disabled' })
  return page.evaluate(measure, { written, bare: bare.toString('base64') })
}

/** Collects the texts in sight, and takes their ink off the page. */
function readWritten(): Written[] {
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const found: Written[] = []
  while (walker.nextNode()) {
    const { currentNode: node } = walker
    const parent = node.parentElement
    const isSeen = parent?.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    if (!canvas || !parent?.closest('header, main') || !isSeen || !node.nodeValue?.trim()) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const boxes = [...range.getClientRects()].map(({ x, y, width, height }) => ({ x, y, width, height }))
    const { color, fontSize } = getComputedStyle(parent)
    canvas.fillStyle = color
    canvas.fillRect(0, 0, 1, 1)
    const ink = [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3)
    found.push({ text: node.nodeValue, ink, boxes, needed: parseFloat(fontSize) >= 24 ? 3 : 4.5 })
  }
  const bare = new CSSStyleSheet()
  bare.replaceSync('* { color: transparent !important; transition: none !important }')
  document.adoptedStyleSheets.push(bare)
  return found
}

async function measure({ written, bare }: { written: Written[]; bare: string }) {
  const bytes = Uint8Array.from(atob(bare), (letter) => letter.charCodeAt(0))
  const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
  const canvas = new OffscreenCanvas(picture.width, picture.height).getContext('2d', { willReadFrequently: true })
  if (!canvas) throw new Error('nothing can be drawn')
  canvas.drawImage(picture, 0, 0)
  const linear = (value: number) => (value <= 10.31475 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4)
  const luminance = (red = 0, green = 0, blue = 0) =>
    0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  return written.map(({ text, ink, boxes, needed }) => {
    const own = luminance(...ink) + 0.05
    let least = 21
    for (const { x, y, width, height } of boxes) {
      const { data } = canvas.getImageData(Math.floor(x), Math.floor(y), Math.ceil(width), Math.ceil(height))
      for (let at = 0; at < data.length; at += 4) {
        // Nothing was drawn there: the box ends outside the window.
        if (data[at + 3] === 0) continue
        const under = luminance(data[at], data[at + 1], data[at + 2]) + 0.05
        least = Math.min(least, Math.max(own, under) / Math.min(own, under))
      }
    }
    return { text, least, needed }
  })
}
