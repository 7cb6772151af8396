import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { heroLayouts } from '#portfolio/studio/hero-layout.ts'
import type { Admin } from './fixtures/admin.ts'
import { settledStyle, waitForStyles } from './fixtures/checks/animations.ts'
import { expect, test } from './fixtures/test.ts'

/** Hero photos: SVG drawings, 2400 wide and 1350 high. `null` keeps the sample. */
const heroes: Readonly<Record<string, string | null>> = {
  'the sample photo': null,
  'a white room': flat('#fff'),
  'a black room': flat('#000'),
  'a grey room': flat('#7b7b7b'),
  'a slightly darker grey room': flat('#747474'),
  'a blue room': flat('#1010ff'),
  'a chequerboard that is mostly light': `${flat('#fff')}${pattern('M0 0h30v30H0z')}`,
  'a chequerboard that is mostly dark': `${flat('#000')}${pattern('M0 0h30v30H0z', '#fff')}`,
  'a shelf of fine stripes': `${flat('#d8d0c5')}${pattern('M0 0h8v100H0zM30 0h4v100h-4zM70 0h16v100H70z', '#302418')}`,
  'a white wall with a black door behind the name of the studio': `${flat('#fff')}<path d="M0 1000h900v350H0z"/>`,
}

/** Heroes over which no text needs a scrim. */
const heroesWithoutScrims = ['a white room', 'a black room']

for (const [name, drawing] of Object.entries(heroes)) {
  test(`text over ${name} has the required contrast in light and dark mode`, async ({ admin, visitor }) => {
    if (drawing) await replaceHero(admin, drawing)
    await visitor.open('/')
    for (const colorScheme of ['light', 'dark'] as const) {
      await visitor.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      // The text on the photo is the same in dark mode.
      for (const [width, height] of colorScheme === 'light' ? windows : windows.slice(0, 1)) {
        await visitor.page.setViewportSize({ width, height })
        await waitForStyles(visitor.page)
        const scrims = await visitor.page.evaluate(opacitiesOfScrims)
        if (heroesWithoutScrims.includes(name)) expect(scrims, `scrims at ${width} px`).toEqual([0, 0, 0])
        for (const { text, lowest } of await measureContrasts(visitor.page))
          expect(lowest, `contrast of “${text}” at ${width} px, ${colorScheme}`).toBeGreaterThanOrEqual(4.5)
      }
    }
  })
}

test('the scrims over the sample photo are less than 55 % opaque', async ({ visitor }) => {
  await visitor.open('/')
  for (const [width, height] of windows) {
    await visitor.page.setViewportSize({ width, height })
    const scrims = await visitor.page.evaluate(opacitiesOfScrims)
    test.info().annotations.push({ type: `scrims at ${width}`, description: scrims.join(' ') })
    for (const opacity of scrims) expect(opacity, `at ${width} px`).toBeLessThan(0.55)
  }
})

test('the scrims follow the focal point', async ({ admin, visitor }) => {
  const halves = `${flat('#fff')}<path d="M2000 0h400v1350h-400z"/>`
  await replaceHero(admin, halves)
  await visitor.page.setViewportSize({ width: 360, height: 740 })
  await visitor.open('/')
  const scrims = () => visitor.page.evaluate(opacitiesOfScrims)
  expect(await scrims()).toEqual([0, 0, 0])
  const slider = admin.main.getByLabel('Focal point of hero, from the left')
  await slider.press('End')
  await expect(admin.main.getByText('Focal point saved.')).toBeVisible()
  await expect.poll(async () => (await scrims()).every((opacity) => opacity > 0.4)).toBe(true)
})

