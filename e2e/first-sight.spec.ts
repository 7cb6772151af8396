import { expect, test } from './stories.ts'

// What stands between the address and the first picture; how long it takes is measured by `npm run lighthouse`.

const mostScript = 112_000
const mostFiles = { stylesheet: 4, modulepreload: 10 }

test('what is seen is fetched before scripts, and little of either', async ({ page, site }) => {
  const paths = ['/', '/work', '/about', '/values', '/contact']
  for (const path of paths) {
    await page.goto(site.origin + path)
    const html = await (await page.request.get(site.origin + path)).text()
    const links = [...html.matchAll(/<link\b[^>]*>/g)].map(([link]) => link)
    const announced = (rel: string) => links.filter((link) => link.includes(`rel="${rel}"`))
    expect(announced('stylesheet').length, path).toBeLessThanOrEqual(mostFiles.stylesheet)
    expect(announced('modulepreload').length, path).toBeLessThanOrEqual(mostFiles.modulepreload)
    for (const link of announced('modulepreload')) expect(link, path).toMatch(/fetchpriority="low"/i)
    const urgent = [...html.matchAll(/<img\b[^>]*fetchpriority="high"[^>]*>/gi)]
    expect(urgent.length, path).toBeLessThanOrEqual(1)

    let bytes = 0
    for (const link of announced('modulepreload')) {
      const address = site.origin + (/href="([^"]+)"/.exec(link)?.[1] ?? '')
      const answer = await page.request.head(address, { headers: { 'Accept-Encoding': 'br' } })
      expect(answer.headers()['content-encoding'], address).toBe('br')
      bytes += Number(answer.headers()['content-length'])
    }
    expect(bytes, path).toBeGreaterThan(50_000)
    expect(bytes, path).toBeLessThan(mostScript)
  }
})

test('the biography travels with the page that shows it, and with no other', async ({ page, site }) => {
  const [row] = site.sql<{ words: string }>('select words from studio')
  const words = String(JSON.parse(row?.words ?? '').biography[0]).slice(0, 30)
  const textOf = async (path: string) => (await page.request.get(site.origin + path)).text()
  expect(await textOf('/about')).toContain(words)
  for (const path of ['/', '/work', '/values', '/contact', '/login', '/nowhere']) {
    expect(await textOf(path), path).not.toContain(words)
  }
})
