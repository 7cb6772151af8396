import { settledStyle } from './fixtures/checks/animations.ts'
import { scrollBy } from './fixtures/gestures.ts'
import { accounts } from '#tests/support/accounts.ts'
import { backToTopButton, menuButton, scrollOffset } from './fixtures/navigation.ts'
import { navigationPages, type Visitor } from './fixtures/visitor.ts'
import { pathOf } from '#tests/support/site/site-rows.ts'
import { expect, test } from './fixtures/test.ts'

const labels = Object.keys(navigationPages) as (keyof typeof navigationPages)[]
const bar = (person: Visitor) => person.page.getByRole('banner')

test('the navigation links to every page and marks the current one', async ({ visitor }) => {
  await visitor.open('/privacy')
  const links = visitor.page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  await expect(links).toHaveText(labels)
  for (const label of labels) {
    await visitor.goTo(label)
    await expect(visitor.navigation(label)).toHaveAttribute('aria-current', 'page')
  }
})

test('the bar is transparent only on the landing page', async ({ visitor }) => {
  for (const path of ['/', '/index']) {
    await visitor.open(path)
    expect(await settledStyle(bar(visitor), 'background-color'), path).toBe('rgba(0, 0, 0, 0)')
  }
  const others = [
    '/work',
    '/about',
    '/values',
    '/contact',
    '/signup',
    '/login',
    '/logout',
    '/create',
    '/nowhere',
    '/privacy',
  ]
  for (const path of [...others, pathOf(visitor.site, 'Thrown')]) {
    await visitor.open(path)
    // Three numbers: no alpha channel.
    expect(await settledStyle(bar(visitor), 'background-color'), path).toMatch(
      /^(rgb\([^,]+,[^,]+,[^,]+\)|oklch\([^/]+\))$/,
    )
  }
})

test('the bar becomes transparent or opaque when the page changes', async ({ visitor }) => {
  await visitor.open('/about')
  await visitor.goTo('Home')
  await expect.poll(() => settledStyle(bar(visitor), 'background-color')).toBe('rgba(0, 0, 0, 0)')
  await visitor.goTo('Values')
  await expect.poll(() => settledStyle(bar(visitor), 'background-color')).not.toBe('rgba(0, 0, 0, 0)')
})

for (const width of [769, 1440]) {
  test(`at ${width} px, scrolling down hides the bar and scrolling up shows it`, async ({ visitor }) => {
    await visitor.page.setViewportSize({ width, height: 800 })
    await visitor.open('/work')
    await expect(bar(visitor)).toHaveCSS('position', 'fixed')
    await expect(bar(visitor)).toHaveCSS('translate', 'none')
    for (const [pixels, offset] of [
      [1, '0px -200px'],
      [-1, 'none'],
      [400, '0px -200px'],
      [-30, 'none'],
      [30, '0px -200px'],
      [-1000, 'none'],
    ] as const) {
      await scrollBy(visitor.page, pixels)
      await expect(bar(visitor), `after ${pixels}`).toHaveCSS('translate', offset)
    }
  })
}

for (const width of [768, 360]) {
  test(`at ${width} px, the bar stays visible`, async ({ visitor }) => {
    await visitor.page.setViewportSize({ width, height: 800 })
    await visitor.open('/work')
    await scrollBy(visitor.page, 400)
    // In a wider window, scrolling far enough to show this button also hides the bar.
    await expect(backToTopButton(visitor)).toBeVisible()
    expect(await settledStyle(bar(visitor), 'translate')).toBe('none')
    await expect(bar(visitor)).toHaveCSS('position', 'fixed')
    await expect(bar(visitor)).toBeInViewport({ ratio: 1 })
  })
}

test('keyboard focus in the hidden bar shows it', async ({ visitor }) => {
  await visitor.open('/work')
  await scrollBy(visitor.page, 400)
  await expect(bar(visitor)).toHaveCSS('translate', '0px -200px')
  await visitor.page.keyboard.press('Tab')
  await visitor.page.keyboard.press('Tab')
  await expect(bar(visitor)).toHaveCSS('translate', 'none')
  await expect(bar(visitor).locator(':focus')).toBeInViewport()
})

test('above 768 px, the links are in the bar and there is no menu', async ({ visitor }) => {
  await visitor.page.setViewportSize({ width: 769, height: 800 })
  await visitor.open('/work')
  await expect(menuButton(visitor)).toBeHidden()
  for (const label of labels) await expect(visitor.navigation(label)).toBeInViewport({ ratio: 1 })
})

