import { expectAnnounced, expectFocusKept, recordAnnouncements } from './fixtures/checks/announcements.ts'
import { menuButton } from './fixtures/navigation.ts'
import { accounts } from '#tests/support/accounts.ts'
import { type Visitor } from './fixtures/visitor.ts'
import { imagesOf } from '#tests/support/site/site-rows.ts'
import { expect, test } from './fixtures/test.ts'
import { thumbnailButton, expectClosed, project, viewer } from './fixtures/viewer.ts'

// What a screen reader announces to a visitor, and where focus is.

const focusAndPress = async ({ page }: Visitor, target: ReturnType<typeof thumbnailButton>, key = 'Enter') => {
  await target.focus()
  await page.keyboard.press(key)
}
/** Records announcements except `Loading...`, which only slow pages cause. */
const recordTitles = async ({ page }: Visitor) => {
  const takeAnnouncements = await recordAnnouncements(page)
  return async () => (await takeAnnouncements()).filter((sentence) => sentence !== 'Loading...')
}
const title = (pageName: string) => `${pageName} — Studio Enfilade`

test('a navigation announces the page title and focuses the main region if the link is gone', async ({ visitor }) => {
  await visitor.open('/')
  const takeAnnouncements = await recordTitles(visitor)
  await focusAndPress(visitor, visitor.navigation('Work'))
  await expectAnnounced(takeAnnouncements, title('Work'))
  await expect(visitor.navigation('Work')).toBeFocused()
  await focusAndPress(visitor, visitor.card(project).getByRole('link'))
  await expectAnnounced(takeAnnouncements, title(project))
  await expect(visitor.main).toBeFocused()
  await focusAndPress(visitor, visitor.main.getByRole('button', { name: 'Back', exact: true }), 'Space')
  await expectAnnounced(takeAnnouncements, title('Work'))
  await expect(visitor.main).toBeFocused()
})

test('a navigation from the menu focuses the main region of the new page', async ({ visitor }) => {
  await visitor.page.setViewportSize({ width: 390, height: 800 })
  await visitor.open('/')
  const takeAnnouncements = await recordTitles(visitor)
  await focusAndPress(visitor, menuButton(visitor))
  await expect(menuButton(visitor)).toHaveAttribute('aria-expanded', 'true')
  await focusAndPress(visitor, visitor.navigation('Values'))
  await expectAnnounced(takeAnnouncements, title('Our Values'))
  await expect(visitor.main).toBeFocused()
})

test('a slow page is announced as loading', async ({ visitor }) => {
  await visitor.open('/about')
  const takeAnnouncements = await recordAnnouncements(visitor.page)
  const release = await visitor.holdRequests(/work[.]data/)
  await focusAndPress(visitor, visitor.navigation('Work'))
  await expectAnnounced(takeAnnouncements, 'Loading...')
  await release()
  await expectAnnounced(takeAnnouncements, title('Work'))
})

test('the viewer announces the number and alt text of the image', async ({ visitor }) => {
  const [, second] = imagesOf(visitor.site, project)
  await visitor.openProject(project)
  const takeAnnouncements = await recordAnnouncements(visitor.page)
  await focusAndPress(visitor, thumbnailButton(visitor, 1))
  await expect(viewer(visitor)).toBeVisible()
  await visitor.page.keyboard.press('ArrowRight')
  await expectAnnounced(takeAnnouncements, `Image 2 of 3 ${second?.alt}`)
  await expectFocusKept(visitor.page)
  await visitor.page.keyboard.press('Escape')
  await expectClosed(visitor)
  await expect(
    thumbnailButton(visitor, 1).or(thumbnailButton(visitor, 2)).and(visitor.page.locator(':focus')),
  ).toBeVisible()
})

test('the contact form announces failure and success, and focus goes to the first error or stays on Send', async ({
  visitor,
}) => {
  const { page } = visitor
  await visitor.open('/contact')
  const takeAnnouncements = await recordAnnouncements(page)
  const send = page.getByRole('button', { name: 'Send' })
  await visitor.disableBrowserValidation()
  await focusAndPress(visitor, send)
  await expectAnnounced(takeAnnouncements, 'Failed to send message.')
  await expect(page.getByLabel('First name')).toBeFocused()
  for (const label of ['First name', 'Last name', 'Subject', 'Message']) await page.getByLabel(label).fill('Ada')
  await page.getByLabel('E-mail').fill('ada@example.com')
  await focusAndPress(visitor, send)
  await expectAnnounced(takeAnnouncements, 'Message sent successfully!')
  await expect(send).toBeFocused()
})

test('a failed log-in announces its reason, and focus is never lost', async ({ visitor }) => {
  const { page } = visitor
  await visitor.open('/login')
  const takeAnnouncements = await recordAnnouncements(page)
  const logInButton = page.getByRole('button', { name: 'Log in', exact: true })
  await visitor.fillCredentials({ ...accounts.user, password: 'not this one' })
  await focusAndPress(visitor, logInButton)
  await expectAnnounced(takeAnnouncements, 'The e-mail address or the password is wrong.')
  await expect(logInButton).toBeFocused()
  await visitor.fillCredentials(accounts.user)
  await focusAndPress(visitor, logInButton)
  await expectAnnounced(takeAnnouncements, title('Work'))
  await expect(visitor.main).toBeFocused()
  await focusAndPress(visitor, visitor.logoutButton)
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Log in' })).toBeVisible()
  await expectFocusKept(page)
})
