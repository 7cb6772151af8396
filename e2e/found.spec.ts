import type { APIRequestContext, Page } from '@playwright/test'
import type { Visitor } from './people.ts'
import { imagesOf, pathOf, projectsOf } from './rows.ts'
import { expect, test } from './stories.ts'

// What search engines, other sites and home screens find.

const publicPaths = ['/', '/work', '/about', '/values', '/contact', '/privacy']

const meta = (page: Page, name: string) =>
  page.locator(`meta[name="${name}"], meta[property="${name}"]`).getAttribute('content')

/** Width and height of a JPEG, from its start of frame. */
function sizeOfJpeg(bytes: Buffer): [number, number] {
  for (let at = 2; at < bytes.length; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes[at + 1] ?? 0
    if (marker >= 0xc0 && marker <= 0xc2) return [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)]
  }
  throw new Error('this is no JPEG')
}

const sizeOfPng = (bytes: Buffer) => `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`

async function fetched(request: APIRequestContext, address: string): Promise<Buffer> {
  const answer = await request.get(address)
  expect(answer.status(), address).toBe(200)
  return answer.body()
}

test('every page has a title and a description of its own', async ({ visitor, site }) => {
  const [titles, descriptions] = [new Set<string>(), new Set<string>()]
  const paths = [...publicPaths, pathOf(site, 'Thrown'), pathOf(site, 'Reeded'), '/login', '/signup', '/logout']
  for (const path of paths) {
    await visitor.opens(path)
    titles.add(await visitor.page.title())
    const description = (await meta(visitor.page, 'description')) ?? ''
    expect(description.length, path).toBeGreaterThan(10)
    expect(description.length, path).toBeLessThanOrEqual(160)
    descriptions.add(description)
  }
  expect([titles.size, descriptions.size]).toEqual([paths.length, paths.length])
})

test('a shared page shows its name, its words and a picture of 1200 × 630', async ({ visitor, site }) => {
  const shown: string[] = []
  for (const path of ['/', '/work', '/about', '/values', '/contact', pathOf(site, 'Thrown'), pathOf(site, 'Reeded')]) {
    await visitor.opens(path)
    const { page } = visitor
    expect(await meta(page, 'og:url')).toBe(site.origin + path)
    expect(await meta(page, 'og:site_name')).toBe('Studio Enfilade')
    expect(await page.title()).toContain((await meta(page, 'og:title')) ?? 'no title')
    expect(await meta(page, 'og:description')).toBe(await meta(page, 'description'))
    expect(await meta(page, 'twitter:card')).toBe('summary_large_image')
    expect(await meta(page, 'og:image:alt')).toMatch(/\w/)
    const address = (await meta(page, 'og:image')) ?? ''
    expect(address).toMatch(new RegExp(`^${site.origin}/photos/[0-9a-f-]{36}/v\\d+/og-\\d+-\\d+\\.jpg$`))
    expect(sizeOfJpeg(await fetched(page.request, address)), path).toEqual([1200, 630])
    expect([await meta(page, 'og:image:width'), await meta(page, 'og:image:height')]).toEqual(['1200', '630'])
    shown.push(address)
  }
  expect(new Set(shown).size).toBeGreaterThanOrEqual(4)
})

test('the picture of a shared page follows the focal point', async ({ visitor, site }) => {
  site.sql(`update photos set focalX = 0.25, focalY = 0.8 where place = 'hero'`)
  await visitor.opens('/')
  const address = (await meta(visitor.page, 'og:image')) ?? ''
  expect(address).toMatch(/og-25-80\.jpg$/)
  await fetched(visitor.page.request, address)
  const other = await visitor.page.request.get(address.replace('og-25', 'og-26'))
  expect(other.status()).toBe(404)
})

test('the doors ask search engines to be left out, and nothing that is shown does', async ({
  visitor,
  admin,
  site,
}) => {
  const robotsOf = async (person: Visitor, path: string) => {
    await person.opens(path)
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
  // A wish is only heard where the page may be read, and the map leads to none of them.
  const { request } = visitor.page
  expect(String(await fetched(request, `${site.origin}/robots.txt`))).not.toMatch(/^Disallow: *\S/m)
  expect(String(await fetched(request, `${site.origin}/sitemap.xml`))).not.toMatch(/login|signup|logout|create/)
})

test('the map names every page, its last change and its pictures; robots find it', async ({ visitor, site }) => {
  const { request } = visitor.page
  const robots = String(await fetched(request, `${site.origin}/robots.txt`))
  expect(robots).toContain(`Sitemap: ${site.origin}/sitemap.xml`)

  await visitor.page.goto(`${site.origin}/about`)
  const map = String(await fetched(request, `${site.origin}/sitemap.xml`))
  const places = await visitor.page.evaluate((text) => {
    const xml = new DOMParser().parseFromString(text, 'application/xml')
    if (xml.querySelector('parsererror')) throw new Error('the map is no XML')
    const texts = (within: Element, name: string) =>
      [...within.getElementsByTagName(name)].map((one) => one.textContent)
    return [...xml.getElementsByTagName('url')].map((url) => ({
      loc: texts(url, 'loc')[0],
      lastmod: texts(url, 'lastmod')[0],
      images: texts(url, 'image:loc'),
    }))
  }, map)
  const projects = projectsOf(site)
  const paths = [...publicPaths, ...projects.map(({ id }) => `/projects/${id}`)]
  expect(places.map((place) => place.loc).sort()).toEqual(paths.map((path) => site.origin + path).sort())
  for (const { id, name } of projects) {
    const place = places.find(({ loc }) => loc?.endsWith(id))
    expect(place?.lastmod).toBe(
      site.sql<{ at: string }>('select changedAt as at from projects where id = ?', id)[0]?.at,
    )
    expect(place?.images).toHaveLength(imagesOf(site, name).length + 1)
    for (const image of place?.images ?? []) expect((await request.head(image ?? '')).status()).toBe(200)
  }
})

test('tabs and home screens find the sign in the sizes they ask for', async ({ visitor, site }) => {
  const { page } = visitor
  await visitor.opens('/')
  const ico = await fetched(page.request, `${site.origin}/favicon.ico`)
  expect([ico.readUInt16LE(2), ico[6], ico[7]]).toEqual([1, 32, 32])
  expect(sizeOfPng(ico.subarray(ico.readUInt32LE(18)))).toBe('32x32')
  const touch = await page.locator('link[rel=apple-touch-icon]').getAttribute('href')
  expect(sizeOfPng(await fetched(page.request, site.origin + touch))).toBe('180x180')
  const papers = await page
    .locator('meta[name="theme-color"]')
    .evaluateAll((all) => all.map((one) => (one as HTMLMetaElement).content))
  expect(new Set(papers).size).toBe(2)
  for (const paper of papers) expect(paper).toMatch(/^#[0-9a-f]{6}$/)

  const link = await page.locator('link[rel=manifest]').getAttribute('href')
  const manifest = JSON.parse(String(await fetched(page.request, site.origin + link)))
  expect(manifest).toMatchObject({ name: 'Studio Enfilade', start_url: '/' })
  const icons = manifest.icons as { src: string; sizes: string; type: string; purpose?: string }[]
  expect(icons.map((icon) => icon.sizes + (icon.purpose ?? '')).sort()).toEqual([
    '192x192',
    '512x512',
    '512x512maskable',
    'any',
  ])
  for (const { src, sizes, type } of icons) {
    const bytes = await fetched(page.request, site.origin + src)
    if (type === 'image/png') expect(sizeOfPng(bytes), src).toBe(sizes)
  }
})