test('Back to Top appears after more than 50 px and scrolls smoothly to the top', async ({ visitor }) => {
  await visitor.open('/work')
  await expect(backToTopButton(visitor)).toBeHidden()
  for (const [pixels, shown] of [
    [51, true],
    [50, false],
    [900, true],
  ] as const) {
    await visitor.page.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), pixels)
    await expect(backToTopButton(visitor), `at ${pixels}`).toBeVisible({ visible: shown })
  }
  const { width, height } = await backToTopButton(visitor).evaluate((button) => button.getBoundingClientRect())
  expect(width).toBe(height)
  await expect(backToTopButton(visitor)).toHaveCSS('border-radius', '50%')

  const scrolled = visitor.page.evaluate(
    () =>
      new Promise<number[]>((resolve) => {
        const offsets: number[] = []
        window.addEventListener('scroll', () => offsets.push(window.scrollY))
        window.addEventListener('scrollend', () => resolve(offsets), { once: true })
      }),
  )
  await backToTopButton(visitor).click()
  expect((await scrolled).length).toBeGreaterThan(3)
  expect(await scrollOffset(visitor.page)).toBe(0)
  await expect(backToTopButton(visitor)).toBeHidden()
})

test('Back to Top covers no field and no control at any scroll position', async ({ visitor, admin }) => {
  for (const [person, path, width] of [
    [visitor, '/contact', 360],
    [admin, '/create', 360],
    [admin, '/work', 1440],
  ] as const) {
    await person.page.setViewportSize({ width, height: 740 })
    await person.open(path)
    const last = await person.page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)
    for (let top = 60; top < last; top += 37) {
      await person.page.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), top)
      await expect(backToTopButton(person)).toBeVisible()
      await expect.poll(() => backToTopButton(person).evaluate(findCovered), `${path} at ${top}`).toEqual([])
    }
  }
})

test('on phones, Back to Top of an admin stays in the bar while fields scroll beneath it', async ({ admin }) => {
  await admin.page.setViewportSize({ width: 360, height: 740 })
  await admin.open('/create')
  for (let top = 60; top < 240; top += 15) {
    await admin.page.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), top)
    await admin.page.evaluate(() => new Promise(requestAnimationFrame))
    await expect(backToTopButton(admin)).toHaveCSS('translate', /^(none|0px)$/)
  }
})

test('only admins see the link to /create, and only logged-in users see Logout', async ({ visitor, user, admin }) => {
  for (const path of ['/', '/work', '/about']) {
    for (const person of [visitor, user, admin]) await person.open(path)
    await expect(admin.navigation('Create')).toBeVisible()
    await expect(admin.navigation('Create')).toHaveAttribute('href', '/create')
    for (const person of [visitor, user]) await expect(person.page.locator('a[href="/create"]')).toHaveCount(0)
    for (const person of [user, admin]) await expect(person.logoutButton).toBeVisible()
    await expect(visitor.page.getByRole('button', { name: 'Logout' })).toHaveCount(0)
  }
})

test('Logout leads to the project list as a visitor sees it', async ({ admin }) => {
  await admin.open('/about')
  await admin.logOut()
  await admin.expectPath('/work')
  await expect(admin.heading('Work')).toBeVisible()
  await expect(admin.logoutButton).toHaveCount(0)
  await expect(admin.navigation('Create')).toHaveCount(0)
  await admin.reload()
  await expect(admin.logoutButton).toHaveCount(0)
})

test('the Create link reflects the admin role from the next navigation', async ({ user, site }) => {
  await user.open('/work')
  await expect(user.navigation('Create')).toHaveCount(0)
  await site.runAdminCommand('grant', accounts.user.email, '--keep-password')
  await user.goTo('About')
  await expect(user.navigation('Create')).toBeVisible()
  await site.runAdminCommand('revoke', accounts.user.email)
  await user.goTo('Work')
  await expect(user.navigation('Create')).toHaveCount(0)
})

/**
 * The fields and small controls that the button covers. Those behind the bar do not count, because on phones an admin's
 * button is in the bar.
 */
function findCovered(button: HTMLElement): string[] {
  const own = button.getBoundingClientRect()
  const barBottom = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0
  const controls = 'main :is(input, textarea, select, a, button), footer a, header :is(a, button)'
  return [...document.querySelectorAll<HTMLElement>(controls)]
    .filter((control) => control.checkVisibility({ visibilityProperty: true }))
    .filter((control) => control.matches('input, textarea, select') || control.offsetHeight < 100)
    .filter((control) => {
      const { left, right, top: whole, bottom } = control.getBoundingClientRect()
      const top = control.closest('header') ? whole : Math.max(whole, barBottom)
      return left < own.right - 1 && right > own.left + 1 && top < own.bottom - 1 && bottom > own.top + 1
    })
    .map((control) => control.getAttribute('aria-label') ?? (control.innerText || control.tagName))
}