for (const width of [360, 1440]) {
  test(`at ${width} px, the navbar is transparent over the photo and has a background below it`, async ({
    visitor,
  }) => {
    const navbar = visitor.page.getByRole('banner')
    const styleOf = (part: Locator) =>
      Promise.all(['background-color', 'color'].map((property) => settledStyle(part, property)))
    await visitor.page.setViewportSize({ width, height: 740 })
    await visitor.open('/')
    for (const colorScheme of ['light', 'dark'] as const) {
      await visitor.page.emulateMedia({ colorScheme })
      await visitor.page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
      await expect(navbar).toHaveAttribute('data-on-photo', 'light')
      await expect.poll(() => styleOf(navbar), colorScheme).toEqual(['rgba(0, 0, 0, 0)', 'rgb(30, 28, 26)'])
      await visitor.page.evaluate(() => window.scrollTo({ top: 900, behavior: 'instant' }))
      await expect(navbar).not.toHaveAttribute('data-on-photo')
      await expect(navbar).toHaveCSS('position', 'fixed')
      await expect.poll(() => styleOf(navbar), colorScheme).toEqual(await styleOf(visitor.page.locator('body')))
    }
  })
}

const longTexts = {
  words: 'Rooms for people who read, cook and stay longer than they had planned. '.repeat(4),
  caption: 'A ceramics shop in Leeds, seen from its counter of travertine in the low sun of a winter morning in 2025',
}

for (const [title, { words, caption }] of Object.entries({
  'short texts': { words: '', caption: '' },
  'long texts': longTexts,
})) {
  test(`the layout computed for the scrims contains the texts of the page, with ${title}`, async ({
    visitor,
    site,
  }) => {
    site.sql(`insert into studioTexts (key, text, version) values ('landingWords', ?, 1)`, words.trim())
    site.sql(`update photos set caption = ?, shownProjectId = null where place = 'hero'`, caption)
    const studio = 'Studio Enfilade'
    const layoutsIn = heroLayouts({
      name: studio,
      landingWords: words.trim(),
      location: `${studio}, Manchester`,
      caption,
    })
    const outside: object[] = []
    await visitor.open('/')
    for (const [width, height] of [...windows, ...moreWindows]) {
      await visitor.page.setViewportSize({ width, height })
      await waitForStyles(visitor.page)
      const real = await visitor.page.evaluate(measureLayout)
      const [fewestLines, mostLines] = layoutsIn([width, height])
      const place = `${width}×${height}`
      const isHeightOutside = real.height > mostLines.height + 1 || real.height < fewestLines.height - 1
      expect(real.boxes.filter((box) => box !== null).length, `texts at ${place}`).toBe(words ? 6 : 5)
      if (isHeightOutside) outside.push({ place, height: real.height, one: fewestLines.height, two: mostLines.height })
      for (const [index, box] of real.boxes.entries()) {
        const [one, two] = [fewestLines.boxes[index], mostLines.boxes[index]]
        if (!box || !one || !two) continue
        const isInside =
          box.left >= Math.min(one.left, two.left) - 1 &&
          box.top >= Math.min(one.top, two.top) - 1 &&
          box.right <= Math.max(one.right, two.right) + 1 &&
          box.bottom <= Math.max(one.bottom, two.bottom) + 1
        if (!isInside) outside.push({ place, index, box, one, two })
      }
    }
    expect(outside).toEqual([])
  })
}

/** `hero-scrims.ts` computes the layout for none of these sizes except 320 × 256. */
const windows = [
  [360, 740],
  [768, 1024],
  [1440, 900],
  [2560, 1440],
  [320, 256],
  [844, 390],
  [1080, 1400],
  [1920, 560],
] as const

const moreWindows = [
  [1080, 1920],
  [320, 568],
  [414, 896],
  [600, 960],
  [800, 600],
  [932, 430],
  [1023, 700],
  [1366, 657],
  [1700, 950],
  [3840, 2160],
] as const

/** Runs in the page. The height of the section with the photo, and where its texts are, in the order of `HeroBoxes`. */
function measureLayout() {
  const boxOf = (...selectors: readonly string[]) => {
    const range = document.createRange()
    const rects = selectors
      .flatMap((selector) => [...document.querySelectorAll(selector)])
      .flatMap((element) => {
        range.selectNodeContents(element)
        return [...range.getClientRects()]
      })
      .filter(({ width }) => width > 0)
    if (rects.length === 0) return null
    return {
      left: Math.min(...rects.map(({ left }) => left)),
      top: Math.min(...rects.map(({ top }) => top)),
      right: Math.max(...rects.map(({ right }) => right)),
      bottom: Math.max(...rects.map(({ bottom }) => bottom)),
    }
  }
  return {
    height: document.querySelector('main section')?.getBoundingClientRect().height ?? 0,
    boxes: [
      boxOf('header > a'),
      boxOf('header > nav > button', 'header nav li a'),
      boxOf('main section h1'),
      boxOf('main section h1 + p'),
      boxOf('main section h1 ~ div a'),
      boxOf('main section > div + p'),
    ],
  }
}

