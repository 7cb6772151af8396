import { brotliCompressSync } from 'node:zlib'
import type { Page, Response } from '@playwright/test'
import { pathOf } from '#tests/support/site/site-rows.ts'
import { preloadedPhotos } from './fixtures/checks/preloaded-photos.ts'
import { expect, test } from './fixtures/test.ts'

// What a page loads initially, and in which order; `npm run lighthouse` measures the time.

const maxOwnScriptBytes = 20_000
const maxLibraryBytes = 95_000
/** The limit for the landing page, which also has the modules of the project list; other pages have 11. */
const maxModules = 12

test('a page contains its styles once, and its deferred scripts stay below the size limit', async ({ page, site }) => {
  for (const path of ['/', '/work', '/about', '/values', '/contact']) {
    const html = await (await page.request.get(site.origin + path)).text()
    const links = html.match(/<link\b[^>]*rel="stylesheet"[^>]*>/g) ?? []
    const isInline = html.includes('@font-face')
    if (isInline) expect(links, path).toEqual([])
    else expect(links, path).toContainEqual(expect.stringContaining('/assets/styles-'))
    expect(html.match(/<link\b[^>]*rel="modulepreload"|<script\b[^>]*type="module"/g), path).toBeNull()
    expect(html.match(/<img\b[^>]*fetchpriority="high"/gi)?.length ?? 0, path).toBeLessThanOrEqual(1)
    const modules = modulesOf(html)
    expect(modules.length, path).toBeLessThanOrEqual(maxModules)
    let bytes = 0
    for (const module of modules) {
      const response = await page.request.head(site.origin + module, { headers: { 'Accept-Encoding': 'br' } })
      expect(response.headers()['content-encoding'], module).toBe('br')
      bytes += Number(response.headers()['content-length'])
    }
    expect(bytes, path).toBeGreaterThan(50_000)
    expect(bytes, path).toBeLessThan(maxLibraryBytes + maxOwnScriptBytes)
  }
})

const maxStyleBytes = 12_000
const maxProjectRequests = 25
/** How much a server sends before the browser's first acknowledgement. See RFC 6928. */
const firstFlightBytes = 14_336

test('the landing page from memory, with its headers, fits into the first flight of a connection', async ({
  page,
  site,
}) => {
  // The site compresses the page further once it is in memory, so the size is polled below.
  const bytes = async () => {
    const response = await page.request.get(site.origin, { headers: { 'Accept-Encoding': 'br' } })
    const headers = response.headersArray().map(({ name, value }) => `${name}: ${value}\r\n`)
    return Number(response.headers()['content-length']) + headers.join('').length
  }
  expect(await bytes()).toBeGreaterThan(5_000)
  await expect.poll(bytes).toBeLessThan(firstFlightBytes)
})

test('every page of a visitor stays below the size limits, including what it loads without input', async ({
  visitor,
  site,
}) => {
  const { page } = visitor
  const paths = ['/', '/work', '/about', '/values', '/contact', '/privacy', '/login', '/signup', '/reset']
  for (const path of [...paths, pathOf(site, 'Thrown')]) {
    const scripts: Response[] = []
    const record = (response: Response) => {
      if (response.request().resourceType() === 'script') scripts.push(response)
    }
    page.on('response', record)
    await visitor.open(path)
    await page.evaluate(waitUntilIdle)
    page.off('response', record)
    const isLibrary = (response: Response) => /[/](react|router)-[^/]+$/.test(response.url())
    const bytesOf = (responses: Response[]) =>
      responses.reduce((sum, response) => sum + Number(response.headers()['content-length']), 0)
    expect(bytesOf(scripts.filter(isLibrary)), path).toBeGreaterThan(50_000)
    expect(bytesOf(scripts.filter(isLibrary)), path).toBeLessThan(maxLibraryBytes)
    const own = scripts.filter((response) => !isLibrary(response))
    expect(bytesOf(own), path).toBeGreaterThan(5_000)
    expect(bytesOf(own), path).toBeLessThan(maxOwnScriptBytes)
    expect(brotliCompressSync(await page.evaluate(textOfStyles)).length, path).toBeLessThan(maxStyleBytes)
  }
})

