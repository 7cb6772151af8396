import { pathOf, projectNamed } from '#tests/support/site/site-rows.ts'
import type { SiteProcess } from '#tests/support/site/site-process.ts'
import type { Admin } from './fixtures/admin.ts'
import { expectAccessible } from './fixtures/checks/axe.ts'
import { withoutReload } from './fixtures/live-updates.ts'
import type { Visitor } from './fixtures/visitor.ts'
import { expect, test } from './fixtures/test.ts'

/** The terms and descriptions of the facts on the page. */
async function factsOf({ main }: Visitor): Promise<string[]> {
  return main.locator('dl > div').evaluateAll((rows) => rows.map((row) => (row as HTMLElement).innerText))
}

async function addFact(admin: Admin, name: string): Promise<void> {
  await admin.main.getByRole('button', { name: 'Add fact' }).click()
  await admin.main.getByRole('list', { name: 'Facts' }).getByRole('button', { name, exact: true }).click()
}

const field = ({ main }: Admin, name: string) => main.locator('form').getByLabel(name, { exact: true })

/** Inserts sectors, and the year and the sector of each project. */
function insertFacts(
  site: SiteProcess,
  facts: Readonly<Record<string, readonly [sector: string, year: string]>>,
): void {
  for (const sector of new Set(Object.values(facts).map(([name]) => name)))
    site.sql(`insert into sectors (id, name, version) values (?, ?, 1)`, sector, sector)
  for (const [project, [sector, year]] of Object.entries(facts)) {
    const { id } = projectNamed(site, project)
    const values = `values (?, 'sector', ?, 1), (?, 'year', ?, 1)`
    site.sql(`insert into projectFacts (projectId, key, text, version) ${values}`, id, sector, id, year)
  }
}

test('an admin fills in facts, which visitors see beside the text without a reload', async ({
  admin,
  visitor,
  user,
  site,
}) => {
  const path = pathOf(site, 'Thrown')
  await withoutReload(visitor, path, async () => {
    await expect(visitor.main.locator('dl')).toHaveCount(0)
    await admin.open(path)
    await addFact(admin, 'Area')
    await expect(field(admin, 'Area')).toBeFocused()
    await field(admin, 'Area').fill('185')
    await admin.save()
    await expect(admin.main.getByText('An area is a number with its unit')).toBeVisible()
    await field(admin, 'Area').fill('1850 sqm')
    await admin.save()
    await expect(admin.main.getByRole('status').filter({ hasText: 'Saved. Visitors see it now.' })).toBeVisible()
    await expect.poll(() => factsOf(visitor)).toEqual([expect.stringMatching(/^Area\s+1,850.m²$/)])

    await addFact(admin, 'Awards and press')
    await field(admin, 'Title').fill('A shop without corners')
    await field(admin, 'Publication').fill('Example Review')
    await field(admin, 'Date').fill('2025-11')
    await field(admin, 'Link').fill('https://review.example/shop')
    await admin.save()
    await expect(visitor.link('A shop without corners')).toHaveAttribute('href', 'https://review.example/shop')
    await expect(visitor.main.getByText('Example Review, November 2025')).toBeVisible()
    await expectAccessible(admin.page)
    await expectAccessible(visitor.page)

    await admin.main.getByRole('button', { name: 'Edit area' }).click()
    await field(admin, 'Area').fill('')
    await admin.save()
    await expect(admin.main.getByRole('button', { name: 'Add fact' })).toBeFocused()
    await expect.poll(() => factsOf(visitor)).toHaveLength(1)
  })
  await user.open(path)
  await expect(user.link('A shop without corners')).toBeVisible()
  await expect(user.main.getByRole('button', { name: /^(Add|Edit)/ })).toHaveCount(0)
})

