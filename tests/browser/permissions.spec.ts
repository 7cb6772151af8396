import { readFileSync } from 'node:fs'
import type { APIRequestContext } from '@playwright/test'
import routes from '#app/routes.ts'
import { accounts } from '#tests/support/accounts.ts'
import { preparedSessions } from '#tests/support/site-data/prepared-site.ts'
import { userOf } from '#tests/support/site/site-rows.ts'
import type { SiteProcess } from '#tests/support/site/site-process.ts'
import { readSiteState } from '#tests/support/site/site-state.ts'
import { expect, test } from './fixtures/test.ts'
import { sendAdminRequest, intents, adminRequests } from './fixtures/admin-requests.ts'
import { prepareTargets } from './fixtures/request-targets.ts'

/** Headers of requests from a page of another site or from a command-line client. */
const foreignHeaders: readonly Record<string, string>[] = [
  { Origin: 'https://evil.example' },
  { Origin: 'null' },
  { Origin: 'http://localhost:1' },
  { 'Sec-Fetch-Site': 'cross-site' },
  { 'Sec-Fetch-Site': 'same-site' },
  {},
]

/** The files with the `switch` over the intents of each page. */
const intentFiles = {
  work: 'public/work.tsx',
  project: [
    'public/project.action.ts',
    'public/project.gallery.ts',
    'public/project.image-texts.ts',
    'public/project.publication.ts',
  ],
  studio: ['admin/studio.action.ts', 'admin/studio.old-addresses.ts'],
  people: 'admin/people.tsx',
  bin: 'admin/bin.tsx',
  setup: 'admin/setup.tsx',
} as const

async function logIn(
  client: APIRequestContext,
  site: SiteProcess,
  form: { email: string; password: string },
): Promise<void> {
  const response = await client.post(`${site.origin}/login`, {
    headers: { Origin: site.origin },
    form: { ...form },
    maxRedirects: 0,
  })
  expect(response.status()).toBe(302)
}

for (const input of adminRequests) {
  test(`${input.title} is for admins only and changes nothing for anyone else`, async ({ playwright, site }) => {
    const sessions = preparedSessions()
    const [visitor, user, admin] = [
      await playwright.request.newContext(),
      await playwright.request.newContext({ storageState: sessions.user }),
      await playwright.request.newContext({ storageState: sessions.admin }),
    ]
    const { id } = userOf(site, accounts.admin.email)
    const targets = await prepareTargets(admin, site, input)
    const before = await readSiteState(site)

    expect((await sendAdminRequest(visitor, site, input, targets)).status(), 'a visitor').toBe(401)
    expect((await sendAdminRequest(user, site, input, targets)).status(), 'a user').toBe(403)
    // HEAD changes nothing, so it is allowed from any origin.
    for (const headers of input.method === 'HEAD' ? [] : foreignHeaders) {
      expect((await sendAdminRequest(admin, site, input, targets, headers)).status(), JSON.stringify(headers)).toBe(403)
    }
    expect(await readSiteState(site)).toEqual(before)

    site.sql(`update users set role = null where role = 'Admin'`)
    const afterRevoke = await readSiteState(site)
    expect((await sendAdminRequest(admin, site, input, targets)).status(), 'a former admin').toBe(403)
    expect(await readSiteState(site)).toEqual(afterRevoke)

    site.sql(`update users set role = 'Admin' where id in (?, 'colleague')`, id)
    const afterGrant = await readSiteState(site)
    const response = await sendAdminRequest(admin, site, input, targets)
    expect(response.status(), 'an admin').toBeGreaterThanOrEqual(200)
    expect(response.status(), 'an admin').toBeLessThan(300)
    // A backup starts after the response.
    if (input.method !== 'HEAD') await expect.poll(() => readSiteState(site)).not.toEqual(afterGrant)
    for (const context of [visitor, user, admin]) await context.dispose()
    // The backup continues, and would be recorded during the next test.
    if (input.title.includes('back-up')) await site.kill()
  })
}

