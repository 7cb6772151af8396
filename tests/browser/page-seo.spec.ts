import type { APIRequestContext, Page } from '@playwright/test'
import type { Visitor } from './fixtures/visitor.ts'
import { imagesOf, pathOf, projectsOf } from '#tests/support/site/site-rows.ts'
import { expect, test } from './fixtures/test.ts'

// Metadata for search engines, link previews and home screens.

const publicPaths = ['/', '/work', '/about', '/values', '/contact', '/privacy']

const meta = (page: Page, name: string) =>
  page.locator(`meta[name="${name}"], meta[property="${name}"]`).getAttribute('content')

/** Width and height of a JPEG, from its start of frame. */
function sizeOfJpeg(bytes: Buffer): [number, number] {
  for (let offset = 2; offset < bytes.length; offset += 2 + bytes.readUInt16BE(offset + 2)) {
    const marker = bytes[offset + 1] ?? 0
    if (marker >= 0xc0 && marker <= 0xc2) return [bytes.readUInt16BE(offset + 7), bytes.readUInt16BE(offset + 5)]
  }
  throw new Error('no start of frame: not a JPEG')
}

const sizeOfPng = (bytes: Buffer) => `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`

async function fetchBytes(request: APIRequestContext, url: string): Promise<Buffer> {
  const response = await request.get(url)
  expect(response.status(), url).toBe(200)
  return response.body()
}

test('every page has its own title and description', async ({ visitor, site }) => {
  const [titles, descriptions] = [new Set<string>(), new Set<string>()]
  const paths = [...publicPaths, pathOf(site, 'Thrown'), pathOf(site, 'Reeded'), '/login', '/signup', '/logout']
  for (const path of paths) {
    await visitor.open(path)
    titles.add(await visitor.page.title())
    const description = (await meta(visitor.page, 'description')) ?? ''
    expect(description.length, path).toBeGreaterThan(10)
    expect(description.length, path).toBeLessThanOrEqual(160)
    descriptions.add(description)
  }
  expect([titles.size, descriptions.size]).toEqual([paths.length, paths.length])
})

test('a link preview has the title, the description and an image of 1200 × 630 px', async ({ visitor, site }) => {
  const imageUrls: string[] = []
  for (const path of ['/', '/work', '/about', '/values', '/contact', pathOf(site, 'Thrown'), pathOf(site, 'Reeded')]) {
    await visitor.open(path)
    const { page } = visitor
    expect(await meta(page, 'og:url')).toBe(site.origin + path)
    expect(await meta(page, 'og:site_name')).toBe('Studio Enfilade')
    expect(await page.title()).toContain((await meta(page, 'og:title')) ?? 'no title')
    expect(await meta(page, 'og:description')).toBe(await meta(page, 'description'))
    expect(await meta(page, 'twitter:card')).toBe('summary_large_image')
    expect(await meta(page, 'og:image:alt')).toMatch(/\w/)
    const imageUrl = (await meta(page, 'og:image')) ?? ''
    expect(imageUrl).toMatch(new RegExp(`^${site.origin}/photos/[0-9a-f-]{36}/v\\d+/og-\\d+-\\d+\\.jpg$`))
    expect(sizeOfJpeg(await fetchBytes(page.request, imageUrl)), path).toEqual([1200, 630])
    expect([await meta(page, 'og:image:width'), await meta(page, 'og:image:height')]).toEqual(['1200', '630'])
    imageUrls.push(imageUrl)
  }
  expect(new Set(imageUrls).size).toBeGreaterThanOrEqual(4)
})

test('the image of a link preview follows the focal point', async ({ visitor, site }) => {
  site.sql(`update photos set focalX = 0.25, focalY = 0.8 where place = 'hero'`)
  await visitor.open('/')
  const imageUrl = (await meta(visitor.page, 'og:image')) ?? ''
  expect(imageUrl).toMatch(/og-25-80\.jpg$/)
  await fetchBytes(visitor.page.request, imageUrl)
  const other = await visitor.page.request.get(imageUrl.replace('og-25', 'og-26'))
  expect(other.status()).toBe(404)
})

