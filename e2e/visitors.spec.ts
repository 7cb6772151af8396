import type { Visitor } from './people.ts'
import { imagesOf, pathOf, projectNamed, projectsOf } from './rows.ts'
import { expect, test } from './stories.ts'

/** Every page that a visitor may see: how else it may be written, and what stands on it. */
const pages = [
  { canonical: '/', heading: 'Interior Design', written: ['/', '/index', '/INDEX/'] },
  { canonical: '/work', heading: 'Work', written: ['/work', '/WORK/', '/work/'] },
  { canonical: '/about', heading: 'About', written: ['/about', '/About/'] },
  { canonical: '/values', heading: 'Our Values', written: ['/values', '/VALUES'] },
  { canonical: '/contact', heading: 'Contact', written: ['/contact', '/Contact', '/CONTACT/'] },
  { canonical: '/privacy', heading: 'Privacy', written: ['/privacy', '/Privacy'] },
  { canonical: '/signup', heading: 'Sign up', written: ['/signup', '/SignUp/'] },
  { canonical: '/login', heading: 'Log in', written: ['/login', '/Login'] },
  { canonical: '/logout', heading: 'Logout', written: ['/logout', '/LogOut/'] },
] as const

for (const { canonical, heading, written } of pages) {
  test(`${canonical} is found however its letters are written, and names its one true address`, async ({ visitor }) => {
    for (const path of written) {
      const response = await visitor.opens(path)
      expect(response.status(), path).toBe(200)
      await expect(visitor.heading(heading)).toBeVisible()
      await expect(visitor.page).toHaveTitle(new RegExp(heading, 'i'))
      expect(await visitor.canonicalPath()).toBe(canonical)
    }
  })
}

test('the landing page leads to the work and to the contact form', async ({ visitor }) => {
  await visitor.opens('/')
  await visitor.link('Explore').click()
  await visitor.isAt('/work')
  await expect(visitor.heading('Work')).toBeVisible()
  await visitor.page.goBack()
  await visitor.link('Contact Me').click()
  await visitor.isAt('/contact')
  await expect(visitor.heading('Contact')).toBeVisible()
})

test('the list shows name and cover of each project in order, and each leads to its page', async ({
  visitor,
  site,
}) => {
  const projects = projectsOf(site)
  await visitor.opens('/work')
  expect(await visitor.projectNames()).toEqual(projects.map(({ name }) => name))
  for (const { id, name } of projects) {
    const card = visitor.card(name)
    await expect(card.getByRole('link', { name, exact: true })).toHaveAttribute('href', `/projects/${id}`)
    await card.scrollIntoViewIfNeeded()
    await visitor.seesPicture(card.getByRole('img'))
  }
  await visitor.opensProject('Reeded')
  await visitor.isAt(pathOf(site, 'Reeded'))
})

test('a project shows its name, cover, details in paragraphs and gallery', async ({ visitor, site }) => {
  const { id, details } = projectNamed(site, 'Sage Terrace')
  const paragraphs = details.split(/\n\s*\n/)
  expect(paragraphs.length).toBeGreaterThan(0)
  const response = await visitor.opens(`/Projects/${id}/`)
  expect(response.status()).toBe(200)
  await expect(visitor.heading('Sage Terrace')).toBeVisible()
  expect(await visitor.canonicalPath()).toBe(`/projects/${id}`)
  for (const paragraph of paragraphs) await expect(visitor.main.getByText(paragraph, { exact: true })).toBeVisible()
  await visitor.seesPicture(visitor.main.getByRole('img').first())
  for (const image of imagesOf(site, 'Sage Terrace'))
    await expect(visitor.main.getByRole('button', { name: image.alt })).toBeVisible()
})

