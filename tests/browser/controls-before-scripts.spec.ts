import { control, expectImage, project, thumbnailButton, viewer } from './fixtures/viewer.ts'
import { scrollBy } from './fixtures/gestures.ts'
import { scrollOffset } from './fixtures/navigation.ts'
import { expect, test } from './fixtures/test.ts'

test('navigation, viewer and contact form work before the scripts have loaded', async ({ visitor }) => {
  const { page, main } = visitor
  const release = await visitor.holdRequests(/[/]assets[/].*[.]js$/)
  const open = (path: string) => page.goto(visitor.site.origin + path, { waitUntil: 'commit' })

  await open('/')
  await main.getByRole('link', { name: 'Explore' }).click()
  await visitor.expectPath('/work')
  await visitor.card(project).getByRole('link').click()
  await expect(visitor.heading(project)).toBeVisible()

  await thumbnailButton(visitor, 1).click()
  await expectImage(visitor, 1)
  await control(visitor, 'Next image').click()
  await expectImage(visitor, 2)
  await control(visitor, 'Close').click()
  await expect(viewer(visitor)).toHaveCount(0)
  await main.getByRole('button', { name: 'Back', exact: true }).click()
  // The browser adds the question mark when it submits an empty form.
  await expect(page).toHaveURL(/[/]work[?]$/)

  await visitor.navigation('Contact').click()
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Byron')
  await page.getByLabel('E-mail').fill('not an address')
  await page.getByLabel('Subject').fill('A shop')
  await page.getByLabel('Message').fill('Written before the scripts came.')
  await visitor.disableBrowserValidation()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(visitor.alert.first()).toBeVisible()
  await expect(page.getByLabel('Message')).toHaveValue('Written before the scripts came.')
  await release()
})

test('logging in, signing up and logging out work before the scripts have loaded', async ({ visitor }) => {
  const { page } = visitor
  const release = await visitor.holdRequests(/[/]assets[/].*[.]js$/)
  const open = (path: string) => page.goto(visitor.site.origin + path, { waitUntil: 'commit' })
  const account = { email: 'early@example.com', password: 'chosen before the scripts came' }

  await open('/work')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Log in' }).click()
  await visitor.expectPath('/login')
  await visitor.fillCredentials(account)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(visitor.alert).toBeVisible()
  await page.getByRole('link', { name: 'Sign up' }).click()
  await visitor.expectPath('/signup')
  await visitor.fillCredentials(account)
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(visitor.logoutButton).toBeVisible()
  await visitor.logoutButton.click()
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Log in' })).toBeVisible()
  await release()
})

test('Back to Top appears before the scripts have loaded, and early clicks on it are replayed as one', async ({
  visitor,
}) => {
  const { page } = visitor
  await page.addInitScript(countScrollsToTop)
  const release = await visitor.holdRequests(/[/]assets[/].*[.]js$/)
  await page.goto(`${visitor.site.origin}/work`, { waitUntil: 'commit' })
  const button = page.getByRole('button', { name: 'Back to Top', exact: true })
  await expect(visitor.card(project)).toBeAttached()
  await expect(button).toBeHidden()
  await scrollBy(page, 400)
  await button.click()
  await button.click()
  expect(await scrollOffset(page)).toBeGreaterThan(300)
  await release()
  await expect.poll(() => scrollOffset(page)).toBe(0)
  await expect(button).toBeHidden()
  await scrollBy(page, 400)
  await button.click()
  await expect.poll(() => scrollOffset(page)).toBe(0)
  await expect(page.locator('html')).toHaveAttribute('data-scrolls-to-top', '2')
})

/** Runs in the page. Counts the calls of `scrollTo` that scroll to the top, in `data-scrolls-to-top`. */
function countScrollsToTop(): void {
  const scrollTo = window.scrollTo.bind(window) as (...args: unknown[]) => void
  let count = 0
  window.scrollTo = (...args: unknown[]) => {
    if ((args[0] as ScrollToOptions).top === 0) document.documentElement.dataset['scrollsToTop'] = String(++count)
    scrollTo(...args)
  }
}
