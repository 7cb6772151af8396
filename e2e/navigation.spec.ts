import { scrolledBy, scrolls, settled } from './gestures.ts'
import { accounts, rooms, type Visitor } from './people.ts'
import { pathOf } from './rows.ts'
import { expect, test } from './stories.ts'

const labels = Object.keys(rooms) as (keyof typeof rooms)[]
const bar = (person: Visitor) => person.page.getByRole('banner')
const menu = (person: Visitor) => person.page.getByRole('button', { name: 'Menu', exact: true })
const toTop = (person: Visitor) => person.page.getByRole('button', { name: 'Back to Top', exact: true })

test('the navigation leads to every room of the site', async ({ visitor }) => {
  await visitor.opens('/privacy')
  const links = visitor.page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  await expect(links).toHaveText(labels)
  for (const room of labels) {
    await visitor.goesTo(room)
    await expect(visitor.navigation(room)).toHaveAttribute('aria-current', 'page')
  }
})

test('the bar is transparent on the landing page, and nowhere else', async ({ visitor }) => {
  for (const path of ['/', '/index']) {
    await visitor.opens(path)
    expect(await settled(bar(visitor), 'background-color'), path).toBe('rgba(0, 0, 0, 0)')
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
    await visitor.opens(path)
    // Three numbers: no alpha at all.
    expect(await settled(bar(visitor), 'background-color'), path).toMatch(/^(rgb\([^,]+,[^,]+,[^,]+\)|oklch\([^/]+\))$/)
  }
})

test('the bar becomes transparent and opaque again as one walks through the site', async ({ visitor }) => {
  await visitor.opens('/about')
  await visitor.goesTo('Home')
  await expect.poll(() => settled(bar(visitor), 'background-color')).toBe('rgba(0, 0, 0, 0)')
  await visitor.goesTo('Values')
  await expect.poll(() => settled(bar(visitor), 'background-color')).not.toBe('rgba(0, 0, 0, 0)')
})

for (const width of [769, 1440]) {
  test(`at ${width} px any scrolling down hides the bar, any scrolling up brings it back`, async ({ visitor }) => {
    await visitor.page.setViewportSize({ width, height: 800 })
    await visitor.opens('/work')
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
      await scrolls(visitor.page, pixels)
      await expect(bar(visitor), `after ${pixels}`).toHaveCSS('translate', offset)
    }
  })
}

for (const width of [768, 360]) {
  test(`at ${width} px the bar stays`, async ({ visitor }) => {
    await visitor.page.setViewportSize({ width, height: 800 })
    await visitor.opens('/work')
    await scrolls(visitor.page, 400)
    // The same movement that shows this button would have hidden the bar.
    await expect(toTop(visitor)).toBeVisible()
    expect(await settled(bar(visitor), 'translate')).toBe('none')
    await expect(bar(visitor)).toHaveCSS('position', 'fixed')
    await expect(bar(visitor)).toBeInViewport({ ratio: 1 })
  })
}

test('a bar that is away comes back for whoever uses the keyboard', async ({ visitor }) => {
  await visitor.opens('/work')
  await scrolls(visitor.page, 400)
  await expect(bar(visitor)).toHaveCSS('translate', '0px -200px')
  await visitor.page.keyboard.press('Tab')
  await visitor.page.keyboard.press('Tab')
  await expect(bar(visitor)).toHaveCSS('translate', 'none')
  await expect(bar(visitor).locator(':focus')).toBeInViewport()
})

test('above 768 px there is no menu, the links stand in the bar', async ({ visitor }) => {
  await visitor.page.setViewportSize({ width: 769, height: 800 })
  await visitor.opens('/work')
  await expect(menu(visitor)).toBeHidden()
  for (const room of labels) await expect(visitor.navigation(room)).toBeInViewport({ ratio: 1 })
})

test('Back to Top appears after more than 50 px and leads smoothly to the top', async ({ visitor }) => {
  await visitor.opens('/work')
  await expect(toTop(visitor)).toBeHidden()
  for (const [pixels, shown] of [
    [51, true],
    [50, false],
    [900, true],
  ] as const) {
    await visitor.page.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), pixels)
    await expect(toTop(visitor), `at ${pixels}`).toBeVisible({ visible: shown })
  }
  const { width, height } = await toTop(visitor).evaluate((button) => button.getBoundingClientRect())
  expect(width).toBe(height)
  await expect(toTop(visitor)).toHaveCSS('border-radius', '50%')

  const places = visitor.page.evaluate(
    () =>
      new Promise<number[]>((resolve) => {
        const seen: number[] = []
        window.addEventListener('scroll', () => seen.push(window.scrollY))
        window.addEventListener('scrollend', () => resolve(seen), { once: true })
      }),
  )
  await toTop(visitor).click()
  expect((await places).length).toBeGreaterThan(3)
  expect(await scrolledBy(visitor.page)).toBe(0)
  await expect(toTop(visitor)).toBeHidden()
})

test('only an admin is shown the way to /create; only who is signed in is shown Logout', async ({
  visitor,
  member,
  admin,
}) => {
  for (const path of ['/', '/work', '/about']) {
    for (const person of [visitor, member, admin]) await person.opens(path)
    await expect(admin.navigation('Create')).toBeVisible()
    await expect(admin.navigation('Create')).toHaveAttribute('href', '/create')
    for (const person of [visitor, member]) await expect(person.page.locator('a[href="/create"]')).toHaveCount(0)
    for (const person of [member, admin]) await expect(person.logout).toBeVisible()
    await expect(visitor.page.getByRole('button', { name: 'Logout' })).toHaveCount(0)
  }
})

test('after Logout one stands at the list, as a visitor', async ({ admin }) => {
  await admin.opens('/about')
  await admin.logsOut()
  await admin.isAt('/work')
  await expect(admin.heading('Work')).toBeVisible()
  await expect(admin.logout).toHaveCount(0)
  await expect(admin.navigation('Create')).toHaveCount(0)
  await admin.page.reload()
  await expect(admin.logout).toHaveCount(0)
})

test('Create comes and goes with the role, at the next page', async ({ member, site }) => {
  await member.opens('/work')
  await expect(member.navigation('Create')).toHaveCount(0)
  await site.owner('grant', accounts.member.email)
  await member.goesTo('About')
  await expect(member.navigation('Create')).toBeVisible()
  await site.owner('revoke', accounts.member.email)
  await member.goesTo('Work')
  await expect(member.navigation('Create')).toHaveCount(0)
})