for (const viewport of [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]) {
  test(`at ${viewport.width} px, a project page makes at most ${maxProjectRequests} requests before it is scrolled`, async ({
    visitor,
    site,
  }) => {
    const { page } = visitor
    await page.setViewportSize(viewport)
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    await visitor.open(pathOf(site, 'Thrown'))
    await page.evaluate(waitUntilIdle)
    expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(maxProjectRequests)
    // The requests include scripts and images.
    expect(requests.length).toBeGreaterThan(15)
  })

  // Each page in its own browser context: an image that an earlier page has fetched would not be fetched again.
  for (const page of ['/', '/work', '/projects/{slug}', '/about']) {
    test(`at ${viewport.width} px, the first image of ${page} is preloaded from the head and fetched once`, async ({
      visitor,
      site,
    }) => {
      await visitor.page.setViewportSize(viewport)
      await visitor.open(page === '/projects/{slug}' ? pathOf(site, 'Thrown') : page)
      const picture = visitor.page.locator('main img[fetchpriority=high]')
      await visitor.expectImageLoaded(picture)
      const shown = await picture.evaluate((image: HTMLImageElement) => image.currentSrc)
      expect(await visitor.page.evaluate(preloadedPhotos)).toEqual([shown])
    })
  }
}

/** Runs in the page. Waits until it is idle; until then, a page may load more without input. */
async function waitUntilIdle(): Promise<void> {
  for (let round = 0; round < 3; round++) await new Promise((resolve) => requestIdleCallback(resolve))
}

/** Runs in the page. Returns the text of all its style sheets. */
function textOfStyles(): string {
  return [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText)).join('')
}

test('a visitor’s first page fetches no style sheet, and later pages fetch only their own styles', async ({
  visitor,
}) => {
  const styles: string[] = []
  visitor.page.on('request', (request) => {
    const [, name] = /[/]assets[/](.*)-[\w-]{8}[.]css/.exec(request.url()) ?? []
    // Requests that prefetch styles, which follow the first input, do not have this type.
    if (name && request.resourceType() === 'stylesheet') styles.push(name)
  })
  const stylesAtLoad = visitor.page.waitForEvent('load').then(() => [...styles])
  await visitor.open('/')
  expect(await stylesAtLoad).toEqual([])
  await visitor.goTo('Work')
  await visitor.card('Thrown').getByRole('link').click()
  await expect(visitor.heading('Thrown')).toBeVisible()
  await visitor.goTo('Contact')
  await expect(visitor.main.locator('form')).toHaveCSS('display', 'grid')
  expect([...new Set(styles)].toSorted()).toEqual(['contact', 'form-styles', 'project-styles', 'work'])
})

test('an image of a page finishes loading before any script', async ({ visitor }) => {
  const finished = recordFinishedRequests(visitor.page)
  await visitor.open('/')
  const script = finished.findIndex((url) => url.endsWith('.js'))
  const image = finished.findIndex((url) => url.includes('/photos/'))
  expect(image).toBeGreaterThan(-1)
  expect(script).toBeGreaterThan(image)
})

const triggers: Record<string, (page: Page) => Promise<void>> = {
  'on a key press': (page) => page.keyboard.press('Tab'),
  'on a click': (page) => page.mouse.click(5, 300),
  'after 3 s': (page) => page.clock.runFor(3000),
}

for (const [when, trigger] of Object.entries(triggers)) {
  test(`while its images are loading, a page loads its scripts ${when}`, async ({ visitor, site }) => {
    const { page } = visitor
    const release = await visitor.holdRequests(/\/photos\//)
    const finished = recordFinishedRequests(page)
    const scripts = () => finished.filter((url) => url.endsWith('.js')).length
    await page.clock.install()
    await page.goto(site.origin, { waitUntil: 'domcontentloaded' })
    expect(scripts()).toBe(0)
    await trigger(page)
    await expect.poll(scripts).toBeGreaterThan(3)
    await release()
  })
}

/** The URLs of the finished requests, in order. */
function recordFinishedRequests(page: Page): readonly string[] {
  const urls: string[] = []
  page.on('requestfinished', (request) => urls.push(request.url()))
  return urls
}

/** The modules that the page fetches to hydrate. */
function modulesOf(html: string): string[] {
  return [...new Set([...html.matchAll(/"(\/assets\/[^"]+[.]js)"/g)].map(([, url = '']) => url))]
}

test('only the about page contains the biography', async ({ page, site }) => {
  const [row] = site.sql<{ text: string }>(`select text from studioTexts where key = 'biography'`)
  const opening = row?.text.slice(0, 30) ?? ''
  expect(opening).toHaveLength(30)
  const textOf = async (path: string) => (await page.request.get(site.origin + path)).text()
  expect(await textOf('/about')).toContain(opening)
  for (const path of ['/', '/work', '/values', '/contact', '/login', '/nowhere']) {
    expect(await textOf(path), path).not.toContain(opening)
  }
})
