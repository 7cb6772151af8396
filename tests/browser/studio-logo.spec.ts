import type { Page } from '@playwright/test'
import { expectAccessible } from './fixtures/checks/axe.ts'
import { smallImage } from './fixtures/chosen-files.ts'
import { expect, test } from './fixtures/test.ts'

// The icons of every page, of the manifest and of `/favicon.ico` are generated from the studio's logo.

const headIcons = (page: Page) => page.locator('head > link[rel="icon"], head > link[rel="apple-touch-icon"]')
const get = (page: Page, url: string) => page.request.get(new URL(url, page.url()).href)
const chooseLogo = async (page: Page, name: string, size: number, height = size) =>
  page.getByLabel('Replace logo').setInputFiles(await smallImage(name, { width: size, height, as: 'png' }))

async function iconUrlsOf(page: Page): Promise<string[]> {
  const manifest = await (await get(page, '/manifest.webmanifest')).json()
  const inHead = await headIcons(page).evaluateAll((all) => all.map((one) => (one as HTMLLinkElement).href))
  return [...inHead, ...(manifest.icons as { src: string }[]).map(({ src }) => new URL(src, page.url()).href)]
}

test('a logo becomes the icon of every open page, a new one replaces it, and removing it can be undone', async ({
  admin,
  visitor,
}) => {
  await visitor.open('/')
  const defaultIcons = await iconUrlsOf(visitor.page)
  const defaultFavicon = await (await get(visitor.page, '/favicon.ico')).body()
  await admin.open('/studio')
  await expect(admin.main.getByText('Your logo belongs here')).toBeVisible()
  await chooseLogo(admin.page, 'logo.png', 600)
  await expect(admin.main.getByRole('img', { name: 'Logo', exact: true })).toBeVisible()
  await expect(admin.main.getByText('The logo was replaced.')).toBeVisible()
  await expect(admin.main.getByLabel(/alternative text/i)).toHaveCount(0)
  await expectAccessible(admin.page)

  await expect(headIcons(visitor.page).first()).toHaveAttribute('href', /icon-32[.]png$/)
  const icons = await iconUrlsOf(visitor.page)
  for (const url of icons) {
    const response = await get(visitor.page, url)
    expect([response.status(), response.headers()['content-type']], url).toEqual([200, 'image/png'])
    expect(response.headers()['cache-control']).toContain('immutable')
  }
  expect(await (await get(visitor.page, '/favicon.ico')).body()).not.toEqual(defaultFavicon)
  const html = await (await get(visitor.page, '/contact')).text()
  expect(html).toMatch(/"logo":"http[^"]+icon-512[.]png"/)

  const logo = admin.main.getByRole('img', { name: 'Logo', exact: true })
  const firstLogo = (await logo.getAttribute('src')) ?? ''
  await chooseLogo(admin.page, 'other.png', 700)
  await expect(logo).not.toHaveAttribute('src', firstLogo)
  await expect.poll(async () => (await iconUrlsOf(visitor.page))[0]).not.toBe(icons[0])
  await expect(headIcons(visitor.page)).toHaveCount(4)
  const others = await iconUrlsOf(visitor.page)

  await admin.page.getByRole('button', { name: 'Remove logo' }).click()
  await expect(admin.main.getByText('The logo was removed.')).toBeVisible()
  await expect.poll(() => iconUrlsOf(visitor.page)).toEqual(defaultIcons)
  expect(await (await get(visitor.page, '/favicon.ico')).body()).toEqual(defaultFavicon)
  await admin.page.getByRole('button', { name: 'Undo remove' }).click()
  await expect(admin.main.getByText('The logo is back.')).toBeVisible()
  await expect.poll(() => iconUrlsOf(visitor.page)).toEqual(others)
})

test('a small or non-square logo is refused with a message', async ({ admin, site }) => {
  await admin.open('/studio')
  await chooseLogo(admin.page, 'wide.png', 800, 600)
  await expect(admin.main.getByText('A logo must be square. This picture is 800 × 600 pixels.')).toBeVisible()
  await chooseLogo(admin.page, 'small.png', 200)
  await expect(admin.main.getByText('A logo must be at least 512 × 512 pixels.')).toBeVisible()
  expect(site.sql(`select id from photos where place = 'logo'`)).toEqual([])
  await expectAccessible(admin.page)
})

test('while the site is closed, visitors see the default icons', async ({ admin, visitor, site }) => {
  await admin.open('/studio')
  await chooseLogo(admin.page, 'logo.png', 600)
  await expect(admin.main.getByRole('img', { name: 'Logo', exact: true })).toBeVisible()
  const [icon = ''] = await iconUrlsOf(admin.page)
  site.sql(`update siteSetup set visibility = 'closed'`)
  await visitor.open('/')
  await expect(headIcons(visitor.page).first()).toHaveAttribute('href', '/favicon.ico')
  expect((await get(visitor.page, icon)).status()).toBe(404)
  await admin.reload()
  expect((await get(admin.page, icon)).status()).toBe(200)
})
