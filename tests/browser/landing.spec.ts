import { pathOf, projectNamed } from '#tests/support/site/site-rows.ts'
import type { SiteProcess } from '#tests/support/site/site-process.ts'
import { expectAccessible } from './fixtures/checks/axe.ts'
import { withoutReload } from './fixtures/live-updates.ts'
import { expect, test } from './fixtures/test.ts'

// How the landing page leads to the projects: the caption of its hero, and the first projects below the first screen.

test('the first projects follow below the first screen, with a link to all projects', async ({ visitor }) => {
  await visitor.open('/work')
  const names = await visitor.main.getByRole('heading', { level: 2 }).allTextContents()
  for (const width of [360, 768, 1440]) {
    await visitor.page.setViewportSize({ width, height: 800 })
    await visitor.open('/')
    const cards = visitor.main.getByRole('listitem')
    await expect(cards.getByRole('heading', { level: 2 })).toHaveText(names.slice(0, 3))
    const top = await cards.first().evaluate((card) => card.getBoundingClientRect().top + window.scrollY)
    expect(top, `at ${width} px`).toBeGreaterThanOrEqual(800)
    for (const card of await cards.all()) {
      await expect(card.locator('img')).toHaveAttribute('loading', 'lazy')
      await visitor.expectImageLoaded(card.locator('img'))
    }
    await expectAccessible(visitor.page)
  }
  await visitor.link('All work').click()
  await expect(visitor.heading('Work')).toBeVisible()
})

test('the hero caption shows the name, sector and place of its project, and follows a change of the name', async ({
  admin,
  visitor,
  site,
}) => {
  const addFact = (key: string, text: string) =>
    site.sql(
      `insert into projectFacts (projectId, key, text, version) values (?, ?, ?, 1)`,
      projectNamed(site, 'Thrown').id,
      key,
      text,
    )
  site.sql(`insert into sectors (id, name, version) values ('retail', 'Retail', 1)`)
  addFact('sector', 'retail')
  addFact('place', 'Leeds')
  showProject(site, projectNamed(site, 'Thrown').id)
  await withoutReload(visitor, '/', async () => {
    const caption = visitor.link('Thrown, Retail, Leeds')
    await expect(caption).toHaveAttribute('href', pathOf(site, 'Thrown'))
    await expect(caption).toHaveAttribute('data-number', '01')
    await expect(caption).toBeInViewport({ ratio: 1 })
    await admin.open(pathOf(site, 'Thrown'))
    await admin.editText('name', 'Fired')
    await admin.save()
    await expect(visitor.link('Fired, Retail, Leeds')).toBeVisible()
  })
  await visitor.link('Fired, Retail, Leeds').click()
  await expect(visitor.heading('Fired')).toBeVisible()
})

test('a hero that shows a project is captioned with its number and name', async ({ admin, visitor, site }) => {
  await admin.open('/')
  await admin.page.getByRole('button', { name: 'Describe hero' }).click()
  await admin.main.getByLabel('Project shown in the hero').selectOption({ label: 'Low Line' })
  await expect(admin.main.getByText('Saved. Visitors see it now.')).toBeVisible()
  await visitor.open('/work')
  const names = await visitor.main.getByRole('heading', { level: 2 }).allTextContents()
  await visitor.open('/')
  const number = String(names.indexOf('Low Line') + 1).padStart(2, '0')
  const caption = visitor.main.locator(`a[data-number="${number}"]`)
  await expect(caption).toHaveText('Low Line')
  await expect(caption).toHaveAttribute('href', pathOf(site, 'Low Line'))
})

test('a hero without a caption and without a chosen project has no caption', async ({ visitor, site }) => {
  showProject(site, null)
  await visitor.open('/')
  await expect(visitor.main.getByRole('listitem').getByRole('link', { name: 'Thrown' })).toBeVisible()
  await expect(visitor.main.locator('section').first()).not.toContainText('Thrown')
})

test('without projects, the landing page has no caption and no list', async ({ visitor, site }) => {
  site.sql(`update projects set publishedAt = null`)
  await visitor.open('/')
  await expect(visitor.heading('Interior Design')).toBeVisible()
  await expect(visitor.main.locator('a[data-number]')).toHaveCount(0)
  await expect(visitor.link('All work')).toHaveCount(0)
  await expect(visitor.main.getByText('No projects to display')).toHaveCount(0)
})

function showProject(site: SiteProcess, id: string | null): void {
  site.sql(`update photos set shownProjectId = ? where place = 'hero'`, id)
}
