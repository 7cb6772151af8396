import type { Page } from '@playwright/test'
import { Visitor } from './fixtures/visitor.ts'
import { imagesOf, pathOf, projectNamed, projectsOf } from '#tests/support/site/site-rows.ts'
import type { SiteProcess } from '#tests/support/site/site-process.ts'
import { expect, test } from './fixtures/test.ts'
import { nodeOfType, readStructuredData } from './fixtures/checks/structured-data.ts'

test.use({ javaScriptEnabled: false })

const publicPaths = (site: SiteProcess) => [
  '/',
  '/work',
  pathOf(site, 'Thrown'),
  '/about',
  '/values',
  '/contact',
  '/privacy',
]

/** The visible text of the page. */
const textOf = (page: Page) => page.locator('main').innerText()

test('every page shows the same text with and without JavaScript', async ({ browser, site }) => {
  const withoutScripts = await browser.newContext({ javaScriptEnabled: false })
  const withScripts = await browser.newContext({ javaScriptEnabled: true })
  const [staticPage, visitor] = [await withoutScripts.newPage(), new Visitor(await withScripts.newPage(), site)]
  try {
    for (const path of publicPaths(site)) {
      expect((await staticPage.goto(site.origin + path))?.status(), path).toBe(200)
      await visitor.open(path)
      await expect(staticPage.getByRole('heading', { level: 1 })).toBeVisible()
      const text = await textOf(staticPage)
      expect(text.length, path).toBeGreaterThan(30)
      expect(text, path).toBe(await textOf(visitor.page))
    }
  } finally {
    await withoutScripts.close()
    await withScripts.close()
  }
})

test('the transparent navbar of the landing page scrolls with its photo', async ({ page, site }) => {
  for (const path of ['/', '/work']) {
    await page.goto(site.origin + path)
    // A wheel event before the first frame has no effect.
    const scroll = async () => {
      await page.mouse.wheel(0, 600)
      return page.evaluate(() => scrollY)
    }
    await expect.poll(scroll).toBeGreaterThan(100)
    const navbar = page.getByRole('banner')
    await (path === '/' ? expect(navbar).not.toBeInViewport() : expect(navbar).toBeInViewport())
  }
})

test('every image has several widths and alternative text', async ({ page, site }) => {
  for (const path of ['/', '/work', pathOf(site, 'Thrown'), '/about']) {
    await page.goto(site.origin + path)
    const pictures = await page.locator('main picture').all()
    expect(pictures.length, path).toBeGreaterThan(0)
    for (const picture of pictures) {
      const image = picture.locator('img')
      await expect(image).toHaveAttribute('sizes', /\d/)
      await expect(image).toHaveAttribute('src', /^\/photos\//)
      await expect(image).toHaveAttribute('alt', /\w{3}/)
      for (const source of [image, picture.locator('source').first()]) {
        const candidates = ((await source.getAttribute('srcset')) ?? '').split(', ')
        expect(candidates.length, path).toBeGreaterThan(1)
        for (const candidate of candidates) expect(candidate).toMatch(/^\/photos\/\S+ \d+w$/)
        const [url = ''] = candidates.at(-1)?.split(' ') ?? []
        expect((await page.request.head(site.origin + url)).status(), url).toBe(200)
      }
    }
  }
})

test('every page has structured data with the types and properties of schema.org', async ({ page, site }) => {
  for (const path of publicPaths(site)) {
    await page.goto(site.origin + path)
    const [self] = await readStructuredData(page, site.origin)
    expect(self, path).toMatchObject({ '@id': site.origin + path, url: site.origin + path, inLanguage: 'en-GB' })
    expect(await page.title()).toContain(String(self?.['name']))
  }
})

test('the structured data matches the content of the studio, list and project pages', async ({ page, site }) => {
  const readNode = async (path: string, type: string) => {
    await page.goto(site.origin + path)
    return nodeOfType(await readStructuredData(page, site.origin), type)
  }
  for (const path of ['/', '/contact']) {
    expect(await readNode(path, 'ProfessionalService')).toMatchObject({
      name: 'Studio Enfilade',
      address: { addressLocality: 'Manchester' },
      telephone: '+44 161 496 0000',
      email: 'hello@studio.example',
    })
  }
  expect(await readNode('/about', 'Person')).toMatchObject({ name: 'Studio Enfilade', jobTitle: 'Interior designer' })
  const projects = projectsOf(site)
  expect(await readNode('/work', 'ItemList')).toMatchObject({
    itemListElement: projects.map(({ slug, name }) => ({ name, url: `${site.origin}/projects/${slug}` })),
  })
  for (const { slug, name, details } of projects) {
    const project = await readNode(`/projects/${slug}`, 'CreativeWork')
    expect(project).toMatchObject({ name, text: details })
    const images = (project['image'] as { contentUrl: string; caption: string }[]).slice(1)
    expect(images.map((image) => image.caption)).toEqual(imagesOf(site, name).map((image) => image.alt))
    for (const { contentUrl } of images) expect((await page.request.head(contentUrl)).status()).toBe(200)
  }
  expect(await readNode(pathOf(site, 'Thrown'), 'BreadcrumbList')).toMatchObject({
    itemListElement: [
      { name: 'Home', item: `${site.origin}/` },
      { name: 'Work', item: `${site.origin}/work` },
      { name: 'Thrown', item: site.origin + pathOf(site, 'Thrown') },
    ],
  })
})

test('markup in a project name is shown as text', async ({ page, browser, site }) => {
  const { id } = projectNamed(site, 'Thrown')
  const name = `</script><script>document.title='taken'</script><!-- "&\u2028`
  site.sql('update projects set name = ?, details = ? where id = ?', name, name, id)
  await page.goto(`${site.origin}/projects/${id}`)
  const nodes = await readStructuredData(page, site.origin)
  expect(nodeOfType(nodes, 'CreativeWork')).toMatchObject({ name, text: name })
  const withScripts = await browser.newContext({ javaScriptEnabled: true })
  const visitor = new Visitor(await withScripts.newPage(), site)
  await visitor.open(`/projects/${id}`)
  await expect(visitor.heading(name.replace('\u2028', ' ').trim())).toBeVisible()
  expect(await visitor.page.title()).toContain('</script>')
  await withScripts.close()
})

test('account pages and pages that are not found have no structured data', async ({ page, site }) => {
  for (const path of ['/nowhere', '/projects/nothing', '/login', '/signup']) {
    await page.goto(site.origin + path)
    await expect(page.locator('script[type="application/ld+json"]'), path).toHaveCount(0)
  }
})
