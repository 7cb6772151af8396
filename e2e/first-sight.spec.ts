import type { Page } from '@playwright/test'
import { expect, test } from './stories.ts'

// What stands between the address and the first picture; how long it takes is measured by `npm run lighthouse`.

const mostScript = 112_000
const mostModules = 11

test('what is seen comes in one sheet, and little script follows', async ({ page, site }) => {
  for (const path of ['/', '/work', '/about', '/values', '/contact']) {
    const html = await (await page.request.get(site.origin + path)).text()
    expect(html.match(/<link\b[^>]*rel="stylesheet"/g), path).toHaveLength(1)
    expect(html.match(/<link\b[^>]*rel="modulepreload"|<script\b[^>]*type="module"/g), path).toBeNull()
    expect(html.match(/<img\b[^>]*fetchpriority="high"/gi)?.length ?? 0, path).toBeLessThanOrEqual(1)
    const modules = modulesOf(html)
    expect(modules.length, path).toBeLessThanOrEqual(mostModules)
    let bytes = 0
    for (const module of modules) {
      const answer = await page.request.head(site.origin + module, { headers: { 'Accept-Encoding': 'br' } })
      expect(answer.headers()['content-encoding'], module).toBe('br')
      bytes += Number(answer.headers()['content-length'])
    }
    expect(bytes, path).toBeGreaterThan(50_000)
    expect(bytes, path).toBeLessThan(mostScript)
  }
})

test('no script is fetched before the pictures that the page starts with', async ({ visitor }) => {
  const finished = finishedOf(visitor.page)
  await visitor.opens('/')
  const script = finished.findIndex((address) => address.endsWith('.js'))
  const picture = finished.findIndex((address) => address.includes('/photos/'))
  expect(picture).toBeGreaterThan(-1)
  expect(script).toBeGreaterThan(picture)
})

const wakes: Record<string, (page: Page) => Promise<void>> = {
  'at a key': (page) => page.keyboard.press('Tab'),
  'at a touch': (page) => page.mouse.click(5, 300),
  'after three seconds': (page) => page.clock.runFor(3000),
}

for (const [when, happens] of Object.entries(wakes)) {
  test(`a page whose picture does not come wakes up ${when}`, async ({ visitor, site }) => {
    const { page } = visitor
    const release = await visitor.holdsBack(/\/photos\//)
    const finished = finishedOf(page)
    const scripts = () => finished.filter((address) => address.endsWith('.js')).length
    await page.clock.install()
    await page.goto(site.origin, { waitUntil: 'domcontentloaded' })
    expect(scripts()).toBe(0)
    await happens(page)
    await expect.poll(scripts).toBeGreaterThan(3)
    await release()
  })
}

/** The addresses of all that has arrived, in its order. */
function finishedOf(page: Page): readonly string[] {
  const addresses: string[] = []
  page.on('requestfinished', (request) => addresses.push(request.url()))
  return addresses
}

/** What the page will fetch to wake up. */
function modulesOf(html: string): string[] {
  return [...new Set([...html.matchAll(/"(\/assets\/[^"]+[.]js)"/g)].map(([, address = '']) => address))]
}

test('the biography travels with the page that shows it, and with no other', async ({ page, site }) => {
  const [row] = site.sql<{ words: string }>('select words from studio')
  const words = String(JSON.parse(row?.words ?? '').biography[0]).slice(0, 30)
  const textOf = async (path: string) => (await page.request.get(site.origin + path)).text()
  expect(await textOf('/about')).toContain(words)
  for (const path of ['/', '/work', '/values', '/contact', '/login', '/nowhere']) {
    expect(await textOf(path), path).not.toContain(words)
  }
})
