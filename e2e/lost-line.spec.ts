import type { Page } from '@playwright/test'
import { pathOf } from './rows.ts'
import { expect, test } from './stories.ts'
import { stays } from './watching.ts'

test.describe.configure({ timeout: 90_000 })

/** It is told after ten seconds. */
const patient = { timeout: 20_000 }
const sentence = 'The site could not be reached. Please check the connection.'
const unreached = 'The site could not be reached. Please check the connection and try again.'

const cuts = (page: Page) => page.context().setOffline(true)
const mends = (page: Page) => page.context().setOffline(false)
const says = (page: Page, words: string) => page.getByRole('status').getByText(words, { exact: true })
const tryAgain = (page: Page) => page.getByRole('button', { name: 'Try Again', exact: true })

/** The other pages' scripts are here: what a browser fetches when it has nothing else to do. */
async function hasReadAhead(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const fetched = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)
    const wanted = [...document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')]
    return wanted.length > 10 && wanted.every(({ href }) => fetched.includes(new URL(href).pathname))
  })
}

test('a page that cannot be had leaves the one that stands, says so, and can be asked for again', async ({
  visitor,
}) => {
  const { page } = visitor
  await stays(visitor, '/contact', async () => {
    await hasReadAhead(page)
    await page.getByLabel('First name').fill('Ada')
    await cuts(page)
    await visitor.navigation('About').click()
    await expect(says(page, 'Loading...')).toBeVisible()
    await expect(says(page, sentence)).toBeVisible(patient)
    await visitor.isAt('/contact')
    await expect(page.getByLabel('First name')).toHaveValue('Ada')
    await expect(visitor.main.getByRole('alert')).toHaveCount(0)

    // Still cut: it says so once more, and the focus stays where it can be tried again.
    await tryAgain(page).focus()
    await page.keyboard.press('Enter')
    await expect(says(page, 'Loading...')).toBeVisible()
    await expect(tryAgain(page)).toBeFocused()
    await expect(says(page, sentence)).toBeVisible(patient)
    await expect(tryAgain(page)).toBeFocused()

    await mends(page)
    await page.keyboard.press('Enter')
    await expect(visitor.heading('About')).toBeVisible()
    await visitor.isAt('/about')
    await expect(tryAgain(page)).toHaveCount(0)
    await page.goBack()
    await expect(visitor.heading('Contact')).toBeVisible()
  })
})

test('a project that cannot be had is said in its own words', async ({ visitor }) => {
  const { page } = visitor
  await stays(visitor, '/work', async () => {
    await hasReadAhead(page)
    await cuts(page)
    await visitor.card('Thrown').getByRole('link').click()
    await expect(says(page, 'Failed to load project data')).toBeVisible(patient)
    await page.getByRole('button', { name: 'Stay Here' }).click()
    await expect(says(page, 'Failed to load project data')).toHaveCount(0)
    await mends(page)
    await visitor.card('Reeded').getByRole('link').click()
    await expect(visitor.heading('Reeded')).toBeVisible()
  })
})

test('what a proxy answers while the site is away is waited out, and is no page', async ({ visitor }) => {
  const { page } = visitor
  await stays(visitor, '/contact', async () => {
    await hasReadAhead(page)
    await page.getByLabel('First name').fill('Ada')
    let refused = 0
    await page.route(/[.]data/, (route) => {
      refused++
      return route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' })
    })
    await visitor.navigation('About').click()
    await expect.poll(() => refused).toBeGreaterThan(2)
    await expect(says(page, 'Loading...')).toBeVisible()
    await expect(page.getByLabel('First name')).toHaveValue('Ada')
    await expect(says(page, sentence)).toBeVisible(patient)
    await page.unroute(/[.]data/)
    await tryAgain(page).click()
    await expect(visitor.heading('About')).toBeVisible()
  })
})

test('what is sent while the line is cut is said to have failed at once, and can be sent again', async ({
  visitor,
  member,
}) => {
  for (const [path, action, told] of [
    ['/login', 'Log in', unreached],
    ['/signup', 'Sign up', unreached],
    ['/contact', 'Send', 'Failed to send message.'],
  ] as const) {
    await visitor.opens(path)
    await visitor.ignoresTheBrowser()
    await cuts(visitor.page)
    const send = visitor.main.getByRole('button', { name: action, exact: true })
    await send.click()
    await expect(visitor.alert).toHaveText(told)
    await expect(send).toBeEnabled()
    await mends(visitor.page)
  }
  await member.opens('/values')
  await hasReadAhead(member.page)
  await cuts(member.page)
  await member.page.getByRole('banner').getByRole('button', { name: 'Logout' }).click()
  await expect(member.alert).toHaveText(unreached)
  await mends(member.page)
  await member.main.getByRole('button', { name: 'Logout' }).click()
  await member.isAt('/work')
})

test('when Back leads to a page that cannot be had, the history keeps its order', async ({ visitor }) => {
  const { page } = visitor
  await stays(visitor, '/about', async () => {
    await visitor.goesTo('Values')
    await visitor.goesTo('Contact')
    await page.getByLabel('First name').fill('Ada')
    await cuts(page)
    await page.goBack()
    await expect(says(page, sentence)).toBeVisible(patient)
    await visitor.isAt('/contact')
    await expect(page.getByLabel('First name')).toHaveValue('Ada')
    await mends(page)
    await tryAgain(page).click()
    await expect(visitor.heading('Our Values')).toBeVisible()
    await page.goForward()
    await expect(visitor.heading('Contact')).toBeVisible()
    await page.goBack()
    await expect(visitor.heading('Our Values')).toBeVisible()
    await page.goBack()
    await expect(visitor.heading('About')).toBeVisible()
  })
})

test('what an admin writes while a page does not come survives its coming too late', async ({ admin, site }) => {
  const { page } = admin
  const path = pathOf(site, 'Thrown')
  await stays(admin, path, async () => {
    await hasReadAhead(page)
    await cuts(page)
    await admin.navigation('About').click()
    await admin.rewrites('details', 'Written on a train')
    await expect(says(page, sentence)).toBeVisible(patient)
    await mends(page)
    // Longer than the pauses between two tries.
    await page.waitForTimeout(4_000)
    await admin.isAt(path)
    await expect(admin.editor('details')).toHaveValue('Written on a train')
    await tryAgain(page).click()
    await expect(page.getByRole('dialog')).toContainText('Leave without saving?')
    await admin.answers('Stay')
    await admin.saves()
    await expect(admin.main.getByText('Written on a train', { exact: true })).toBeVisible()
  })
})

test('a page that is read again while the line is cut goes on waiting, and says nothing', async ({
  admin,
  visitor,
  site,
}) => {
  const { page } = visitor
  const path = pathOf(site, 'Thrown')
  await stays(visitor, path, async () => {
    // The stream goes on, what is read does not: the change is heard of, and cannot be fetched.
    await page.route(/[.]data/, (route) => route.abort('connectionreset'))
    await admin.opens(path)
    await admin.rewrites('details', 'Changed meanwhile.')
    await admin.saves()
    await page.waitForTimeout(12_000)
    await expect(tryAgain(page)).toHaveCount(0)
    await expect(visitor.heading('Thrown')).toBeVisible()
    await page.unroute(/[.]data/)
    await expect(visitor.main.getByText('Changed meanwhile.')).toBeVisible()
  })
})
