import { scrolledBy, scrolls } from './gestures.ts'
import { rooms, type Visitor } from './people.ts'
import { expect, test } from './stories.ts'

test.use({ viewport: { width: 768, height: 700 } })

const menu = (person: Visitor) => person.page.getByRole('button', { name: 'Menu', exact: true })
const labels = Object.keys(rooms)

async function opensMenu(person: Visitor): Promise<void> {
  await menu(person).click()
  await expect(menu(person)).toHaveAttribute('aria-expanded', 'true')
  await expect(person.navigation('About')).toBeVisible()
}

async function isClosed(person: Visitor): Promise<void> {
  await expect(menu(person)).toHaveAttribute('aria-expanded', 'false')
  // It fades; until then it lies over the page.
  await expect(person.navigation('About')).toBeHidden()
}

test('the menu fills the screen and holds the same links', async ({ visitor, admin }) => {
  for (const person of [visitor, admin]) {
    await person.opens('/work')
    await expect(menu(person)).toHaveAttribute('aria-expanded', 'false')
    for (const room of labels) await expect(person.navigation(room)).toBeHidden()
    await opensMenu(person)
    for (const room of labels) await expect(person.navigation(room)).toBeInViewport({ ratio: 1 })
    const panel = person.page.locator(`[id="${await menu(person).getAttribute('aria-controls')}"]`)
    expect(await panel.boundingBox()).toEqual({ x: 0, y: 0, width: 768, height: 700 })
  }
  await expect(admin.navigation('Create')).toBeInViewport({ ratio: 1 })
  await admin.logout.scrollIntoViewIfNeeded()
  await expect(admin.logout).toBeInViewport({ ratio: 1 })
  await expect(visitor.navigation('Create')).toHaveCount(0)
})

test('while the menu is open the page behind it does not scroll', async ({ visitor }) => {
  await visitor.opens('/work')
  await opensMenu(visitor)
  await scrolls(visitor.page, 300)
  await visitor.page.keyboard.press('End')
  await visitor.page.keyboard.press('PageDown')
  await visitor.page.keyboard.press('ArrowDown')
  await scrolls(visitor.page, 300)
  expect(await scrolledBy(visitor.page)).toBe(0)

  await menu(visitor).click()
  await isClosed(visitor)
  await scrolls(visitor.page, 300)
  expect(await scrolledBy(visitor.page)).toBeGreaterThan(200)
})

test('Escape closes the menu and gives the focus back', async ({ visitor }) => {
  await visitor.opens('/about')
  await opensMenu(visitor)
  await visitor.navigation('Values').focus()
  await visitor.page.keyboard.press('Escape')
  await isClosed(visitor)
  await expect(menu(visitor)).toBeFocused()
})

test('the menu closes when one goes on', async ({ visitor }) => {
  await visitor.opens('/work')
  await opensMenu(visitor)
  await visitor.goesTo('Values')
  await isClosed(visitor)
  await expect(visitor.heading('Our Values')).toBeVisible()
  await scrolls(visitor.page, 300)
  expect(await scrolledBy(visitor.page)).toBeGreaterThan(200)

  await opensMenu(visitor)
  await visitor.page.goBack()
  await isClosed(visitor)
})

test('the menu closes when one goes to the page that one is on', async ({ visitor }) => {
  await visitor.opens('/work')
  await opensMenu(visitor)
  await visitor.navigation('Work').click()
  await isClosed(visitor)
})

test('the keyboard stays in the open menu, in both directions', async ({ member }) => {
  await member.opens('/work')
  await opensMenu(member)
  for (const key of ['Tab', 'Shift+Tab']) {
    const seen = new Set<string>()
    for (let step = 0; step < 20; step++) {
      await member.page.keyboard.press(key)
      const focused = member.page.getByRole('banner').locator(':focus')
      await expect(focused).toBeVisible()
      seen.add((await focused.getAttribute('aria-label')) ?? (await focused.innerText()))
    }
    for (const stop of ['Menu', ...labels, 'Logout']) expect([...seen], key).toContain(stop)
  }
})

test('Back to Top does not show over the menu', async ({ visitor }) => {
  const toTop = visitor.page.getByRole('button', { name: 'Back to Top', exact: true })
  await visitor.opens('/work')
  await scrolls(visitor.page, 400)
  await expect(toTop).toBeVisible()
  await opensMenu(visitor)
  await expect(toTop).toBeHidden()
  await visitor.page.keyboard.press('Escape')
  await expect(toTop).toBeVisible()
})

test('a menu that is open when the window grows wide lets go of the page', async ({ visitor }) => {
  await visitor.opens('/work')
  await opensMenu(visitor)
  await visitor.page.setViewportSize({ width: 1200, height: 700 })
  await expect(menu(visitor)).toBeHidden()
  await scrolls(visitor.page, 300)
  expect(await scrolledBy(visitor.page)).toBeGreaterThan(200)
})
