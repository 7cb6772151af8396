import { createHash } from 'node:crypto'
import { expect, test } from './fixtures/test.ts'
import { expectAccessible } from './fixtures/checks/axe.ts'
import type { Visitor } from './fixtures/visitor.ts'
import { accounts } from '#tests/support/accounts.ts'
import type { SiteProcess } from '#tests/support/site/site-process.ts'
import { userOf } from '#tests/support/site/site-rows.ts'

const newPassword = 'limewash and linen'
const newEmail = 'grace@example.com'

/** Creates a link for a new password, as the operator does, and returns its path. */
async function createResetLink(site: SiteProcess, email: string): Promise<string> {
  const output = await site.runAdminCommand('reset', email)
  expect(output).toContain(`${site.origin}/reset/`)
  return new URL(output.trim().split('\n').at(-1) ?? '').pathname
}

async function choosePassword(person: Visitor, password = newPassword): Promise<void> {
  await person.page.getByLabel('New password').fill(password)
  await person.main.getByRole('button', { name: 'Save password' }).click()
}

/** Stores a link that confirms `newEmail`, and returns the path that the e-mail to this address would contain. */
function insertConfirmation(site: SiteProcess, userId: string, expiresAt = '2100-01-01T00:00:00.000Z'): string {
  const token = `token-of-${expiresAt}`
  site.sql(
    `insert into oneTimeLinks (id, tokenHash, purpose, userId, email, createdAt, expiresAt)
     values (?, ?, 'email', ?, ?, '2026-01-01T00:00:00.000Z', ?)`,
    `link ${expiresAt}`,
    createHash('sha256').update(token).digest('base64url'),
    userId,
    newEmail,
    expiresAt,
  )
  return `/confirm/${encodeURIComponent(token)}`
}

test('the log-in page links to the page for a new password, which says who can help if the site sends no mail', async ({
  visitor,
}) => {
  await visitor.open('/login')
  await visitor.link('Forgot password?').click()
  await visitor.expectPath('/reset')
  await expect(visitor.heading('New password')).toBeVisible()
  await expect(visitor.main.getByText('This site sends no mail')).toContainText('The person who looks after its server')
  await expect(visitor.main.locator('form')).toHaveCount(0)
})