test('account and admin pages have noindex, and public pages do not', async ({ visitor, admin, site }) => {
  const robotsOf = async (person: Visitor, path: string) => {
    await person.open(path)
    return person.page
      .locator('meta[name="robots"]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('content')))
  }
  for (const path of ['/login', '/login?next=/about', '/signup', '/logout', '/create']) {
    expect(await robotsOf(visitor, path), path).toEqual(['noindex'])
    expect(await visitor.canonicalPath()).toBe(path === '/create' ? '/work' : path.split('?')[0])
  }
  expect(await robotsOf(admin, '/create')).toEqual(['noindex'])
  expect(await admin.canonicalPath()).toBe('/create')
  for (const path of [...publicPaths, '/index', pathOf(site, 'Thrown')]) {
    expect(await robotsOf(visitor, path), path).toEqual([])
  }
  // Search engines read noindex only where robots.txt allows the page; the sitemap lists none of these pages.
  const { request } = visitor.page
  expect(String(await fetchBytes(request, `${site.origin}/robots.txt`))).not.toMatch(/^Disallow: *\S/m)
  expect(String(await fetchBytes(request, `${site.origin}/sitemap.xml`))).not.toMatch(/login|signup|logout|create/)
})

test('the sitemap lists every page with its last change and images, and robots.txt names the sitemap', async ({
  visitor,
  site,
}) => {
  const { request } = visitor.page
  const robots = String(await fetchBytes(request, `${site.origin}/robots.txt`))
  expect(robots).toContain(`Sitemap: ${site.origin}/sitemap.xml`)

  await visitor.page.goto(`${site.origin}/about`)
  const sitemap = String(await fetchBytes(request, `${site.origin}/sitemap.xml`))
  const entries = await visitor.page.evaluate((text) => {
    const xml = new DOMParser().parseFromString(text, 'application/xml')
    if (xml.querySelector('parsererror')) throw new Error('the sitemap is not well-formed XML')
    const texts = (within: Element, name: string) =>
      [...within.getElementsByTagName(name)].map((one) => one.textContent)
    return [...xml.getElementsByTagName('url')].map((url) => ({
      loc: texts(url, 'loc')[0],
      lastmod: texts(url, 'lastmod')[0],
      images: texts(url, 'image:loc'),
    }))
  }, sitemap)
  const projects = projectsOf(site)
  const paths = [...publicPaths, ...projects.map(({ slug }) => `/projects/${slug}`)]
  expect(entries.map((entry) => entry.loc).sort()).toEqual(paths.map((path) => site.origin + path).sort())
  for (const { id, slug, name } of projects) {
    const entry = entries.find(({ loc }) => loc?.endsWith(`/${slug}`))
    expect(entry?.lastmod).toBe(
      site.sql<{ at: string }>('select changedAt as at from projects where id = ?', id)[0]?.at,
    )
    expect(entry?.images).toHaveLength(imagesOf(site, name).length + 1)
    for (const image of entry?.images ?? []) expect((await request.head(image ?? '')).status()).toBe(200)
  }
})

test('the icons exist in the sizes that tabs and home screens request', async ({ visitor, site }) => {
  const { page } = visitor
  await visitor.open('/')
  const ico = await fetchBytes(page.request, `${site.origin}/favicon.ico`)
  expect([ico.readUInt16LE(2), ico[6], ico[7]]).toEqual([1, 32, 32])
  expect(sizeOfPng(ico.subarray(ico.readUInt32LE(18)))).toBe('32x32')
  const touch = await page.locator('link[rel=apple-touch-icon]').getAttribute('href')
  expect(sizeOfPng(await fetchBytes(page.request, site.origin + touch))).toBe('180x180')
  const themeColours = await page
    .locator('meta[name="theme-color"]')
    .evaluateAll((all) => all.map((one) => (one as HTMLMetaElement).content))
  expect(new Set(themeColours).size).toBe(2)
  for (const colour of themeColours) expect(colour).toMatch(/^#[0-9a-f]{6}$/)

  const link = await page.locator('link[rel=manifest]').getAttribute('href')
  const manifest = JSON.parse(String(await fetchBytes(page.request, site.origin + link)))
  expect(manifest).toMatchObject({ name: 'Studio Enfilade', start_url: '/' })
  const icons = manifest.icons as { src: string; sizes: string; type: string; purpose?: string }[]
  expect(icons.map((icon) => icon.sizes + (icon.purpose ?? '')).sort()).toEqual([
    '192x192',
    '512x512',
    '512x512maskable',
    'any',
  ])
  for (const { src, sizes, type } of icons) {
    const bytes = await fetchBytes(page.request, site.origin + src)
    if (type === 'image/png') expect(sizeOfPng(bytes), src).toBe(sizes)
  }
})
