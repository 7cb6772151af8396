import { Visitor } from './people.ts'
import { pathOf, projectsOf } from './rows.ts'
import { Site } from './site.ts'
import { expect, test } from './stories.ts'

const listFault = /^The projects could not be loaded/
const projectFault = 'Failed to load project data'

test('an empty portfolio says so', async ({ browser }) => {
  const site = await Site.open(null, { SAMPLES: 'off' })
  const context = await browser.newContext()
  try {
    const visitor = new Visitor(await context.newPage(), site)
    const response = await visitor.opens('/work')
    expect(response.status()).toBe(200)
    await expect(visitor.main.getByText('No projects to display', { exact: true })).toBeVisible()
    for (const path of ['/', '/about', '/values', '/contact', '/privacy']) {
      expect((await visitor.opens(path)).status(), path).toBe(200)
    }
  } finally {
    await context.close()
    await site.close()
  }
})

test('a list that cannot be read says so, and heals', async ({ visitor, site }) => {
  site.sql('alter table projects rename to elsewhere')
  const response = await visitor.opens('/work')
  expect(response.status()).toBe(503)
  await expect(visitor.alert).toHaveText(listFault)
  await visitor.goesTo('About')
  await visitor.navigation('Work').click()
  await expect(visitor.alert).toHaveText(listFault)

  site.sql('alter table elsewhere rename to projects')
  await visitor.goesTo('About')
  await visitor.goesTo('Work')
  expect(await visitor.projectNames()).toContain('Thrown')
  await expect(visitor.alert).toHaveCount(0)
})

test('/create says so too, to whoever sees the list there', async ({ visitor, member, site }) => {
  site.sql('alter table projects rename to elsewhere')
  for (const person of [visitor, member]) {
    const response = await person.opens('/create')
    expect(response.status()).toBe(503)
    await expect(person.alert).toHaveText(listFault)
  }
})

test('what went wrong inside never shows on a page', async ({ visitor, site }) => {
  const path = pathOf(site, 'Thrown')
  site.sql('alter table projects rename to elsewhere')
  for (const address of ['/work', path, '/work.data', `${path}.data`, '/sitemap.xml', '/create']) {
    const response = await visitor.page.request.get(site.origin + address)
    expect(response.status(), address).toBeGreaterThanOrEqual(500)
    expect(await response.text(), address).not.toMatch(/no such table|SQLITE|select |node:|\.ts\b|at async/i)
  }
})

test('a project that cannot be read says so, and heals', async ({ visitor, site }) => {
  const path = pathOf(site, 'Thrown')
  site.sql('alter table projects rename to elsewhere')
  const response = await visitor.opens(path)
  expect(response.status()).toBe(503)
  await expect(visitor.main.getByText(projectFault, { exact: true })).toBeVisible()

  site.sql('alter table elsewhere rename to projects')
  await visitor.page.reload()
  await expect(visitor.heading('Thrown')).toBeVisible()
})

test('a project that cannot be read says so on the way from the list too', async ({ visitor, site }) => {
  await visitor.opens('/work')
  site.sql('alter table projects rename to elsewhere')
  await visitor.card('Thrown').getByRole('link').click()
  await expect(visitor.main.getByText(projectFault, { exact: true })).toBeVisible()

  site.sql('alter table elsewhere rename to projects')
  await visitor.page.goBack()
  await visitor.card('Thrown').getByRole('link').click()
  await expect(visitor.heading('Thrown')).toBeVisible()
})

test('while the list is fetched, Loading... shows', async ({ visitor }) => {
  await visitor.opens('/about')
  await expect(visitor.page.getByText('Loading...', { exact: true })).toHaveCount(0)
  const letGo = await visitor.holdsBack(/\/work\.data/)
  await visitor.navigation('Work').click()
  await expect(visitor.page.getByText('Loading...', { exact: true })).toBeVisible()
  await expect(visitor.heading('About')).toBeVisible()
  await letGo()
  await expect(visitor.heading('Work')).toBeVisible()
  await expect(visitor.page.getByText('Loading...', { exact: true })).toHaveCount(0)
})

test('while a project is fetched, Loading... shows', async ({ visitor }) => {
  await visitor.opens('/work')
  const letGo = await visitor.holdsBack(/\/projects\/.*\.data/)
  await visitor.card('Thrown').getByRole('link').click()
  await expect(visitor.page.getByText('Loading...', { exact: true })).toBeVisible()
  await letGo()
  await expect(visitor.heading('Thrown')).toBeVisible()
  await expect(visitor.page.getByText('Loading...', { exact: true })).toHaveCount(0)
})

test('a line that was cut while a page is fetched is waited for', async ({ visitor }) => {
  await visitor.opens('/work')
  await visitor.goesTo('About')
  await visitor.page.context().setOffline(true)
  await visitor.navigation('Work').click()
  await expect(visitor.page.getByText('Loading...', { exact: true })).toBeVisible()
  await visitor.page.context().setOffline(false)
  await expect(visitor.heading('Work')).toBeVisible()
})

test('Back goes back in history', async ({ visitor }) => {
  await visitor.opens('/work')
  await visitor.card('Thrown').getByRole('link').click()
  await expect(visitor.heading('Thrown')).toBeVisible()
  await visitor.main.getByRole('link', { name: 'Reeded' }).click()
  await expect(visitor.heading('Reeded')).toBeVisible()
  await visitor.main.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(visitor.heading('Thrown')).toBeVisible()
  await visitor.page.goForward()
  await expect(visitor.heading('Reeded')).toBeVisible()
  await visitor.main.getByRole('button', { name: 'Back', exact: true }).click()
  await visitor.main.getByRole('button', { name: 'Back', exact: true }).click()
  await visitor.isAt('/work')
})

test('Back leads to the list when the project was opened directly', async ({ visitor }) => {
  // An earlier page of another site is no history of this one.
  await visitor.page.goto('data:text/html,<title>elsewhere</title>')
  await visitor.opens(pathOf(visitor.site, 'Thrown'))
  await visitor.main.getByRole('button', { name: 'Back', exact: true }).click()
  await visitor.isAt('/work')
  await expect(visitor.heading('Work')).toBeVisible()
})

test('from each project one can go on to the one before and the one after', async ({ visitor, site }) => {
  const names = projectsOf(site).map(({ name }) => name)
  await visitor.opensProject(names[0] ?? '')
  for (const next of names.slice(1)) {
    await visitor.main.getByRole('link', { name: next }).click()
    await expect(visitor.heading(next)).toBeVisible()
  }
  for (const previous of names.slice(0, -1).reverse()) {
    await visitor.main.getByRole('link', { name: previous }).click()
    await expect(visitor.heading(previous)).toBeVisible()
  }
})