test('a fact that was emptied is brought back from its history', async ({ admin, visitor, user, site }) => {
  const path = pathOf(site, 'Thrown')
  await admin.open(path)
  await addFact(admin, 'Client')
  await field(admin, 'Client').fill('Ada & Co')
  await admin.save()
  await admin.main.getByRole('button', { name: 'Edit client' }).click()
  await field(admin, 'Client').fill('')
  await admin.save()
  await expect(field(admin, 'Client')).toHaveCount(0)
  await withoutReload(visitor, path, async () => {
    await expect(visitor.main.locator('dl')).toHaveCount(0)
    await admin.reload()
    await admin.main.getByRole('button', { name: 'Add fact' }).click()
    await expect(admin.main.getByRole('list', { name: 'Cleared facts' }).getByRole('link')).toHaveCount(1)
    await expectAccessible(admin.page)
    await admin.main.getByRole('link', { name: 'History of client' }).click()
    await admin.main.getByRole('list', { name: 'Versions' }).getByRole('link').last().click()
    await admin.main.getByRole('button', { name: 'Bring back', exact: true }).click()
    await expect.poll(() => factsOf(visitor)).toEqual([expect.stringMatching(/^Client\s+Ada & Co$/)])
  })
  await user.open(path)
  await expect(user.main.getByRole('link', { name: /^History/ })).toHaveCount(0)
})

test('an unsaved fact survives a reload, and a fact that was changed meanwhile is not overwritten', async ({
  admin,
  colleague,
  site,
}) => {
  const path = pathOf(site, 'Thrown')
  await admin.open(path)
  await addFact(admin, 'Client')
  await field(admin, 'Client').fill('Mine')
  await admin.reload()
  await colleague.open(path)
  await addFact(colleague, 'Client')
  await field(colleague, 'Client').fill('Theirs')
  await colleague.save()
  await expect(colleague.main.getByRole('button', { name: 'Edit client' })).toBeVisible()
  await admin.main.getByRole('button', { name: 'Bring back my changes' }).click()
  await expect(field(admin, 'Client')).toHaveValue('Mine')
  await admin.save()
  await expect(admin.main.getByText('Saved in the meantime')).toBeVisible()
  await expect(admin.main.locator('dl')).toContainText('Theirs')
  await admin.main.getByRole('button', { name: 'Overwrite with mine' }).click()
  await expect.poll(() => factsOf(colleague)).toEqual([expect.stringMatching(/^Client\s+Mine/)])
  await admin.main.getByRole('link', { name: 'History of client' }).click()
  await expect(admin.heading('History of client')).toBeVisible()
})

test('sectors are edited on the Studio page and chosen on the page of a project', async ({ admin, visitor, site }) => {
  await admin.open('/studio')
  for (const name of ['Retail', 'Homes']) {
    await field(admin, 'Another sector').fill(name)
    await admin.main.getByRole('button', { name: 'Add sector' }).click()
    await expect(admin.main.getByRole('button', { name: `Edit sector ${name}` })).toBeVisible()
  }
  await field(admin, 'Another sector').fill('retail')
  await admin.main.getByRole('button', { name: 'Add sector' }).click()
  await expect(admin.alert).toHaveText('A sector with this name already exists.')
  await expectAccessible(admin.page)
  for (const [project, sector] of [
    ['Thrown', 'Retail'],
    ['Low Line', 'Homes'],
  ] as const) {
    await admin.open(pathOf(site, project))
    await addFact(admin, 'Sector')
    await field(admin, 'Sector').fill(sector)
    await admin.save()
    await expect(admin.main.getByRole('button', { name: 'Edit sector' })).toBeVisible()
  }
  await visitor.open(pathOf(site, 'Thrown'))
  await withoutReload(visitor, pathOf(site, 'Thrown'), async () => {
    await admin.open('/studio')
    await admin.main.getByRole('button', { name: 'Edit sector Retail' }).click()
    await field(admin, 'Name of the sector').fill('Shops')
    await admin.save()
    await visitor.link('Shops').click()
    await expect(visitor.page).toHaveURL(`${site.origin}/work?sector=shops`)
    await expect.poll(() => visitor.projectNames()).toEqual(['Thrown'])
  })
})