test('without mail, a request for a new password has the same answer for known and unknown addresses', async ({
  visitor,
  site,
}) => {
  const texts = []
  for (const email of [accounts.user.email, 'nobody@example.com']) {
    const options = { headers: { Origin: site.origin }, form: { email } }
    const response = await visitor.page.request.post(`${site.origin}/reset`, options)
    expect(response.status()).toBe(422)
    texts.push((await response.text()).replaceAll(/nonce="[^"]*"/g, ''))
  }
  expect(texts[0]).toBe(texts[1])
})

test('a link sets a new password once, ends all sessions, and does not appear in the log', async ({
  user,
  visitor,
  site,
}) => {
  const path = await createResetLink(site, accounts.user.email)
  await user.open('/work')
  // Messaging apps open links to show previews; this must not use the links up.
  for (const method of ['GET', 'HEAD', 'GET']) await visitor.page.request.fetch(site.origin + path, { method })
  const response = await visitor.open(path)
  expect(response.headers()).toMatchObject({
    'referrer-policy': 'same-origin',
    'cache-control': 'private, no-store',
    'x-robots-tag': 'noindex',
  })
  await expect(visitor.page.locator('link[rel=canonical]')).toHaveCount(0)
  await expect(visitor.page.getByLabel('E-mail')).toHaveValue(accounts.user.email)
  await choosePassword(visitor, 'password1')
  await expect(visitor.alert).toHaveText(/most common/)
  await expect(visitor.page.getByLabel('New password')).toHaveAccessibleDescription(/most common/)
  await choosePassword(visitor)
  await expect(visitor.main.getByRole('status')).toHaveText(/^Your new password has been set\./)
  await expect(user.logoutButton).toHaveCount(0)

  expect((await visitor.open(path)).status()).toBe(404)
  await expect(visitor.alert).toHaveText(/already been used/)
  await visitor.logIn({ email: accounts.user.email, password: newPassword })
  await expect(visitor.logoutButton).toBeVisible()
  expect(site.output).not.toContain(path.split('/').at(-1))
  expect(site.output).toContain('/reset/…')
})

test('a link that is expired, invalidated, unknown or for another account is refused with a message', async ({
  user,
  admin,
  visitor,
  site,
}) => {
  const first = await createResetLink(site, accounts.user.email)
  const second = await createResetLink(site, accounts.user.email)
  expect((await admin.open(first)).status()).toBe(404)
  await expect(admin.alert).toHaveText(/another account/)
  await user.open(first)
  await choosePassword(user)
  await expect(user.main.getByRole('status')).toHaveText(/^Your new password has been set\./)
  for (const [path, text] of [
    [second, /not valid/],
    ['/reset/nonsense', /not valid/],
    [`/confirm${first.slice('/reset'.length)}`, /not valid/],
    [`/invite${first.slice('/reset'.length)}`, /not valid/],
  ] as const) {
    expect((await visitor.open(path)).status()).toBe(404)
    await expect(visitor.alert).toHaveText(text)
  }
  const third = await createResetLink(site, accounts.user.email)
  await visitor.open(third)
  site.sql(`update oneTimeLinks set expiresAt = '2026-01-01T00:00:00.000Z' where usedAt is null`)
  await choosePassword(visitor, 'another one entirely')
  await expect(visitor.alert.first()).toHaveText(/expired/)
  await visitor.logIn({ email: accounts.user.email, password: newPassword })
})

test('the log contains no tokens, however the URL is written', async ({ visitor, site }) => {
  const token = 'abcdefghijklmnopqrstuvwx'
  for (const path of [
    `/reset/${token}`,
    `/RESET/${token}.data`,
    `//reset/${token}`,
    `/%72eset/${token}/`,
    `/invite/${token}/x`,
  ])
    await visitor.page.request.get(site.origin + path)
  for (const method of ['POST', 'PUT'])
    await visitor.page.request.fetch(`${site.origin}/confirm/${token}`, { method, headers: { Origin: site.origin } })
  expect(site.output).toContain('/confirm/…')
  expect(site.output).not.toContain(token)
})

test('further guesses are refused after 20 wrong tokens', async ({ visitor, site }) => {
  const open = (path: string) => visitor.page.request.get(site.origin + path)
  for (let n = 0; n < 20; n++) expect((await open(`/reset/guess-${n}`)).status()).toBe(404)
  const refused = await open('/reset/guess')
  expect(refused.status()).toBe(429)
  expect(Number(refused.headers()['retry-after'])).toBeGreaterThan(0)
})

test('without JavaScript, a link sets a new password, and the e-mail address can be changed', async ({
  browser,
  site,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(site.origin + (await createResetLink(site, accounts.user.email)))
  await page.getByLabel('New password').fill(newPassword)
  await page.getByRole('button', { name: 'Save password' }).click()
  await page.getByLabel('E-mail').fill(accounts.user.email)
  await page.getByLabel('Password').fill(newPassword)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.waitForURL('**/work')
  await page.goto(`${site.origin}/account`)
  await page.getByLabel('New e-mail').fill(newEmail)
  await page.getByRole('button', { name: 'Change e-mail' }).click()
  await expect(page.getByText(`From now on, log in with ${newEmail}.`)).toBeVisible()
  await context.close()
})

test('without mail, the e-mail address of an account changes at once; a taken address is refused', async ({
  user,
  site,
}) => {
  const { id } = userOf(site, accounts.user.email)
  await user.open('/account')
  const change = async (email: string) => {
    await user.page.getByLabel('New e-mail').fill(email)
    await user.main.getByRole('button', { name: 'Change e-mail' }).click()
  }
  await change(accounts.admin.email)
  await expect(user.alert).toHaveText('This address cannot be used.')
  await expect(user.page.getByLabel('New e-mail')).toHaveAccessibleDescription('This address cannot be used.')
  await change(newEmail)
  await expect(user.main.getByRole('status')).toHaveText(`From now on, log in with ${newEmail}.`)
  expect(userOf(site, newEmail).id).toBe(id)
})

test('a link confirms a new e-mail address once, and only for its account', async ({ user, admin, visitor, site }) => {
  const { id } = userOf(site, accounts.user.email)
  const path = insertConfirmation(site, id)
  const expired = insertConfirmation(site, id, '2026-01-01T00:00:00.000Z')
  await admin.open(path)
  await expect(admin.alert).toHaveText(/another account/)
  await visitor.open(expired)
  await expect(visitor.alert).toHaveText(/expired/)
  await visitor.open(path)
  await user.open(path)
  for (const person of [user, visitor]) {
    await expect(person.main.getByText(newEmail)).toBeVisible()
    await person.main.getByRole('button', { name: 'Confirm' }).click()
    if (person === user)
      await expect(person.main.getByRole('status')).toHaveText(`From now on, log in with ${newEmail}.`)
    else await expect(person.alert.first()).toHaveText(/already been used/)
  }
  expect(userOf(site, newEmail).id).toBe(id)
})

test('the pages of one-time links fit 360 px, axe finds no violations, and a new password can be set by keyboard', async ({
  visitor,
  user,
  site,
}) => {
  const { id } = userOf(site, accounts.user.email)
  const paths = [
    '/reset',
    '/reset/nonsense',
    await createResetLink(site, accounts.user.email),
    insertConfirmation(site, id),
  ]
  for (const person of [visitor, user]) await person.page.setViewportSize({ width: 360, height: 740 })
  for (const path of paths) {
    await visitor.open(path)
    await expectAccessible(visitor.page)
    expect(await visitor.page.evaluate(() => document.documentElement.scrollWidth), path).toBe(360)
  }
  await user.open('/account')
  await expectAccessible(user.page)
  await visitor.open(paths[2] ?? '')
  await visitor.page.getByLabel('New password').focus()
  await visitor.page.keyboard.type(newPassword)
  await visitor.page.keyboard.press('Enter')
  await expect(visitor.main.getByRole('status')).toHaveText(/^Your new password has been set\./)
})
