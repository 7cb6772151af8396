import type { APIResponse } from '@playwright/test'
import { pathOf, projectNamed } from '#tests/support/site/site-rows.ts'
import type { SiteProcess } from '#tests/support/site/site-process.ts'
import type { Admin } from './fixtures/admin.ts'
import { expectAccessible } from './fixtures/checks/axe.ts'
import { expect, test } from './fixtures/test.ts'
import type { Visitor } from './fixtures/visitor.ts'

const group = ({ main }: Admin) => main.getByRole('group', { name: 'Old addresses' })
const rows = (admin: Admin) => group(admin).getByRole('listitem')
const button = (admin: Admin, name: string) => group(admin).getByRole('button', { name, exact: true })

async function addAddress(admin: Admin, path: string, target: string): Promise<void> {
  await group(admin).getByLabel('Old address', { exact: true }).fill(path)
  await group(admin).getByLabel('Leads to').selectOption({ label: target })
  await button(admin, 'Add old address').click()
}

function insertAddress(site: SiteProcess, path: string, target: { page?: string; projectId?: string }): void {
  const { page = null, projectId = null } = target
  site.sql(`insert into oldAddresses (id, path, page, projectId) values (?, ?, ?, ?)`, path, path, page, projectId)
}

async function request(person: Visitor, url: string, method = 'GET'): Promise<APIResponse> {
  return person.page.request.fetch(url, { method, maxRedirects: 0 })
}

test('an admin adds old addresses, and visitors who follow them arrive at the page or project', async ({
  admin,
  colleague,
  visitor,
  site,
}) => {
  await admin.open('/studio')
  await colleague.open('/studio')
  await addAddress(admin, '/About', 'Contact')
  await expect(admin.alert).toHaveText('“/about” is an address of this site itself.')
  await expectAccessible(admin.page)
  await addAddress(admin, '/About.html', 'About')
  await expect(rows(admin)).toHaveText([/\/about\.html About/])
  await addAddress(admin, '/portfolio/thrown/', 'Thrown')
  // The open page of another admin is updated.
  await expect(rows(colleague)).toHaveText([/\/about\.html About/, /\/portfolio\/thrown Thrown/])

  await visitor.open('/ABOUT.html?utm_source=letter')
  await visitor.expectPath('/about')
  await visitor.open('/portfolio/thrown')
  await visitor.expectPath(pathOf(site, 'Thrown'))
  for (const method of ['GET', 'HEAD']) {
    const response = await request(visitor, `${site.origin}/about.html`, method)
    expect(response.status(), method).toBe(301)
    expect(response.headers()).toMatchObject({ location: '/about', 'cache-control': 'no-cache' })
  }
  expect((await request(visitor, `${site.origin}/about.html`, 'POST')).status()).toBe(405)

  await button(admin, 'Remove old address /about.html').click()
  await expect(rows(colleague)).toHaveCount(1)
  expect((await visitor.open('/about.html')).status()).toBe(404)
  await button(admin, 'Undo remove').click()
  await expect(button(admin, 'Remove old address /about.html')).toBeFocused()
  await visitor.open('/about.html')
  await visitor.expectPath('/about')
})

test('a pasted list survives a reload until it is added, and is added only as a whole', async ({
  admin,
  visitor,
  site,
}) => {
  await admin.open('/studio')
  await button(admin, 'Paste a list').click()
  const list = group(admin).getByLabel('List of old addresses')
  const lines = ['/index.php?page=about -> /about', `/kiln.html ${pathOf(site, 'Thrown')}`]
  await list.fill([...lines, '/lost.html -> /lost'].join('\n'))
  await button(admin, 'Add list').click()
  await expect(admin.alert).toContainText('Line 3: “/lost” is not a page or project of this site')
  await expect(rows(admin)).toHaveCount(0)
  await expectAccessible(admin.page)
  await admin.reload()
  await expect(list).toHaveValue(/lost\.html/)
  await list.fill('')
  await expect(list).toBeFocused()
  await list.fill(lines.join('\n'))
  await button(admin, 'Add list').click()
  await expect(group(admin).getByText('2 old addresses were added.')).toBeVisible()
  await expect(rows(admin)).toHaveCount(2)
  await admin.reload()
  await expect(button(admin, 'Paste a list')).toHaveAttribute('aria-expanded', 'false')
  await visitor.open('/index.php?page=about')
  await visitor.expectPath('/about')
  expect((await visitor.open('/index.php?page=other')).status()).toBe(404)
})

test('an old address of a draft or a removed project reveals nothing to visitors', async ({ admin, visitor, site }) => {
  const { id, slug } = projectNamed(site, 'Thrown')
  insertAddress(site, '/projects/former', { projectId: id })
  const expectNothing = async () => {
    for (const path of ['/projects/former', '/projects/former.data']) {
      const response = await request(visitor, site.origin + path)
      expect(response.status(), path).toBe(404)
      const text = JSON.stringify(response.headers()) + (await response.text())
      expect(text, path).not.toContain('Thrown')
      expect(text, path).not.toContain(id)
    }
  }
  await visitor.open('/projects/former')
  await visitor.expectPath(`/projects/${slug}`)
  await admin.open(`/projects/${slug}`)
  await admin.page.getByRole('button', { name: 'Back to draft' }).click()
  await expect(admin.page.getByRole('button', { name: 'Publish', exact: true })).toBeVisible()
  await expectNothing()
  await admin.open('/projects/former')
  await admin.expectPath(`/projects/${slug}`)
  await admin.open('/studio')
  await expect(rows(admin)).toHaveText([/Thrown, draft/])
  site.sql(`update projects set publishedAt = createdAt, deletedAt = createdAt where id = ?`, id)
  await expectNothing()
})

test('while the site is closed, an old address returns 404 to visitors', async ({ admin, visitor, site }) => {
  insertAddress(site, '/about.html', { page: 'about' })
  insertAddress(site, '/thrown.html', { projectId: projectNamed(site, 'Thrown').id })
  await admin.open('/setup/opening')
  await admin.main.getByRole('button', { name: 'Keep it closed', exact: true }).click()
  await admin.expectPath('/')
  for (const path of ['/about.html', '/thrown.html'])
    expect((await request(visitor, site.origin + path)).status(), path).toBe(404)
  await admin.open('/thrown.html')
  await admin.expectPath(pathOf(site, 'Thrown'))
})

test('a page or project of the site takes precedence over an old address', async ({ visitor, site }) => {
  insertAddress(site, '/about', { page: 'contact' })
  insertAddress(site, pathOf(site, 'Thrown'), { page: 'contact' })
  for (const path of ['/about', pathOf(site, 'Thrown')]) expect((await visitor.open(path)).status()).toBe(200)
})

test('users and visitors do not see the old addresses', async ({ user, visitor, site }) => {
  insertAddress(site, '/about.html', { page: 'about' })
  for (const person of [user, visitor]) {
    const response = await request(person, `${site.origin}/studio`)
    expect(response.status()).toBe(person === user ? 403 : 401)
    expect(await response.text()).not.toContain('about.html')
    await person.open('/about.html')
    await person.expectPath('/about')
  }
})
