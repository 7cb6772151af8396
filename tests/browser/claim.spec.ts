import { accounts } from '#tests/support/accounts.ts'
import { userOf } from '#tests/support/site/site-rows.ts'
import { expectAccessible } from './fixtures/checks/axe.ts'
import { offerClaim, owner } from './fixtures/claim.ts'
import { expect, test } from './fixtures/test.ts'
import type { Visitor } from './fixtures/visitor.ts'

const claimButton = ({ main }: Visitor) => main.getByRole('button', { name: 'Claim this site', exact: true })

const robotsOf = ({ page }: Visitor) => page.locator('meta[name=robots]').getAttribute('content')

test('the first to submit the claim form becomes the admin; opening the page does not use up the link', async ({
  visitor,
  other,
  site,
}) => {
  const path = await offerClaim(site)
  for (const method of ['HEAD', 'GET']) {
    const prefetch = await other.page.request.fetch(site.origin + path, { method })
    expect(prefetch.status()).toBe(200)
    expect(prefetch.headers()).toMatchObject({
      'cache-control': 'private, no-store',
      'referrer-policy': 'same-origin',
      'x-robots-tag': 'noindex',
    })
  }
  await other.open(path)
  await visitor.open(path)
  expect(await robotsOf(visitor)).toBe('noindex')
  await expect(visitor.page.locator('link[rel=canonical], meta[property="og:url"]')).toHaveCount(0)
  await visitor.fillCredentials(owner)
  await visitor.page.keyboard.press('Enter')
  await visitor.page.waitForURL('**/setup/words')
  expect(userOf(site, owner.email)).toMatchObject({ role: 'Admin', online: 1 })

  // The page was also open in another browser.
  await other.fillCredentials({ email: 'late@example.com', password: owner.password })
  await claimButton(other).click()
  await expect(other.alert).toContainText('This link was used')
  await other.open(path)
  await expect(other.alert).toContainText('This link was used')
  await other.link('Go to the log-in page').click()
  await other.logIn(owner)
  await expect(other.navigation('Create')).toBeVisible()
  expect(site.output).not.toContain(path.slice('/claim/'.length))
})

test('a logged-in user claims the site with one click', async ({ user, site }) => {
  const path = await offerClaim(site)
  await user.open(path)
  await expect(user.main).toContainText(accounts.user.email)
  await expect(user.page.getByLabel('Password')).toHaveCount(0)
  await claimButton(user).click()
  await user.page.waitForURL('**/setup/words')
  await expect(user.navigation('Studio')).toBeVisible()
  expect(userOf(site, accounts.user.email).role).toBe('Admin')
})

test('a visitor with an account can log in from the claim page and then returns to it', async ({ visitor, site }) => {
  const path = await offerClaim(site)
  await visitor.open(path)
  await visitor.link('Log in instead').click()
  await visitor.heading('Log in').waitFor()
  await visitor.fillCredentials(accounts.user)
  await visitor.page.getByRole('button', { name: 'Log in', exact: true }).click()
  await visitor.page.waitForURL(`**${path}`)
  await claimButton(visitor).click()
  await visitor.page.waitForURL('**/setup/words')
})

test('the page of an invalid claim link shows why the link is invalid', async ({ visitor, site }) => {
  const first = await offerClaim(site)
  const path = await offerClaim(site)
  const cases: [string, () => Promise<unknown> | void, RegExp][] = [
    [first, () => {}, /^This link is not valid: it may be incomplete, or a newer one has replaced it\./],
    [path.slice(0, -1), () => {}, /^This link is not valid/],
    [
      path,
      () => void site.sql(`update siteSetup set claimCreatedAt = '2026-01-01T00:00:00.000Z'`),
      /^This link has expired: it was valid for 24 hours\./,
    ],
    [
      path,
      () => site.runAdminCommand('grant', accounts.user.email, '--keep-password'),
      /^This site already has an admin, so this link no longer works\./,
    ],
  ]
  for (const [link, prepare, sentence] of cases) {
    await prepare()
    expect((await visitor.open(link)).status()).toBe(404)
    await expect(visitor.alert).toHaveText(sentence)
    expect(await robotsOf(visitor)).toBe('noindex')
  }
  await expectAccessible(visitor.page)
  await expect(site.runAdminCommand('claim')).rejects.toMatchObject({
    stdout: expect.stringContaining('This site already has an admin'),
  })
})

test('guessing claim links is limited', async ({ visitor, site }) => {
  const path = await offerClaim(site)
  for (let n = 0; n < 25; n++) {
    const guess = `/claim/${String(n).padStart(32, '0')}`
    // A form posted to the page’s own URL would count twice: as a guess, and when the page with the result is rendered.
    const response = n % 2 ? await visitor.page.request.get(site.origin + guess) : await post(visitor, `${guess}.data`)
    expect(response.status()).toBe(404)
  }
  const refused = await visitor.page.request.get(site.origin + path)
  expect(refused.status()).toBe(429)
  expect(Number(refused.headers()['retry-after'])).toBeGreaterThan(0)
  expect((await post(visitor, path)).status()).toBe(429)
  await visitor.open(path)
  await expect(visitor.alert).toHaveText(/^Too many attempts\. Please wait/)
})

const post = ({ page, site }: Visitor, path: string) =>
  page.request.post(site.origin + path, { headers: { Origin: site.origin }, form: { ...owner }, maxRedirects: 0 })

test('a refused claim form shows the reason, and the link stays valid', async ({ visitor, site }) => {
  await visitor.open(await offerClaim(site))
  await visitor.fillCredentials({ email: owner.email, password: 'password1' })
  await claimButton(visitor).click()
  await expect(visitor.alert).toContainText('among the most common ones')
  await expectAccessible(visitor.page)
  await visitor.fillCredentials(owner)
  await claimButton(visitor).click()
  await visitor.page.waitForURL('**/setup/words')
})

test('pages have noindex while the site has no admin, until the operator grants the role', async ({
  visitor,
  site,
}) => {
  for (const [admins, robots] of [
    [1, 0],
    [0, 1],
  ] as const) {
    if (admins === 0) await offerClaim(site)
    for (const path of ['/', '/work', '/about', '/contact']) {
      await visitor.open(path)
      await expect(visitor.page.locator('meta[name=robots][content=noindex]'), path).toHaveCount(robots)
    }
  }
  await site.runAdminCommand('grant', accounts.user.email, '--keep-password')
  await visitor.open('/work')
  await expect(visitor.page.locator('meta[name=robots]')).toHaveCount(0)
})

test('on a phone, the claim page fits the width, and its button is at least 44 px high', async ({
  visitor,
  user,
  site,
}) => {
  const path = await offerClaim(site)
  for (const person of [visitor, user]) {
    await person.page.setViewportSize({ width: 360, height: 740 })
    await person.open(path)
    expect((await claimButton(person).boundingBox())?.height).toBeGreaterThanOrEqual(44)
    expect(await person.page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    await expectAccessible(person.page)
  }
})