test('the about page shows the portrait, the name and a biography of five paragraphs', async ({ visitor }) => {
  await visitor.opens('/about')
  await visitor.seesPicture(visitor.main.getByRole('img'))
  await expect(visitor.main.getByText('Studio Enfilade', { exact: true })).toBeVisible()
  const paragraphs = visitor.main.getByRole('paragraph')
  await expect(paragraphs).toHaveCount(5)
  for (const words of [
    'architecture',
    'Master’s in Design',
    'love of interiors',
    'domestic',
    'retail',
    'self-motivated and collaborative',
    'blend of creativity and functionality',
  ]) {
    await expect(paragraphs.filter({ hasText: words }).first(), words).toBeVisible()
  }
})

test('the values page tells of three values and leads to the contact form', async ({ visitor }) => {
  await visitor.opens('/values')
  const values = visitor.main.getByRole('heading', { level: 2 })
  await expect(values).toHaveText([
    /bespoke design/i,
    /3D visualization before implementation/i,
    /sustainable materials/i,
  ])
  await visitor.link('Contact Us').click()
  await visitor.isAt('/contact')
})

test('an unknown path answers 404 and leads home', async ({ visitor }) => {
  for (const path of ['/nowhere', '/work/nowhere', '/projects', '/.env', '/index.html', '/%E0%A4%A']) {
    const response = await visitor.page.request.get(visitor.site.origin + path)
    expect([400, 404], path).toContain(response.status())
  }
  const response = await visitor.opens('/work/nowhere')
  expect(response.status()).toBe(404)
  await expect(visitor.heading('404 - Page Not Found')).toBeVisible()
  await visitor.link('Go Back to Home').click()
  await visitor.isAt('/')
  await expect(visitor.heading('Interior Design')).toBeVisible()
})

test('an unknown project and a deleted one answer alike: 404 and one sentence', async ({ visitor, site }) => {
  const { id } = projectNamed(site, 'Low Line')
  site.sql(`update projects set deletedAt = '2026-01-01T00:00:00.000Z' where id = ?`, id)
  for (const path of [
    `/projects/${id}`,
    '/projects/00000000-0000-4000-8000-000000000000',
    '/projects/0',
    '/projects/__proto__',
  ]) {
    const response = await visitor.opens(path)
    expect(response.status(), path).toBe(404)
    await expect(visitor.main.getByText('Project not found', { exact: true })).toBeVisible()
    await expect(visitor.main).not.toContainText('404 - Page Not Found')
  }
})

test('a project that was deleted while it stood on the list is not found', async ({ visitor, site }) => {
  await visitor.opens('/work')
  site.sql(`update projects set deletedAt = '2026-01-01T00:00:00.000Z' where name = 'Low Line'`)
  await visitor.card('Low Line').getByRole('link').click()
  await expect(visitor.main.getByText('Project not found', { exact: true })).toBeVisible()
})

test('/create is the project list for whoever is no admin', async ({ visitor, member, site }) => {
  for (const person of [visitor, member]) {
    const response = await person.opens('/create')
    expect(response.status()).toBe(200)
    expect(await person.canonicalPath()).toBe('/work')
    expect(await person.projectNames()).toContain('Thrown')
    await expect(person.main.locator('form')).toHaveCount(0)
    await expect(person.main.getByRole('textbox')).toHaveCount(0)
    await person.card('Thrown').getByRole('link').click()
    await person.isAt(pathOf(site, 'Thrown'))
  }
})

test('nothing tells a visitor, a member or the front of the site from one another but Logout', async ({
  visitor,
  member,
}) => {
  for (const path of ['/', '/work', '/about', '/values', '/contact', pathOf(visitor.site, 'Thrown')]) {
    await visitor.opens(path)
    await member.opens(path)
    expect(await controlsOf(member)).toEqual(await controlsOf(visitor))
    await expect(member.logout).toBeVisible()
    await expect(visitor.logout).toHaveCount(0)
  }
})

async function controlsOf(person: Visitor): Promise<string[]> {
  return person.main
    .locator('a, button, input, textarea')
    .evaluateAll((all) =>
      all.map((one) => one.getAttribute('href') ?? one.getAttribute('name') ?? one.textContent ?? ''),
    )
}