/** Uploads the drawing as the hero, and waits until its contrast is measured. */
async function replaceHero(admin: Admin, drawing: string): Promise<void> {
  // Half as large: encoding takes minutes on a busy machine.
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="675" viewBox="0 0 2400 1350">${drawing}</svg>`
  const buffer = await sharp(Buffer.from(svg)).jpeg({ quality: 95 }).toBuffer()
  await admin.open('/')
  await admin.page.getByLabel('Replace hero').setInputFiles({ name: 'hero.jpg', mimeType: 'image/jpeg', buffer })
  await expect(admin.main.getByText('The hero was replaced.')).toBeVisible()
  const isMeasured = () =>
    admin.site.sql(`select id from photos where place = 'hero' and deletedAt is null and state = 'ready'`).length === 1
  await expect.poll(isMeasured, { timeout: 240_000 }).toBe(true)
}

function flat(colour: string): string {
  return `<rect width="100%" height="100%" fill="${colour}"/>`
}

/** A path that repeats every 100 pixels in both directions, and its copy, moved by 50 pixels in both directions. */
function pattern(path: string, colour = '#000'): string {
  const fill = `<path d="${path}" fill="${colour}"/><path d="${path}" fill="${colour}" transform="translate(50 50)"/>`
  return `<defs><pattern id="p" width="100" height="100" patternUnits="userSpaceOnUse">${fill}</pattern></defs>
    <rect width="100%" height="100%" fill="url(#p)"/>`
}

/** Runs in the page. The opacities of the scrims behind the navbar, the heading and the studio's name. */
function opacitiesOfScrims(): number[] {
  return ['header', 'main section > div:has(h1)', 'main section > p'].map((selector) => {
    const element = document.querySelector(selector)
    if (!element) throw new Error(`${selector} is missing`)
    const { backgroundImage, backgroundColor } = getComputedStyle(element, '::before')
    const [, alpha = '1'] =
      /[,/] ?(0?[.]?\d+)\)/.exec(backgroundImage === 'none' ? backgroundColor : backgroundImage) ?? []
    return Number(alpha)
  })
}

interface TextOverHero {
  readonly text: string
  /** Red, green and blue, 0 to 255. */
  readonly rgb: readonly number[]
  readonly boxes: readonly { x: number; y: number; width: number; height: number }[]
}

/** The lowest contrast between each text over the image and any pixel behind it. */
async function measureContrasts(page: Page): Promise<{ text: string; lowest: number }[]> {
  await page.evaluate(() => Promise.all([...document.images].map((image) => image.decode())))
  const texts = await page.evaluate(collectTexts)
  expect(texts.length).toBeGreaterThanOrEqual(4)
  await page.evaluate(hideTexts)
  const screenshot = await page.screenshot({ animations: 'disabled' })
  // Only the last one, from `hideTexts`: the page has its own constructed style sheets, see `InlineCss`.
  await page.evaluate(() => void document.adoptedStyleSheets.pop())
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
    const { color } = getComputedStyle(parent)
    canvas.fillStyle = color
    canvas.fillRect(0, 0, 1, 1)
    const rgb = [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3)
    found.push({ text: node.nodeValue, rgb, boxes })
  }
  return found
}

/** Uses a constructed style sheet: the Content-Security-Policy blocks the inline one of Playwright's option `style`. */
function hideTexts(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('* { color: transparent !important; transition: none !important }')
  document.adoptedStyleSheets.push(sheet)
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
  return texts.map(({ text, rgb, boxes }) => {
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
    return { text, lowest }
  })
}
