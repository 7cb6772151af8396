import type { Locator } from '@playwright/test'
import type { SiteProcess } from '#tests/support/site/site-process.ts'
import { pathOf, projectNamed } from '#tests/support/site/site-rows.ts'
import { expectAccessible } from './fixtures/checks/axe.ts'
import { withoutReload } from './fixtures/live-updates.ts'
import { expect, test } from './fixtures/test.ts'
import type { Visitor } from './fixtures/visitor.ts'

const lines = ({ main }: Visitor) =>
  main.getByRole('listitem').filter({ has: main.page().locator('a[href^="/projects/"]') })
const line = ({ main }: Visitor, name: string) => main.getByRole('link', { name })

/** Adds projects without covers until there are twelve, and gives ‘Thrown’ a sector and a year. */
function addProjects(site: SiteProcess): void {
  for (let number = 7; number <= 12; number++) {
    site.sql(
      `insert into projects (id, slug, name, details, position, publishedAt, createdAt, changedAt)
        values (?, ?, ?, 'A shop.', ?, '2026-01-01T00:00:00.000Z', '', '')`,
      `added-${number}`,
      `added-${number}`,
      `Added ${number}`,
      number,
    )
  }
  const { id } = projectNamed(site, 'Thrown')
  site.sql(`insert into sectors (id, name, version) values ('retail', 'Retail', 1)`)
  site.sql(
    `insert into projectFacts (projectId, key, text, version) values (?, 'sector', 'retail', 1), (?, 'year', '2025', 1)`,
    id,
    id,
  )
}

/** Like `expectImageLoaded`, for an image that may have an empty alternative text. */
async function expectLoaded(image: Locator): Promise<void> {
  await expect(image).toBeVisible()
  await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.complete && one.naturalWidth)).toBeTruthy()
}

test('with twelve projects, an index lists them with sector and year, and is updated live', async ({
  admin,
  visitor,
  site,
}) => {
  await visitor.open('/work')
  await expect(visitor.main.getByRole('link', { name: 'Index', exact: true })).toHaveCount(0)
  addProjects(site)
  await visitor.open('/work')
  await withoutReload(visitor, '/work', async () => {
    await visitor.main.getByRole('link', { name: 'Index', exact: true }).click()
    await expect(visitor.page).toHaveURL(`${site.origin}/work?view=index`)
    await expect(lines(visitor)).toHaveCount(12)
    await expect(line(visitor, 'Thrown')).toHaveText('01Thrown Retail 2025')
    await expectAccessible(visitor.page)
    await admin.open(pathOf(site, 'Reeded'))
    await admin.page.getByRole('button', { name: 'Back to draft' }).click()
    await expect(lines(visitor)).toHaveCount(11)
  })
  expect(await visitor.canonicalPath()).toBe('/work')
  await line(visitor, 'Thrown').click()
  await expect(visitor.heading('Thrown')).toBeVisible()
})

test('a wide screen shows the cover of the first line, then of the line under the pointer or with focus', async ({
  visitor,
  site,
}) => {
  addProjects(site)
  await visitor.page.setViewportSize({ width: 1440, height: 900 })
  await visitor.open('/work?view=index')
  const cover = visitor.main.locator('picture img')
  await expectLoaded(cover)
  const first = await cover.getAttribute('src')
  const box = await cover.boundingBox()
  const text = await line(visitor, 'Thrown').boundingBox()
  expect(box?.x).toBeGreaterThan((text?.x ?? 0) + (text?.width ?? 0))
  await line(visitor, 'Long Table').hover()
  await expect(cover).not.toHaveAttribute('src', first ?? '')
  await expectLoaded(cover)
  const second = await cover.getAttribute('src')
  await visitor.page.mouse.move(5, 5)
  await line(visitor, 'Reeded').focus()
  await expect(cover).not.toHaveAttribute('src', second ?? '')
  await expectLoaded(cover)
  expect(await cover.getAttribute('src')).not.toBe(first)
})

test('a phone loads no cover for the index', async ({ visitor, site }) => {
  addProjects(site)
  await visitor.page.setViewportSize({ width: 390, height: 844 })
  const photos: string[] = []
  visitor.page.on('request', (request) => {
    if (request.resourceType() === 'image') photos.push(request.url())
  })
  await visitor.open('/work?view=index')
  await expect(visitor.main.locator('picture img')).toBeHidden()
  await visitor.page.waitForLoadState('networkidle')
  expect(photos.filter((url) => url.includes('/photos/'))).toEqual([])
})

test('admins see which projects of the index are drafts', async ({ admin, site }) => {
  addProjects(site)
  site.sql(`update projects set publishedAt = null where name = 'Added 7'`)
  await admin.open('/work?view=index')
  await expect(lines(admin)).toHaveCount(12)
  await expect(lines(admin).filter({ hasText: 'Added 7' })).toContainText('Draft')
  await expect(lines(admin).filter({ hasText: 'Added 8' })).not.toContainText('Draft')
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the list links to its index', async ({ visitor, site }) => {
    addProjects(site)
    await visitor.page.goto(`${site.origin}/work?sector=retail`)
    await visitor.main.getByRole('link', { name: 'Index', exact: true }).click()
    await expect(visitor.page).toHaveURL(`${site.origin}/work?sector=retail&view=index`)
    await expect(lines(visitor)).toHaveCount(1)
  })
})
