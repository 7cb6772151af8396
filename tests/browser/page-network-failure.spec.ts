import type { Page } from '@playwright/test'
import { pathOf } from '#tests/support/site/site-rows.ts'
import { expect, test } from './fixtures/test.ts'
import { withoutReload } from './fixtures/live-updates.ts'
import { waitForPrefetch } from './fixtures/network/module-prefetch.ts'

/** Shown when a navigation has failed for 10 s. */
const unreachable = 'The site could not be reached. Please check the connection.'
const unreachableForm = 'The site could not be reached. Please check the connection and try again.'

const goOffline = (page: Page) => page.context().setOffline(true)
const goOnline = (page: Page) => page.context().setOffline(false)
const statusMessage = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true })
const tryAgainButton = (page: Page) => page.getByRole('button', { name: 'Try Again', exact: true })

test('a failed navigation keeps the current page, shows the reason and can be retried', async ({ visitor }) => {
  const { page } = visitor
  await withoutReload(visitor, '/contact', async () => {
    await waitForPrefetch(page, 'pages/public/about')
    await page.getByLabel('First name').fill('Ada')
    await goOffline(page)
    await visitor.navigation('About').click()
    await expect(statusMessage(page, 'Loading...')).toBeVisible()
    await expect(statusMessage(page, unreachable)).toBeVisible()
    await visitor.expectPath('/contact')
    await expect(page.getByLabel('First name')).toHaveValue('Ada')
    await expect(visitor.main.getByRole('alert')).toHaveCount(0)

    // Still offline: the message appears again, and Try Again keeps focus.
    await tryAgainButton(page).focus()
    await page.keyboard.press('Enter')
    await expect(statusMessage(page, 'Loading...')).toBeVisible()
    await expect(tryAgainButton(page)).toBeFocused()
    await expect(statusMessage(page, unreachable)).toBeVisible()
    await expect(tryAgainButton(page)).toBeFocused()

    await goOnline(page)
    await page.keyboard.press('Enter')
    await expect(visitor.heading('About')).toBeVisible()
    await visitor.expectPath('/about')
    await expect(tryAgainButton(page)).toHaveCount(0)
    await page.goBack()
    await expect(visitor.heading('Contact')).toBeVisible()
  })
})

test('a project that cannot be loaded shows its own error text', async ({ visitor }) => {
  const { page } = visitor
  await withoutReload(visitor, '/work', async () => {
    await waitForPrefetch(page, 'pages/public/project')
    await goOffline(page)
    await visitor.card('Thrown').getByRole('link').click()
    await expect(statusMessage(page, 'Failed to load project data')).toBeVisible()
    await page.getByRole('button', { name: 'Stay Here' }).click()
    await expect(statusMessage(page, 'Failed to load project data')).toHaveCount(0)
    await goOnline(page)
    await visitor.card('Reeded').getByRole('link').click()
    await expect(visitor.heading('Reeded')).toBeVisible()
  })
})

test('a 502 response from a proxy is retried and never shown as a page', async ({ visitor }) => {
  const { page } = visitor
  await withoutReload(visitor, '/contact', async () => {
    await waitForPrefetch(page, 'pages/public/about')
    await page.getByLabel('First name').fill('Ada')
    let refused = 0
    await page.route(/[.]data/, (route) => {
      refused++
      return route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' })
    })
    await visitor.navigation('About').click()
    await expect.poll(() => refused).toBeGreaterThan(2)
    await expect(statusMessage(page, 'Loading...')).toBeVisible()
    await expect(page.getByLabel('First name')).toHaveValue('Ada')
    await expect(statusMessage(page, unreachable)).toBeVisible()
    await page.unroute(/[.]data/)
    await tryAgainButton(page).click()
    await expect(visitor.heading('About')).toBeVisible()
  })
})