test('a year and a new sector are set on the page of a project', async ({ admin, visitor, colleague, user, site }) => {
  const path = pathOf(site, 'Thrown')
  await colleague.open('/studio')
  await admin.open(path)
  await withoutReload(visitor, path, async () => {
    await addFact(admin, 'Year')
    await field(admin, 'Year').fill('2024')
    await admin.save()
    await expect(admin.main.getByRole('button', { name: 'Edit year' })).toBeVisible()
    await addFact(admin, 'Sector')
    await field(admin, 'Sector').fill('x'.repeat(41))
    await admin.save()
    await expect(field(admin, 'Sector')).toHaveAccessibleDescription(/at most 40 characters/)
    await field(admin, 'Sector').fill('Retail ')
    await expectAccessible(admin.page)
    await admin.save()
    await expect
      .poll(() => factsOf(visitor))
      .toEqual([expect.stringMatching(/2024$/), expect.stringMatching(/Retail$/)])
  })
  // The new sector is in the list of the studio, and is offered on the next project.
  await expect(colleague.main.getByRole('button', { name: 'Edit sector Retail' })).toBeVisible()
  await admin.open(pathOf(site, 'Low Line'))
  await addFact(admin, 'Sector')
  const options = admin.main.locator('datalist option')
  expect(await options.evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value))).toEqual(['Retail'])
  await field(admin, 'Sector').fill('RETAIL')
  await admin.save()
  await expect(admin.link('Retail')).toBeVisible()
  expect(site.sql('select name from sectors')).toEqual([{ name: 'Retail' }])
  await user.open(path)
  const response = await user.page.request.post(site.origin + path, {
    form: { intent: 'save-fact', field: 'sector', text: 'Mine', version: '1' },
    headers: { Origin: site.origin },
  })
  expect(response.status()).toBe(403)
  expect(site.sql('select name from sectors')).toEqual([{ name: 'Retail' }])
})

test('the list by sector and by year follows changes, and counts no drafts', async ({ admin, visitor, site }) => {
  insertFacts(site, { Thrown: ['retail', '2023'], 'Low Line': ['retail', '2025'], Reeded: ['homes', '2024'] })
  await visitor.open('/work')
  const all = await visitor.projectNames()
  const sectors = visitor.main.getByRole('list', { name: 'Sectors' }).getByRole('link')
  await expect(sectors).toHaveText([`All ${all.length}`, 'homes 1', 'retail 2'])
  await withoutReload(visitor, '/work?sector=retail', async () => {
    await expect(visitor.main.getByRole('link', { name: 'retail 2' })).toHaveAttribute('aria-current', 'true')
    await visitor.link('By year').click()
    await expect(visitor.page).toHaveURL(`${site.origin}/work?sector=retail&order=year`)
    await expect.poll(() => visitor.projectNames()).toEqual(['Low Line', 'Thrown'])
    await admin.open(pathOf(site, 'Low Line'))
    await admin.page.getByRole('button', { name: 'Back to draft' }).click()
    await expect.poll(() => visitor.projectNames()).toEqual(['Thrown'])
    await expect(sectors).toHaveText([`All ${all.length - 1}`, 'homes 1', 'retail 1'])
  })
  expect(await visitor.canonicalPath()).toBe('/work')
  // The page is served from memory, and a link to a sector without projects leads to the whole list.
  const cached = await visitor.page.request.get(`${site.origin}/work?sector=retail`)
  expect(cached.headers()['cache-control']).toContain('public')
  await visitor.open('/work?sector=hotels')
  await visitor.expectPath('/work')

  await admin.open('/work?sector=retail')
  await expect.poll(() => admin.projectNames()).toHaveLength(2)
  await expect(admin.card('Low Line').getByText('Draft')).toBeVisible()
  await expect(admin.main.getByLabel('Position')).toHaveCount(0)
  await expectAccessible(admin.page)
})

test('without facts, or with those of a single project, the list has no links to narrow it down or order it', async ({
  visitor,
  site,
}) => {
  await visitor.open('/work')
  await expect(visitor.main.getByRole('navigation')).toHaveCount(0)
  insertFacts(site, { Thrown: ['retail', '2023'] })
  await visitor.open('/work')
  await expect(visitor.main.getByRole('navigation')).toHaveCount(0)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the list is narrowed down by links', async ({ visitor, site }) => {
    insertFacts(site, { Thrown: ['retail', '2023'], Reeded: ['homes', '2024'] })
    await visitor.open('/work')
    await visitor.main.getByRole('link', { name: 'homes 1' }).click()
    await expect.poll(() => visitor.projectNames()).toEqual(['Reeded'])
  })
})