test('people who are not admins get 401 or 403 for invalid requests too', async ({ playwright, site }) => {
  const [visitor, user] = [await playwright.request.newContext(), await playwright.request.newContext()]
  await logIn(user, site, accounts.user)
  const unknownProject = '/projects/00000000-0000-4000-8000-000000000000'
  const requests: readonly (readonly [string, Record<string, string>])[] = [
    ['/work', {}],
    ['/work', { intent: 'nonsense' }],
    ['/work', { intent: 'delete', projectId: 'nobody' }],
    ['/work', { intent: 'move', projectId: 'nobody', position: 'x' }],
    ['/work', { intent: 'move-before', projectId: 'nobody', before: 'nobody' }],
    [unknownProject, {}],
    [unknownProject, { intent: 'nonsense' }],
    [unknownProject, { intent: 'save-text', field: 'colour', text: '', version: 'x' }],
    [unknownProject, { intent: 'add-image', uploadId: '../../secret' }],
    [unknownProject, { intent: 'replace-image', photoId: 'nobody', originalId: '', uploadId: '../../secret' }],
    [unknownProject, { intent: 'undo-replacement', photoId: 'nobody', originalId: '' }],
    [unknownProject, { intent: 'retry-photo', photoId: 'nobody' }],
    [unknownProject, { intent: 'move-image', photoId: 'nobody', position: '0' }],
    [unknownProject, { intent: 'set-alt-text', photoId: 'nobody', alt: 'x'.repeat(301), baseText: '' }],
    [unknownProject, { intent: 'set-focal-point', photoId: 'nobody', x: 'left', y: '' }],
    ['/inbox', {}],
    ['/inbox', { intent: 'nonsense' }],
    ['/inbox', { intent: 'delete', messageId: 'nobody' }],
    ['/setup/words', {}],
    ['/setup/words', { intent: 'save-words', cityVersion: 'x' }],
    ['/setup/nothing', { intent: 'open' }],
    ['/studio/health', {}],
    ['/studio/health', { intent: 'send-again', mailId: 'nobody' }],
    ['/studio', {}],
    ['/studio', { intent: 'save-text', field: 'colour', text: '', version: 'x' }],
    ['/studio', { intent: 'remove-value', valueId: 'nobody' }],
    ['/studio', { intent: 'retry-photo', photoId: 'nobody' }],
    ['/studio/health', { intent: 'nonsense' }],
    ['/people', {}],
    ['/people', { intent: 'delete', userId: 'nobody' }],
    ['/people', { intent: 'invite', email: 'no address' }],
    ['/bin', {}],
    ['/bin', { intent: 'restore-project', projectId: 'nobody' }],
    ['/bin', { intent: 'erase-images', removalId: 'nobody' }],
    ['/history/studio/city', {}],
    ['/history/nothing', { intent: 'bring-back', version: '1', currentVersion: 'x' }],
    ['/create', {}],
    ['/create', { name: '', details: '', requestId: '' }],
    ['/tools', {}],
    ['/tools', { tools: 'nonsense' }],
  ]
  for (const [path, form] of requests) {
    for (const suffix of ['', '.data']) {
      for (const [client, status] of [
        [visitor, 401],
        [user, 403],
      ] as const) {
        const response = await client.post(site.origin + path + suffix, { headers: { Origin: site.origin }, form })
        expect.soft(response.status(), `${path}${suffix} ${JSON.stringify(form)}`).toBe(status)
      }
    }
  }
  for (const context of [visitor, user]) await context.dispose()
})

test('these tests know every page with a form and every intent of the pages in `intents`', () => {
  const pagesWithForm = routes
    .map(({ file }) => ({ file, code: readFileSync(`app/${file}`, 'utf8') }))
    .filter(({ code }) => /export (async )?function action\b|export \{ action \}/.test(code))
  const pages = [
    'account/account',
    'account/change-email',
    'account/claim',
    'account/confirm-email',
    'account/confirm-mail',
    'account/invitation',
    'account/log-in-passkey',
    'account/log-in',
    'account/log-out',
    'account/reset-password',
    'account/reset',
    'account/sign-up',
    'account/verify',
    'admin/bin',
    'admin/create-project',
    'admin/health',
    'admin/history',
    'admin/inbox',
    'admin/people',
    'admin/setup',
    'admin/studio',
    'admin/tools',
    'public/contact',
    'public/project',
    'public/work',
  ]
  const withoutComponent = ['account/log-in-passkey', 'admin/tools']
  expect(pagesWithForm.map(({ file }) => file).sort()).toEqual(
    pages.map((page) => `pages/${page}.${withoutComponent.includes(page) ? 'ts' : 'tsx'}`),
  )
  for (const page of ['work', 'project', 'studio', 'people', 'bin', 'setup'] as const) {
    const code = [intentFiles[page]].flat().map((file) => readFileSync(`app/pages/${file}`, 'utf8'))
    const handled = [...code.join('').matchAll(/case '([a-z-]+)':/g)].map(([, intent = '']) => intent)
    expect(handled.sort()).toEqual(intents[page].toSorted())
  }
})

test('pages without a form refuse POST, and other methods change nothing', async ({ visitor, admin, site }) => {
  const before = await readSiteState(site)
  for (const person of [visitor, admin]) {
    for (const path of ['/', '/about', '/values', '/privacy', '/about.data', '/sitemap.xml']) {
      const response = await person.page.request.post(site.origin + path, {
        headers: { Origin: site.origin },
        form: { intent: 'delete' },
      })
      expect(response.status(), path).toBe(405)
    }
    for (const method of ['PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND']) {
      for (const path of ['/work', '/create', '/login', '/contact']) {
        const response = await person.page.request.fetch(site.origin + path, {
          method,
          headers: { Origin: site.origin },
        })
        expect([404, 405], `${method} ${path}`).toContain(response.status())
      }
    }
    for (const path of ['/logout', '/logout.data', '/work?intent=delete', '/create?name=x&details=y&requestId=z']) {
      expect((await person.page.request.get(site.origin + path)).status(), path).toBe(200)
    }
  }
  expect(await readSiteState(site)).toEqual(before)
  await admin.open('/work')
  await expect(admin.logoutButton).toBeVisible()
})

test('a form on another site changes nothing, even for an admin', async ({ admin, site }) => {
  const before = await readSiteState(site)
  const accountPages = ['/logout', '/signup', '/login', '/claim/token', '/account/email']
  const adminPages = [
    '/create',
    '/tools',
    '/inbox',
    '/people',
    '/bin',
    '/history/studio/city',
    '/setup/opening',
    '/studio/health',
  ]
  const requests = ['/work', '/contact', ...accountPages, ...adminPages, '/uploads']
  for (const path of requests) {
    await admin.page.route('http://evil.example/', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<form method="post" action="${site.origin}${path}">
          <input name="intent" value="delete"><button>Win</button></form>`,
      }),
    )
    await admin.page.goto('http://evil.example/')
    const responded = admin.page.waitForResponse((response) => response.url() === site.origin + path)
    await admin.page.getByRole('button', { name: 'Win' }).click()
    expect((await responded).status(), path).toBe(403)
    await admin.page.unrouteAll()
  }
  expect(await readSiteState(site)).toEqual(before)
})
