import { projectsOf } from '#tests/support/site/site-rows.ts'
import { expect, test } from './fixtures/test.ts'
import { Visitor } from './fixtures/visitor.ts'

const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 3 }
const maxBytes = { list: 350_000, project: 300_000 }

/** The size in bytes of each image that is at least partly on the first screen; 0 while it is loading. */
function bytesOnFirstScreen(): number[] {
  return [...document.images]
    .filter((image) => {
      const { top, bottom, width } = image.getBoundingClientRect()
      return width > 0 && top < innerHeight && bottom > 0
    })
    .map((image) => {
      const [fetched] = performance.getEntriesByName(image.currentSrc) as PerformanceResourceTiming[]
      return image.complete ? (fetched?.encodedBodySize ?? 0) : 0
    })
}

test('the images on the first screen of a phone with a density of 3 stay within the size limit', async ({
  browser,
  site,
}) => {
  const pages = [
    { path: '/work', limit: maxBytes.list },
    ...projectsOf(site).map(({ slug }) => ({ path: `/projects/${slug}`, limit: maxBytes.project })),
  ]
  for (const { path, limit } of pages) {
    const context = await browser.newContext(phone)
    const visitor = new Visitor(await context.newPage(), site)
    await visitor.open(path)
    await expect
      .poll(async () => (await visitor.page.evaluate(bytesOnFirstScreen)).every((bytes) => bytes > 0))
      .toBe(true)
    const bytes = await visitor.page.evaluate(bytesOnFirstScreen)
    expect(bytes.length, path).toBeGreaterThan(0)
    expect(
      bytes.reduce((sum, each) => sum + each, 0),
      path,
    ).toBeLessThanOrEqual(limit)
    await context.close()
  }
})
