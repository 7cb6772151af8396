import { pathOf } from '#tests/support/site/site-rows.ts'
import type { Admin } from './fixtures/admin.ts'
import { expectAccessible } from './fixtures/checks/axe.ts'
import { withoutReload } from './fixtures/live-updates.ts'
import { expect, test } from './fixtures/test.ts'
import type { Visitor } from './fixtures/visitor.ts'

const openingSoon = (person: Visitor) => person.heading('Opening soon')
const statusLine = ({ page }: Visitor) => page.getByRole('complementary', { name: 'Site status' })

async function openOrClose(admin: Admin, name: 'Open the site' | 'Keep it closed'): Promise<void> {
  await admin.open('/setup/opening')
  await admin.main.getByRole('button', { name, exact: true }).click()
  await admin.expectPath('/')
}

test('when the site is closed, open pages change to ‘Opening soon’, and back when it opens', async ({
  admin,
  visitor,
  user,
}) => {
  await user.open('/about')
  await withoutReload(visitor, '/work', async () => {
    await openOrClose(admin, 'Keep it closed')
    await expect(openingSoon(visitor)).toBeVisible()
    await expect(visitor.main).toContainText('Studio Enfilade, Manchester')
    await expect(visitor.page).toHaveTitle('Opening soon — Studio Enfilade')
    await expect(openingSoon(user)).toBeVisible()
    // Also after client-side navigations.
    await visitor.navigation('About').click()
    await visitor.expectPath('/about')
    await expect(openingSoon(visitor)).toBeVisible()
    await visitor.link('Contact Me').click()
    await visitor.heading('Contact').waitFor()
    await visitor.navigation('Work').click()
    await expect(openingSoon(visitor)).toBeVisible()
    await openOrClose(admin, 'Open the site')
    await expect(visitor.card('Thrown')).toBeVisible()
  })
  await expect(user.heading('About')).toBeVisible()
})

test('while the site is closed, known pages return 200 with noindex, unknown ones 404, and the contact, privacy and account pages are shown', async ({
  admin,
  visitor,
  site,
}) => {
  await openOrClose(admin, 'Keep it closed')
  for (const path of ['/', '/work', '/about', '/values', pathOf(site, 'Thrown'), '/studio', '/create']) {
    expect((await visitor.open(path)).status(), path).toBe(200)
    await expect(openingSoon(visitor), path).toBeVisible()
    await expect(visitor.page.locator('meta[name=robots]'), path).toHaveAttribute('content', 'noindex')
    await expect(visitor.main.getByRole('img'), path).toHaveCount(0)
  }
  await expectAccessible(visitor.page)
  for (const [path, heading] of [
    ['/contact', 'Contact'],
    ['/privacy', 'Privacy'],
    ['/login', 'Log in'],
    ['/signup', 'Sign up'],
    ['/logout', 'Logout'],
  ] as const) {
    await visitor.open(path)
    await expect(visitor.heading(heading)).toBeVisible()
    await expect(visitor.page.locator('meta[name=robots]'), path).toHaveAttribute('content', 'noindex')
  }
  expect((await visitor.open('/nowhere')).status()).toBe(404)
})

test('while the site is closed, an admin sees all pages and a status line, or with hidden tools what a visitor sees', async ({
  admin,
  visitor,
  site,
}) => {
  await openOrClose(admin, 'Keep it closed')
  for (const path of ['/', '/work', pathOf(site, 'Thrown')]) {
    await admin.open(path)
    await expect(statusLine(admin)).toContainText('The site is closed: visitors see ‘Opening soon’.')
    await expect(openingSoon(admin)).toHaveCount(0)
  }
  await admin.expectImageLoaded(admin.main.getByRole('img').first())
  await admin.open('/work')
  await admin.page.getByRole('button', { name: 'Hide tools' }).click()
  await expect(openingSoon(admin)).toBeVisible()
  await expect(statusLine(admin)).toHaveCount(0)
  await visitor.open('/work')
  expect(await admin.main.ariaSnapshot()).toBe(await visitor.main.ariaSnapshot())
  await admin.page.getByRole('button', { name: 'Show tools' }).click()
  await statusLine(admin).getByRole('link', { name: 'Change this' }).click()
  await admin.heading('Open or closed').waitFor()
})

test('without JavaScript a closed site shows ‘Opening soon’ as well', async ({ admin, browser, site }) => {
  await openOrClose(admin, 'Keep it closed')
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } })
  const page = await context.newPage()
  await page.goto(`${site.origin}/values`)
  await expect(page.getByRole('heading', { level: 1, name: 'Opening soon' })).toBeVisible()
  await page.getByRole('link', { name: 'Contact Me' }).click()
  await expect(page).toHaveURL(`${site.origin}/contact`)
  await context.close()
})
