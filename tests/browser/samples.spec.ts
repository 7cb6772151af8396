import { imagesOf, pathOf } from '#tests/support/site/site-rows.ts'
import { SiteProcess } from '#tests/support/site/site-process.ts'
import { expectAccessible } from './fixtures/checks/axe.ts'
import { galleryOf } from './fixtures/gallery.ts'
import { expect, test } from './fixtures/test.ts'
import { Visitor } from './fixtures/visitor.ts'

test('the first start shows six sample projects with facts, each cover once, and says once that they are renders', async ({
  browser,
}) => {
  // On a busy machine, processing the photos takes minutes.
  test.setTimeout(1_800_000)
  const site = await SiteProcess.open(null)
  const context = await browser.newContext()
  try {
    const visitor = new Visitor(await context.newPage(), site)
    // The first photo of each project is its cover.
    const covers = `select id from photos where made = '' and place = 'gallery' and position = 1`
    await expect.poll(() => site.sql(covers).length, { timeout: 1_200_000 }).toBe(0)
    await visitor.open('/work')
    expect(await visitor.projectNames()).toHaveLength(6)
    for (const cover of await visitor.main.getByRole('listitem').getByRole('img').all())
      await visitor.expectImageLoaded(cover)

    await visitor.open(pathOf(site, 'Thrown'))
    const alts = imagesOf(site, 'Thrown').map(({ alt }) => alt)
    expect(alts).toHaveLength(8)
    await expect(visitor.main.getByRole('link', { name: alts[0] ?? '' })).toBeVisible()
    await expect(galleryOf(visitor).getByRole('listitem')).toHaveCount(7)
    await expect(visitor.main.getByText('All pictures except drawings are renders.', { exact: true })).toBeVisible()
    await expect(visitor.main.getByText('Render', { exact: true })).toHaveCount(0)
    await expect(visitor.main.locator('dl dt')).toHaveText(['Sector', 'Area', 'Scope', 'Materials'])
    await expectAccessible(visitor.page)
  } finally {
    await context.close()
    await site.close()
  }
})
