import { scrollBy } from './fixtures/gestures.ts'
import { menuButton, scrollOffset } from './fixtures/navigation.ts'
import { navigationPages, type Visitor } from './fixtures/visitor.ts'
import { expect, test } from './fixtures/test.ts'

test.use({ viewport: { width: 768, height: 700 } })

const labels = Object.keys(navigationPages)

async function openMenu(person: Visitor): Promise<void> {
  await menuButton(person).click()
  await expect(menuButton(person)).toHaveAttribute('aria-expanded', 'true')
  await expect(person.navigation('About')).toBeVisible()
}

async function expectClosed(person: Visitor): Promise<void> {
  await expect(menuButton(person)).toHaveAttribute('aria-expanded', 'false')
  // The menu covers the page until it has faded out.
  await expect(person.navigation('About')).toBeHidden()
}

test('the menu fills the viewport below the bar and contains the navigation links', async ({ visitor, admin }) => {
  for (const person of [visitor, admin]) {
    await person.open('/work')
    await expect(menuButton(person)).toHaveAttribute('aria-expanded', 'false')
    for (const label of labels) await expect(person.navigation(label)).toBeHidden()
    await openMenu(person)
    for (const label of labels) await expect(person.navigation(label)).toBeInViewport({ ratio: 1 })
    const panel = person.page.locator(`[id="${await menuButton(person).getAttribute('aria-controls')}"]`)
    const bar = (await person.page.getByRole('banner').boundingBox())?.height ?? 0
    expect(await panel.boundingBox()).toEqual({ x: 0, y: bar, width: 768, height: 700 - bar })
  }
  await expect(admin.navigation('Create')).toBeInViewport({ ratio: 1 })
  await admin.logoutButton.scrollIntoViewIfNeeded()
  await expect(admin.logoutButton).toBeInViewport({ ratio: 1 })
  await expect(visitor.navigation('Create')).toHaveCount(0)
})

test('the page behind an open menu does not scroll', async ({ visitor }) => {
  await visitor.open('/work')
  await openMenu(visitor)
  await scrollBy(visitor.page, 300)
  await visitor.page.keyboard.press('End')
  await visitor.page.keyboard.press('PageDown')
  await visitor.page.keyboard.press('ArrowDown')
  await scrollBy(visitor.page, 300)
  expect(await scrollOffset(visitor.page)).toBe(0)

  await menuButton(visitor).click()
  await expectClosed(visitor)
  await scrollBy(visitor.page, 300)
  expect(await scrollOffset(visitor.page)).toBeGreaterThan(200)
})

test('Escape closes the menu and returns focus to its button', async ({ visitor }) => {
  await visitor.open('/about')
  await openMenu(visitor)
  await visitor.navigation('Values').focus()
  await visitor.page.keyboard.press('Escape')
  await expectClosed(visitor)
  await expect(menuButton(visitor)).toBeFocused()
})

test('the menu closes on navigation, forward or back', async ({ visitor }) => {
  await visitor.open('/work')
  await openMenu(visitor)
  await visitor.goTo('Values')
  await expectClosed(visitor)
  await expect(visitor.heading('Our Values')).toBeVisible()
  await scrollBy(visitor.page, 300)
  expect(await scrollOffset(visitor.page)).toBeGreaterThan(200)

  await openMenu(visitor)
  await visitor.page.goBack()
  await expectClosed(visitor)
})

test('a link to the current page closes the menu', async ({ visitor }) => {
  await visitor.open('/work')
  await openMenu(visitor)
  await visitor.navigation('Work').click()
  await expectClosed(visitor)
})

test('Tab and Shift+Tab stay inside the open menu', async ({ user }) => {
  await user.open('/work')
  await openMenu(user)
  for (const key of ['Tab', 'Shift+Tab']) {
    const focusedNames = new Set<string>()
    for (let step = 0; step < 20; step++) {
      await user.page.keyboard.press(key)
      const focused = user.page.getByRole('banner').locator(':focus')
      await expect(focused).toBeVisible()
      focusedNames.add((await focused.getAttribute('aria-label')) ?? (await focused.innerText()))
    }
    for (const name of ['Menu', ...labels, 'Logout']) expect([...focusedNames], key).toContain(name)
  }
})

test('an open menu hides Back to Top', async ({ visitor }) => {
  const backToTopButton = visitor.page.getByRole('button', { name: 'Back to Top', exact: true })
  await visitor.open('/work')
  await scrollBy(visitor.page, 400)
  await expect(backToTopButton).toBeVisible()
  await openMenu(visitor)
  await expect(backToTopButton).toBeHidden()
  await visitor.page.keyboard.press('Escape')
  await expect(backToTopButton).toBeVisible()
})

test('the page can scroll after the window is widened while the menu is open', async ({ visitor }) => {
  await visitor.open('/work')
  await openMenu(visitor)
  await visitor.page.setViewportSize({ width: 1200, height: 700 })
  await expect(menuButton(visitor)).toBeHidden()
  await scrollBy(visitor.page, 300)
  expect(await scrollOffset(visitor.page)).toBeGreaterThan(200)
})

test('the menu opens before the scripts have loaded, and still works once they have', async ({ visitor }) => {
  const { page } = visitor
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/assets/*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(`${visitor.site.origin}/work`, { waitUntil: 'commit' })
  await menuButton(visitor).click()
  for (const label of labels) await expect(visitor.navigation(label)).toBeInViewport({ ratio: 1 })
  await scrollBy(page, 300)
  expect(await scrollOffset(page)).toBe(0)
  await menuButton(visitor).click()
  await expect(visitor.navigation('About')).toBeHidden()
  await menuButton(visitor).click()
  release()
  await expect(menuButton(visitor)).toHaveAttribute('aria-expanded', 'true')
  await expect(visitor.navigation('About')).toBeVisible()
  await page.keyboard.press('Escape')
  await expectClosed(visitor)
})
