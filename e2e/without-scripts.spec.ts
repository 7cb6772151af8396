import type { Page } from '@playwright/test'
import { Visitor } from './people.ts'
import { imagesOf, pathOf, projectNamed, projectsOf } from './rows.ts'
import type { Site } from './site.ts'
import { expect, test } from './stories.ts'
import { thingOf, thingsOn } from './structured-data.ts'

test.use({ javaScriptEnabled: false })

const publicPaths = (site: Site) => ['/', '/work', pathOf(site, 'Thrown'), '/about', '/values', '/contact', '/privacy']

/** Everything that a page says. */
const wordsOn = (page: Page) => page.locator('main').innerText()

test('every page holds all that it says', async ({ browser, site }) => {
  const plain = await browser.newContext({ javaScriptEnabled: false })
  const awake = await browser.newContext({ javaScriptEnabled: true })
  const [without, visitor] = [await plain.newPage(), new Visitor(await awake.newPage(), site)]
  try {
    for (const path of publicPaths(site)) {
      expect((await without.goto(site.origin + path))?.status(), path).toBe(200)
      await visitor.opens(path)
      await expect(without.getByRole('heading', { level: 1 })).toBeVisible()
      const said = await wordsOn(without)
      expect(said.length, path).toBeGreaterThan(30)
      expect(said, path).toBe(await wordsOn(visitor.page))
    }
  } finally {
    await plain.close()
    await awake.close()
  }
})

test('every picture comes in several widths, and says what it shows', async ({ page, site }) => {
  for (const path of ['/', '/work', pathOf(site, 'Thrown'), '/about']) {
    await page.goto(site.origin + path)
    const pictures = await page.locator('main picture').all()
    expect(pictures.length, path).toBeGreaterThan(0)
    for (const picture of pictures) {
      const image = picture.locator('img')
      await expect(image).toHaveAttribute('sizes', /\d/)
      await expect(image).toHaveAttribute('src', /^\/photos\//)
      const named = await picture.evaluate(
        (one) => (one.querySelector('img')?.alt ?? '') + (one.closest('button')?.getAttribute('aria-label') ?? ''),
      )
      expect(named, path).toMatch(/\w{3}/)
      for (const source of [image, picture.locator('source').first()]) {
        const candidates = ((await source.getAttribute('srcset')) ?? '').split(', ')
        expect(candidates.length, path).toBeGreaterThan(1)
        for (const candidate of candidates) expect(candidate).toMatch(/^\/photos\/\S+ \d+w$/)
        const [address = ''] = candidates.at(-1)?.split(' ') ?? []
        expect((await page.request.head(site.origin + address)).status(), address).toBe(200)
      }
    }
  }
})

test('every page tells machines what it is, in words that schema.org knows', async ({ page, site }) => {
  for (const path of publicPaths(site)) {
    await page.goto(site.origin + path)
    const [self] = await thingsOn(page, site.origin)
    expect(self, path).toMatchObject({ '@id': site.origin + path, url: site.origin + path, inLanguage: 'en-GB' })
    expect(await page.title()).toContain(String(self?.['name']))
  }
})

test('machines learn of the studio, the designer, the list and each project what people read', async ({
  page,
  site,
}) => {
  const tell = async (path: string, type: string) => {
    await page.goto(site.origin + path)
    return thingOf(await thingsOn(page, site.origin), type)
  }
  for (const path of ['/', '/contact']) {
    expect(await tell(path, 'ProfessionalService')).toMatchObject({
      name: 'Studio Enfilade',
      address: { addressLocality: 'Manchester', addressCountry: 'GB' },
      telephone: '+44 161 496 0000',
      email: 'hello@studio.example',
    })
  }
  expect(await tell('/about', 'Person')).toMatchObject({ name: 'Studio Enfilade', jobTitle: 'Interior designer' })
  const projects = projectsOf(site)
  expect(await tell('/work', 'ItemList')).toMatchObject({
    itemListElement: projects.map(({ id, name }) => ({ name, url: `${site.origin}/projects/${id}` })),
  })
  for (const { id, name, details } of projects) {
    const project = await tell(`/projects/${id}`, 'CreativeWork')
    expect(project).toMatchObject({ name, text: details })
    const images = (project['image'] as { contentUrl: string; caption: string }[]).slice(1)
    expect(images.map((image) => image.caption)).toEqual(imagesOf(site, name).map((image) => image.alt))
    for (const { contentUrl } of images) expect((await page.request.head(contentUrl)).status()).toBe(200)
  }
  expect(await tell(pathOf(site, 'Thrown'), 'BreadcrumbList')).toMatchObject({
    itemListElement: [
      { name: 'Home', item: `${site.origin}/` },
      { name: 'Work', item: `${site.origin}/work` },
      { name: 'Thrown', item: site.origin + pathOf(site, 'Thrown') },
    ],
  })
})

test('whatever a project is called, it stays text', async ({ page, browser, site }) => {
  const { id } = projectNamed(site, 'Thrown')
  const name = `</script><script>document.title='taken'</script><!-- "&\u2028`
  site.sql('update projects set name = ?, details = ? where id = ?', name, name, id)
  await page.goto(`${site.origin}/projects/${id}`)
  const things = await thingsOn(page, site.origin)
  expect(thingOf(things, 'CreativeWork')).toMatchObject({ name, text: name })
  const awake = await browser.newContext({ javaScriptEnabled: true })
  const visitor = new Visitor(await awake.newPage(), site)
  await visitor.opens(`/projects/${id}`)
  await expect(visitor.heading(name.replace('\u2028', ' ').trim())).toBeVisible()
  expect(await visitor.page.title()).toContain('</script>')
  await awake.close()
})

test('what is not there tells machines nothing', async ({ page, site }) => {
  for (const path of ['/nowhere', '/projects/nothing', '/login', '/signup']) {
    await page.goto(site.origin + path)
    await expect(page.locator('script[type="application/ld+json"]'), path).toHaveCount(0)
  }
})
