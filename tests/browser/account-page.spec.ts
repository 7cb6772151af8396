import { accounts } from '#tests/support/accounts.ts'
import type { SiteProcess } from '#tests/support/site/site-process.ts'
import { expectAccessible } from './fixtures/checks/axe.ts'
import { expect, test } from './fixtures/test.ts'
import { Visitor } from './fixtures/visitor.ts'

const newPassword = 'four tall windows'

const button = (person: Visitor, name: string) => person.main.getByRole('button', { name, exact: true })
const sessionsOf = (site: SiteProcess, email: string) =>
  site.sql<{ id: string; label: string; ipAddress: null; userAgent: null }>(
    `select s.* from authSession s join authUser u on u.id = s.userId where u.email = ?`,
    email,
  )

async function submitPasswords(person: Visitor, current: string, changed: string): Promise<void> {
  await person.page.getByLabel('Current password').fill(current)
  await person.page.getByLabel('New password').fill(changed)
  await button(person, 'Change password').click()
}

test('changing the password ends all other sessions and updates their open pages', async ({ user, other, site }) => {
  await other.logIn(accounts.user)
  await user.open('/account')
  await submitPasswords(user, accounts.user.password, newPassword)
  await expect(user.main.getByRole('status')).toHaveText(
    'Your password has been changed. Your other sessions have ended.',
  )
  await expect(user.page.getByLabel('Current password')).toHaveValue('')
  await expect(other.logoutButton).toHaveCount(0)
  await expect(user.logoutButton).toBeVisible()
  expect(sessionsOf(site, accounts.user.email)).toHaveLength(1)
  await other.logIn({ ...accounts.user, password: newPassword })
})

test('a wrong current password and an invalid new one are refused with an error at their fields', async ({
  user,
  site,
}) => {
  await user.open('/account')
  const before = sessionsOf(site, accounts.user.email).length
  await submitPasswords(user, 'not this one', newPassword)
  await expect(user.page.getByLabel('Current password')).toHaveAccessibleDescription('The password is wrong.')
  await expect(user.page.getByLabel('Current password')).toBeFocused()
  for (const [password, message] of [
    ['password1', /most common/],
    [accounts.user.email, /must not be the e-mail address/],
  ] as const) {
    await submitPasswords(user, accounts.user.password, password)
    await expect(user.page.getByLabel('New password')).toHaveAccessibleDescription(message)
    await expect(user.page.getByLabel('New password')).toBeFocused()
  }
  expect(sessionsOf(site, accounts.user.email)).toHaveLength(before)
  // These attempts count as log-in attempts.
  for (let attempt = 0; attempt < 5; attempt += 1) {
    await submitPasswords(user, `not this ${attempt}`, newPassword)
    await expect(button(user, 'Change password')).toBeEnabled()
  }
  await submitPasswords(user, accounts.user.password, newPassword)
  await expect(user.alert).toContainText('Too many attempts.')
})

test('sessions have a coarse label and no IP address, and ending one updates its open pages', async ({
  user,
  other,
  browser,
  site,
}) => {
  await other.logIn(accounts.user)
  const context = await browser.newContext({
    userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
  })
  const third = new Visitor(await context.newPage(), site)
  await third.logIn(accounts.user)
  await user.open('/account')
  const row = user.main.getByRole('listitem').filter({ hasText: 'Firefox on Windows' })
  await expect(row).toBeVisible()
  expect(sessionsOf(site, accounts.user.email)).toMatchObject(
    sessionsOf(site, accounts.user.email).map(() => ({ ipAddress: null, userAgent: null })),
  )
  await expectAccessible(user.page)

  await row.getByRole('button', { name: 'End this session' }).click()
  await expect(row).toHaveCount(0)
  await expect(third.logoutButton).toHaveCount(0)
  await expect(other.logoutButton).toBeVisible()
  await button(user, 'End all other sessions').click()
  await expect(other.logoutButton).toHaveCount(0)
  await expect(button(user, 'End this session')).toHaveCount(0)
  await expect(button(user, 'End all other sessions')).toHaveCount(0)
  await expect(user.logoutButton).toBeVisible()
  expect(sessionsOf(site, accounts.user.email)).toHaveLength(1)
  await context.close()
})

test('a form sent after the session has ended offers to log in, and keeps what was typed', async ({ user }) => {
  await user.open('/account')
  await user.page.context().clearCookies()
  await submitPasswords(user, accounts.user.password, newPassword)
  const logIn = user.alert.getByRole('link', { name: 'Please log in first.' })
  await expect(logIn).toHaveAttribute('target', '_blank')
  await expect(logIn).toHaveAttribute('href', '/login')
  await expect(user.page.getByLabel('New password')).toHaveValue(newPassword)
})