test('a form submitted offline is sent once, shows an error and can be submitted again', async ({ visitor, user }) => {
  let sent = 0
  visitor.page.on('request', (request) => void (sent += request.method() === 'POST' ? 1 : 0))
  for (const [path, action, message] of [
    ['/login', 'Log in', unreachableForm],
    ['/signup', 'Sign up', unreachableForm],
    ['/contact', 'Send', 'Failed to send message.'],
  ] as const) {
    await visitor.open(path)
    await visitor.disableBrowserValidation()
    await goOffline(visitor.page)
    const send = visitor.main.getByRole('button', { name: action, exact: true })
    sent = 0
    await send.click()
    await expect(visitor.alert).toHaveText(message)
    await expect(send).toBeEnabled()
    expect(sent, path).toBe(1)
    await goOnline(visitor.page)
  }
  await user.open('/values')
  await waitForPrefetch(user.page, 'pages/account/log-out')
  await goOffline(user.page)
  await user.page.getByRole('banner').getByRole('button', { name: 'Logout' }).click()
  await expect(user.alert).toHaveText(unreachableForm)
  await goOnline(user.page)
  await user.main.getByRole('button', { name: 'Logout' }).click()
  await user.expectPath('/work')
})

test('a form whose script could not be prefetched can be submitted once the connection is back', async ({ user }) => {
  const { page } = user
  const logOutModules = /\/assets\/log-out-[\w-]{7}[.]js/
  const failed = new Set<string>()
  page.on('requestfailed', (request) => failed.add(request.url()))
  await page.route(logOutModules, (route) => route.abort('internetdisconnected'))
  await withoutReload(user, '/values', async () => {
    // Prefetching starts with the first input.
    await page.mouse.move(5, 5)
    await expect.poll(() => failed.size).toBe(1)
    await page.unroute(logOutModules)
    await user.logOut()
  })
})

test('the history keeps its order when Back leads to a page that cannot be loaded', async ({ user }) => {
  // Not with a visitor, whose browser keeps the data of earlier pages.
  const { page } = user
  await withoutReload(user, '/about', async () => {
    await user.goTo('Values')
    await user.goTo('Contact')
    await page.getByLabel('First name').fill('Ada')
    await goOffline(page)
    await page.goBack()
    await expect(statusMessage(page, unreachable)).toBeVisible()
    await user.expectPath('/contact')
    await expect(page.getByLabel('First name')).toHaveValue('Ada')
    await goOnline(page)
    await tryAgainButton(page).click()
    await expect(user.heading('Our Values')).toBeVisible()
    await page.goForward()
    await expect(user.heading('Contact')).toBeVisible()
    await page.goBack()
    await expect(user.heading('Our Values')).toBeVisible()
    await page.goBack()
    await expect(user.heading('About')).toBeVisible()
  })
})

test('text typed during a failed navigation is kept once the site can be reached again', async ({ admin, site }) => {
  const { page } = admin
  const path = pathOf(site, 'Thrown')
  await withoutReload(admin, path, async () => {
    await waitForPrefetch(page, 'pages/public/about')
    await goOffline(page)
    await admin.navigation('About').click()
    await admin.editText('details', 'Written on a train')
    await expect(statusMessage(page, unreachable)).toBeVisible()
    // Longer than the pause between two attempts.
    const retried = page.waitForRequest(/about\.data/, { timeout: 4_000 }).then(
      () => true,
      () => false,
    )
    await goOnline(page)
    expect(await retried, 'whether the cancelled navigation is retried').toBe(false)
    await admin.expectPath(path)
    await expect(admin.editor('details')).toHaveValue('Written on a train')
    await tryAgainButton(page).click()
    await expect(page.getByRole('dialog')).toContainText('Leave without saving?')
    await admin.chooseInDialog('Stay')
    await admin.save()
    await expect(admin.main.getByText('Written on a train', { exact: true })).toBeVisible()
  })
})

test('a revalidation that fails is retried without a message', async ({ admin, visitor, site }) => {
  const { page } = visitor
  const path = pathOf(site, 'Thrown')
  await withoutReload(visitor, path, async () => {
    // The live event arrives, but the requests for the new data fail.
    let attempts = 0
    let fails = true
    await page.route(/[.]data/, (route) => {
      attempts++
      return fails ? route.abort('connectionreset') : route.fallback()
    })
    await admin.open(path)
    await admin.editText('details', 'Changed meanwhile.')
    await admin.save()
    // A navigation would be reported as failed after 10 s, before the tenth attempt.
    await expect.poll(() => attempts).toBeGreaterThan(9)
    await expect(tryAgainButton(page)).toHaveCount(0)
    await expect(visitor.heading('Thrown')).toBeVisible()
    // The route stays, as in `abortWrites`.
    fails = false
    await expect(visitor.main.getByText('Changed meanwhile.')).toBeVisible()
  })
})
