import { Visitor } from './fixtures/visitor.ts'
import { pathOf, projectsOf } from '#tests/support/site/site-rows.ts'
import { SiteProcess } from '#tests/support/site/site-process.ts'
import { waitForPrefetch } from './fixtures/network/module-prefetch.ts'
import { expect, test } from './fixtures/test.ts'

const listError = /^The projects could not be loaded/
const projectError = 'Failed to load project data'

test('an empty portfolio shows a message that there are no projects', async ({ browser }) => {
  const site = await SiteProcess.open(null, { SAMPLES: 'off' })
  const context = await browser.newContext()
  try {
    const visitor = new Visitor(await context.newPage(), site)
    const response = await visitor.open('/work')
    expect(response.status()).toBe(200)
    await expect(visitor.main.getByText('No projects to display', { exact: true })).toBeVisible()
    for (const path of ['/', '/about', '/values', '/contact', '/privacy']) {
      expect((await visitor.open(path)).status(), path).toBe(200)
    }
  } finally {
    await context.close()
    await site.close()
  }
})

test('a project list that cannot be read shows an error until it recovers', async ({ visitor, site }) => {
  // Otherwise the other pages would read the project that the hero shows, and fail.
  site.sql('update photos set shownProjectId = null')
  site.sql('alter table projects rename to elsewhere')
  const response = await visitor.open('/work')
  expect(response.status()).toBe(503)
  await expect(visitor.alert).toHaveText(listError)
  await visitor.goTo('About')
  await visitor.navigation('Work').click()
  await expect(visitor.alert).toHaveText(listError)

  site.sql('alter table elsewhere rename to projects')
  await visitor.link('Try Again').click()
  await expect(visitor.card('Thrown')).toBeVisible()
  expect(await visitor.projectNames()).toContain('Thrown')
  await expect(visitor.alert).toHaveCount(0)
})

test('if the projects cannot be read, /create shows an error to people who are not admins', async ({
  visitor,
  user,
  site,
}) => {
  site.sql('alter table projects rename to elsewhere')
  for (const person of [visitor, user]) {
    const response = await person.open('/create')
    expect(response.status()).toBe(503)
    await expect(person.alert).toHaveText(listError)
  }
})

test('no response contains details of an internal error', async ({ visitor, site }) => {
  const path = pathOf(site, 'Thrown')
  site.sql('alter table projects rename to elsewhere')
  for (const url of ['/work', path, '/work.data', `${path}.data`, '/sitemap.xml', '/create']) {
    const response = await visitor.page.request.get(site.origin + url)
    expect(response.status(), url).toBeGreaterThanOrEqual(500)
    expect(await response.text(), url).not.toMatch(/no such table|SQLITE|select |node:|\.ts\b|at async/i)
  }
})

test('a project that cannot be read shows an error until it recovers', async ({ visitor, site }) => {
  const path = pathOf(site, 'Thrown')
  site.sql('alter table projects rename to elsewhere')
  const response = await visitor.open(path)
  expect(response.status()).toBe(503)
  await expect(visitor.main.getByText(projectError, { exact: true })).toBeVisible()

  const retried = visitor.page.waitForResponse((retry) => /\.data(\?|$)/.test(retry.url()))
  await visitor.link('Try Again').click()
  // Otherwise this attempt might succeed, and there would be no link for the next one.
  expect((await retried).status()).toBe(503)
  await expect(visitor.main.getByText(projectError, { exact: true })).toBeVisible()
  await expect(visitor.link('All projects')).toHaveAttribute('href', '/work')
  site.sql('alter table elsewhere rename to projects')
  await visitor.link('Try Again').click()
  await expect(visitor.heading('Thrown')).toBeVisible()
})

test('a click on a card shows an error if its project cannot be read', async ({ visitor, site }) => {
  await visitor.open('/work')
  site.sql('alter table projects rename to elsewhere')
  await visitor.card('Thrown').getByRole('link').click()
  await expect(visitor.main.getByText(projectError, { exact: true })).toBeVisible()

  site.sql('alter table elsewhere rename to projects')
  await visitor.link('Try Again').click()
  await expect(visitor.heading('Thrown')).toBeVisible()
})

test('the page shows Loading... while the list is fetched', async ({ visitor }) => {
  await visitor.open('/about')
  await expect(visitor.page.getByText('Loading...', { exact: true })).toHaveCount(0)
  const release = await visitor.holdRequests(/\/work\.data/)
  await visitor.navigation('Work').click()
  await expect(visitor.page.getByText('Loading...', { exact: true })).toBeVisible()
  await expect(visitor.heading('About')).toBeVisible()
  await release()
  await expect(visitor.heading('Work')).toBeVisible()
  await expect(visitor.page.getByText('Loading...', { exact: true })).toHaveCount(0)
})

test('the page shows Loading... while a project is fetched', async ({ visitor }) => {
  await visitor.open('/work')
  const release = await visitor.holdRequests(/\/projects\/.*\.data/)
  await visitor.card('Thrown').getByRole('link').click()
  await expect(visitor.page.getByText('Loading...', { exact: true })).toBeVisible()
  await release()
  await expect(visitor.heading('Thrown')).toBeVisible()
  await expect(visitor.page.getByText('Loading...', { exact: true })).toHaveCount(0)
})

test('a navigation that starts offline completes when the connection is back', async ({ visitor }) => {
  await visitor.open('/work')
  await visitor.goTo('About')
  // React Router reloads the document when it cannot fetch a script.
  await waitForPrefetch(visitor.page, 'pages/public/values')
  await visitor.page.context().setOffline(true)
  await visitor.navigation('Values').click()
  await expect(visitor.page.getByText('Loading...', { exact: true })).toBeVisible()
  await visitor.page.context().setOffline(false)
  await expect(visitor.heading('Our Values')).toBeVisible()
})

test('the button Back goes back in the browser history', async ({ visitor }) => {
  await visitor.open('/work')
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
  await visitor.expectPath('/work')
})

test('the button Back leads to the list if the project was opened directly', async ({ visitor }) => {
  // A history entry of another site must not be used.
  await visitor.page.goto('data:text/html,<title>elsewhere</title>')
  await visitor.open(pathOf(visitor.site, 'Thrown'))
  await visitor.main.getByRole('button', { name: 'Back', exact: true }).click()
  await visitor.expectPath('/work')
  await expect(visitor.heading('Work')).toBeVisible()
})

test('each project links to the previous and the next one', async ({ visitor, site }) => {
  const names = projectsOf(site).map(({ name }) => name)
  await visitor.openProject(names[0] ?? '')
  for (const next of names.slice(1)) {
    await visitor.main.getByRole('link', { name: next }).click()
    await expect(visitor.heading(next)).toBeVisible()
  }
  for (const previous of names.slice(0, -1).reverse()) {
    await visitor.main.getByRole('link', { name: previous }).click()
    await expect(visitor.heading(previous)).toBeVisible()
  }
})
