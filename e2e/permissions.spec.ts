import { readFileSync } from 'node:fs'
import type { APIRequestContext } from '@playwright/test'
import routes from '#app/routes.ts'
import { accounts } from './people.ts'
import { userOf } from './rows.ts'
import type { Site } from './site.ts'
import { standingOf } from './standing.ts'
import { expect, test } from './stories.ts'
import { ask, intents, prepareGround, wishes } from './wishes.ts'

/** Headers that a page of another site, or a tool in the hand of its author, would send. */
const foreign: readonly Record<string, string>[] = [
  { Origin: 'https://evil.example' },
  { Origin: 'null' },
  { Origin: 'http://localhost:1' },
  { 'Sec-Fetch-Site': 'cross-site' },
  { 'Sec-Fetch-Site': 'same-site' },
  {},
]

/** Where each page's intents are told apart. */
const intentsAt = { work: 'work.tsx', project: 'project.wishes.ts' } as const

async function logIn(from: APIRequestContext, site: Site, form: { email: string; password: string }): Promise<void> {
  const answer = await from.post(`${site.origin}/login`, {
    headers: { Origin: site.origin },
    form: { ...form },
    maxRedirects: 0,
  })
  expect(answer.status()).toBe(302)
}

for (const wish of wishes) {
  test(`${wish.title} is for admins only, and changes nothing for anyone else`, async ({ playwright, site }) => {
    const [visitor, member, admin] = [
      await playwright.request.newContext(),
      await playwright.request.newContext(),
      await playwright.request.newContext(),
    ]
    await logIn(member, site, accounts.member)
    await logIn(admin, site, accounts.admin)
    const { id } = userOf(site, accounts.admin.email)
    const ground = await prepareGround(admin, site, wish)
    const before = await standingOf(site)

    expect((await ask(visitor, site, wish, ground)).status(), 'a visitor').toBe(401)
    expect((await ask(member, site, wish, ground)).status(), 'a member').toBe(403)
    // Nothing is changed by HEAD, so it may be asked from anywhere.
    for (const headers of wish.method === 'HEAD' ? [] : foreign) {
      expect((await ask(admin, site, wish, ground, headers)).status(), JSON.stringify(headers)).toBe(403)
    }
    expect(await standingOf(site)).toEqual(before)

    site.sql(`update users set role = null where role = 'Admin'`)
    const revoked = await standingOf(site)
    expect((await ask(admin, site, wish, ground)).status(), 'a former admin').toBe(403)
    expect(await standingOf(site)).toEqual(revoked)

    site.sql(`update users set role = 'Admin' where id = ?`, id)
    const granted = await standingOf(site)
    const answer = await ask(admin, site, wish, ground)
    expect(answer.status(), 'an admin').toBeGreaterThanOrEqual(200)
    expect(answer.status(), 'an admin').toBeLessThan(300)
    if (wish.method !== 'HEAD') expect(await standingOf(site)).not.toEqual(granted)
    for (const context of [visitor, member, admin]) await context.dispose()
    // Pictures are being made now, which nobody waits for.
    await site.kill()
  })
}

test('an outsider is told nothing of what is right or wrong with a request', async ({ playwright, site }) => {
  const [visitor, member] = [await playwright.request.newContext(), await playwright.request.newContext()]
  await logIn(member, site, accounts.member)
  const nobody = '/projects/00000000-0000-4000-8000-000000000000'
  const requests: readonly (readonly [string, Record<string, string>])[] = [
    ['/work', {}],
    ['/work', { intent: 'nonsense' }],
    ['/work', { intent: 'delete', projectId: 'nobody' }],
    ['/work', { intent: 'move', projectId: 'nobody', position: 'x' }],
    ['/work', { intent: 'place', projectId: 'nobody', before: 'nobody' }],
    [nobody, {}],
    [nobody, { intent: 'nonsense' }],
    [nobody, { intent: 'save-text', field: 'colour', text: '', version: 'x' }],
    [nobody, { intent: 'add-image', uploadId: '../../secret' }],
    [nobody, { intent: 'move-image', photoId: 'nobody', position: '0' }],
    [nobody, { intent: 'describe-image', photoId: 'nobody', alt: 'x'.repeat(301), was: '' }],
    [nobody, { intent: 'aim-image', photoId: 'nobody', x: 'left', y: '' }],
    ['/create', {}],
    ['/create', { name: '', details: '', requestId: '' }],
  ]
  for (const [path, form] of requests) {
    for (const suffix of ['', '.data']) {
      for (const [who, status] of [
        [visitor, 401],
        [member, 403],
      ] as const) {
        const answer = await who.post(site.origin + path + suffix, { headers: { Origin: site.origin }, form })
        expect.soft(answer.status(), `${path}${suffix} ${JSON.stringify(form)}`).toBe(status)
      }
    }
  }
  for (const context of [visitor, member]) await context.dispose()
})

test('the table knows every page that takes a form, and everything that can be asked of it', () => {
  const taking = routes
    .map(({ file }) => ({ file, code: readFileSync(`app/${file}`, 'utf8') }))
    .filter(({ code }) => /export (async )?function action\b/.test(code))
  const pages = ['contact', 'create', 'log-in', 'log-out', 'project', 'sign-up', 'work']
  expect(taking.map(({ file }) => file).sort()).toEqual(pages.map((page) => `pages/${page}.tsx`))
  for (const page of ['work', 'project'] as const) {
    const code = readFileSync(`app/pages/${intentsAt[page]}`, 'utf8')
    expect([...code.matchAll(/case '([a-z-]+)':/g)].map(([, intent]) => intent)).toEqual(intents[page])
  }
})

test('a page without a form takes none, and no other method does anything', async ({ visitor, admin, site }) => {
  const before = await standingOf(site)
  for (const person of [visitor, admin]) {
    for (const path of ['/', '/about', '/values', '/privacy', '/about.data', '/sitemap.xml']) {
      const answer = await person.page.request.post(site.origin + path, {
        headers: { Origin: site.origin },
        form: { intent: 'delete' },
      })
      expect(answer.status(), path).toBe(405)
    }
    for (const method of ['PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND']) {
      for (const path of ['/work', '/create', '/login', '/contact']) {
        const answer = await person.page.request.fetch(site.origin + path, { method, headers: { Origin: site.origin } })
        expect([404, 405], `${method} ${path}`).toContain(answer.status())
      }
    }
    for (const path of ['/logout', '/logout.data', '/work?intent=delete', '/create?name=x&details=y&requestId=z']) {
      expect((await person.page.request.get(site.origin + path)).status(), path).toBe(200)
    }
  }
  expect(await standingOf(site)).toEqual(before)
  await admin.page.reload()
  await expect(admin.logout).toBeVisible()
})

test('a form on another site changes nothing, whoever sends it', async ({ admin, site }) => {
  const before = await standingOf(site)
  const requests = ['/work', '/logout', '/contact', '/signup', '/login', '/create', '/uploads']
  for (const path of requests) {
    await admin.page.route('http://evil.example/', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<form method="post" action="${site.origin}${path}">
          <input name="intent" value="delete"><button>Win</button></form>`,
      }),
    )
    await admin.page.goto('http://evil.example/')
    const answered = admin.page.waitForResponse((answer) => answer.url() === site.origin + path)
    await admin.page.getByRole('button', { name: 'Win' }).click()
    expect((await answered).status(), path).toBe(403)
    await admin.page.unrouteAll()
  }
  expect(await standingOf(site)).toEqual(before)
})