test('one user cannot end the session of another', async ({ user, admin, site }) => {
  await admin.open('/work')
  const [session] = sessionsOf(site, accounts.admin.email)
  const before = sessionsOf(site, accounts.admin.email).length
  const response = await user.page.request.post(`${site.origin}/account`, {
    headers: { Origin: site.origin },
    form: { intent: 'end-session', id: session?.id ?? '' },
  })
  expect(response.status()).toBe(200)
  expect(sessionsOf(site, accounts.admin.email)).toHaveLength(before)
})

test('exporting the inbox asks for the password again after ten minutes', async ({ admin, site }) => {
  site.sql('update authSession set provenAt = ?', new Date(Date.now() - 11 * 60_000).toISOString())
  await admin.open('/inbox')
  await admin.link('Export CSV').click()
  await expect(admin.heading('Confirm that it is you')).toBeVisible()
  await admin.page.getByLabel('Password').fill(accounts.admin.password)
  await button(admin, 'Continue').click()
  await admin.expectPath('/inbox')
  const download = admin.page.waitForEvent('download')
  await admin.link('Export CSV').click()
  expect((await download).suggestedFilename()).toMatch(/^messages-.*\.csv$/)
})

test('the verify page redirects only within this site', async ({ user, site }) => {
  for (const to of ['https://example.com/', '//example.com', '/\\example.com', '/account/verify', '']) {
    await user.page.goto(`${site.origin}/account/verify?${new URLSearchParams({ to }).toString()}`)
    site.sql('update authSession set provenAt = ?', new Date().toISOString())
    await user.reload()
    await user.expectPath('/account')
    site.sql('update authSession set provenAt = ?', '2020-01-01T00:00:00.000Z')
  }
})

test('a role granted from the command line updates an open page', async ({ user, site }) => {
  await user.open('/about')
  await user.page.waitForLoadState('networkidle')
  await site.runAdminCommand('grant', accounts.user.email, '--keep-password')
  await expect(user.navigation('Create')).toBeVisible()
  await site.runAdminCommand('revoke', accounts.user.email)
  await expect(user.navigation('Create')).toHaveCount(0)
})

test('the account page fits 360 px with large targets, and its password form works without JavaScript', async ({
  user,
  browser,
  site,
}) => {
  await user.page.setViewportSize({ width: 360, height: 740 })
  await user.open('/work')
  await user.page.getByRole('button', { name: 'Menu' }).click()
  await user.page.getByRole('banner').getByRole('link', { name: 'Account' }).press('Enter')
  await expect(user.heading('Account')).toBeVisible()
  const small = await user.main
    .locator('a, button, input:not([type=hidden])')
    .evaluateAll((targets) =>
      targets.filter((target) => target.getBoundingClientRect().height < 44).map(({ outerHTML }) => outerHTML),
    )
  expect(small).toEqual([])
  expect(await user.page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)

  const context = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await user.page.context().storageState(),
  })
  const page = await context.newPage()
  await page.goto(`${site.origin}/account`)
  await page.getByLabel('Current password').fill(accounts.user.password)
  await page.getByLabel('New password').fill(newPassword)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByRole('main').getByRole('status')).toContainText('Your password has been changed.')
  await context.close()
})

test('without JavaScript, ending a session does not report a changed password, and a refusal is shown at the sessions', async ({
  user,
  other,
  browser,
  site,
}) => {
  await other.logIn(accounts.user)
  await user.open('/account')
  const context = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await user.page.context().storageState(),
  })
  const page = await context.newPage()
  const main = page.getByRole('main')
  const endSession = main.getByRole('button', { name: 'End this session' })
  await page.goto(`${site.origin}/account`)
  const before = await endSession.count()
  await endSession.first().click()
  await expect(endSession).toHaveCount(before - 1)
  await expect(main.getByText('Your password has been changed.')).toHaveCount(0)

  await other.logIn(accounts.user)
  await page.goto(`${site.origin}/account`)
  const id = main.locator('input[name=id]').first()
  const shownIds = await main
    .locator('input[name=id]')
    .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value))
  const own = sessionsOf(site, accounts.user.email).find((session) => !shownIds.includes(session.id))
  await id.evaluate((input: HTMLInputElement, ownId) => (input.value = ownId), own?.id ?? '')
  await endSession.first().click()
  await expect(main.getByRole('region', { name: 'Sessions' }).getByRole('alert')).toBeVisible()
  await expect(main.getByRole('alert')).toHaveCount(1)
  await context.close()
})

test('the account pages ask visitors to log in', async ({ visitor, browserErrors }) => {
  for (const path of ['/account', '/account/verify']) {
    const response = await visitor.open(path)
    expect(response.status()).toBe(401)
    await expect(visitor.link('Please log in first.')).toHaveAttribute(
      'href',
      `/login?next=${encodeURIComponent(path)}`,
    )
  }
  browserErrors.splice(0)
})
