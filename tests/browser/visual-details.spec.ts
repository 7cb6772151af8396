import type { Locator } from '@playwright/test'
import { expect, longNames, openAs, test } from './fixtures/shared-sites.ts'
import { ringContrast } from './fixtures/checks/focus-ring.ts'
import { pathOf } from '#tests/support/site/site-rows.ts'

const project = 'Clear Grid'

test('the name field does not clip short or long names', async ({ browser, sites }) => {
  for (const width of [360, 768, 1440]) {
    const admin = await openAs(browser, { sites, as: 'admin' }, { width })
    await admin.open(pathOf(sites.full, project))
    await admin.page.getByRole('button', { name: 'Edit name' }).click()
    const name = admin.page.getByLabel('Project Name')
    for (const value of ['Typography jumpy gallery', `Å ${longNames.words}, gypsy jp`]) {
      await name.fill(value)
      const overflow = await name.evaluate((one) =>
        Math.max(one.scrollHeight - one.clientHeight, one.scrollWidth - one.clientWidth),
      )
      expect.soft(overflow, `${value} at ${width} px`).toBeLessThanOrEqual(0)
    }
    await admin.page.context().close()
  }
})

test('the focus ring of the field "To" does not touch the words beside it', async ({ browser, sites }) => {
  for (const width of [360, 1440]) {
    const admin = await openAs(browser, { sites, as: 'admin' }, { width })
    await admin.open(pathOf(sites.full, project))
    await admin.page.getByRole('button', { name: 'Select all' }).click()
    const field = admin.page.getByLabel('Move to position')
    await field.fill('2')
    const ring = await field.evaluate((one) => {
      const { outlineOffset, outlineWidth } = getComputedStyle(one)
      return parseFloat(outlineOffset) + parseFloat(outlineWidth)
    })
    expect(ring).toBeGreaterThanOrEqual(2)
    const [left, right] = await edgesOf(field)
    const [, before] = await edgesOf(admin.page.getByText('To', { exact: true }))
    const [after] = await edgesOf(admin.page.getByRole('button', { name: 'Move to this position' }))
    expect.soft(left - ring - before, `before, at ${width} px`).toBeGreaterThanOrEqual(3)
    expect.soft(after - right - ring, `after, at ${width} px`).toBeGreaterThanOrEqual(3)
    await admin.page.context().close()
  }
})

test('an error and its reason share one vertical bar', async ({ browser, sites }) => {
  const admin = await openAs(browser, { sites, as: 'admin' }, { width: 360 })
  await admin.open(pathOf(sites.full, project))
  await admin.page.getByRole('button', { name: 'Edit name' }).click()
  await admin.page.getByLabel('Project Name').fill('Clearer Grid')
  await admin.page.route('**/*', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()))
  await admin.page.getByRole('button', { name: 'Save' }).click()
  // Only the first sentence is in the live region.
  await expect(admin.alert).toHaveText('Failed to update project data')
  const reason = admin.page.getByText('could not be reached')
  for (const text of [admin.alert, reason]) expect(await text.evaluate(barOf)).toBe('one bar')
  await admin.page.context().close()
})

test('a hyphenated word is not broken at its hyphen', async ({ browser, sites }) => {
  for (const width of [320, 360, 400]) {
    const visitor = await openAs(browser, { sites, as: 'visitor' }, { width })
    await visitor.open('/logout')
    expect.soft(await visitor.link('Go to the log-in page').evaluate(linesOf, 'log-in'), `${width} px`).toBe(1)
    await visitor.page.context().close()
  }
})

test('focus rings have the colour of the text, and a hovered button has the colour of secondary text', async ({
  browser,
  sites,
}) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const admin = await openAs(browser, { sites, as: 'admin' }, { width: 1440, colorScheme })
    await admin.open('/create')
    const ink = await admin.main.evaluate((main) => getComputedStyle(main).color)
    const name = admin.page.getByLabel('Project Name')
    await name.focus()
    await expect(name).toHaveCSS('outline-color', ink)
    const button = admin.page.getByRole('button', { name: 'Add Project' })
    await button.hover()
    const stone = await admin.page.getByText('Drop them anywhere').evaluate((hint) => getComputedStyle(hint).color)
    await expect(button).toHaveCSS('background-color', stone)
    await admin.page.keyboard.press('Shift+Tab')
    await expect(admin.page.locator(':focus')).toHaveCSS('outline-color', ink)
    await admin.page.context().close()
  }
})

test('the controls of a project in the list are in one row on a phone', async ({ browser, sites }) => {
  const phone = { width: 360, isMobile: true, hasTouch: true }
  const admin = await openAs(browser, { sites, as: 'admin' }, phone)
  await admin.open('/work')
  const middleOf = (locator: Locator) =>
    locator.evaluate((element) => element.getBoundingClientRect().top + element.getBoundingClientRect().height / 2)
  const position = await middleOf(admin.card(project).getByLabel('Position'))
  const remove = await middleOf(admin.card(project).getByRole('button', { name: `Delete ${project}` }))
  expect(Math.abs(position - remove)).toBeLessThan(8)
  await admin.page.context().close()
})

test('the current page, view and step are marked with forced colours too', async ({ browser, sites }) => {
  for (const width of [360, 1440]) {
    const admin = await openAs(browser, { sites, as: 'admin' }, { width, forcedColors: 'active' })
    for (const [path, current, other] of [
      ['/work', 'Work', 'About'],
      ['/inbox', 'Inbox', 'Archive'],
      ['/setup/pictures', 'Pictures', 'Words'],
    ] as const) {
      await admin.open(path)
      if (width < 769 && path === '/work') await admin.page.getByRole('button', { name: 'Menu' }).click()
      const link = (name: string) => admin.page.getByRole('link', { name: new RegExp(`^\\W*\\d*\\W*${name}`) }).last()
      await expect(link(current)).toHaveAttribute('aria-current')
      await expect(link(current)).toHaveCSS('text-decoration-line', 'underline')
      await expect(link(other)).toHaveCSS('text-decoration-line', 'none')
    }
    await admin.page.context().close()
  }
})

test('a focus ring on a photo has two colours, one of which contrasts with any photo', async ({ browser, sites }) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const visitor = await openAs(browser, { sites, as: 'visitor' }, { width: 1440, colorScheme })
    const { page } = visitor
    const expectTwoColours = async (control: Locator) => {
      await control.focus()
      await expect(control).toBeFocused()
      expect(await control.evaluate(ringContrast)).toBeGreaterThanOrEqual(9)
    }
    await visitor.open('/')
    // Otherwise focus is not visible.
    await page.keyboard.press('Tab')
    await expectTwoColours(page.locator(':focus'))
    await expectTwoColours(visitor.main.getByRole('link', { name: 'Explore' }))
    await expectTwoColours(page.getByRole('navigation').getByRole('link', { name: 'Values' }))
    await visitor.open(pathOf(sites.full, project))
    await page.keyboard.press('Tab')
    await page.evaluate(() => window.scrollTo({ top: 900, behavior: 'instant' }))
    await expectTwoColours(page.getByRole('button', { name: 'Back to Top' }))
    await page.keyboard.press('Shift+Tab')
    await visitor.main
      .getByRole('button')
      .filter({ has: page.getByRole('img') })
      .first()
      .press('Enter')
    await expectTwoColours(page.getByRole('dialog').getByRole('button', { name: 'Close' }))
    await page.context().close()
  }
})

test('a field beside one with an error stays aligned with it', async ({ browser, sites }) => {
  const visitor = await openAs(browser, { sites, as: 'visitor' }, { width: 768 })
  await visitor.open('/contact')
  await visitor.disableBrowserValidation()
  await visitor.page.getByLabel('Last name').fill('Lovelace')
  await visitor.page.getByRole('button', { name: 'Send' }).click()
  await visitor.page.getByText('The first name is required.').waitFor()
  const [first, last] = [visitor.page.getByLabel('First name'), visitor.page.getByLabel('Last name')]
  expect(await topOf(first)).toBe(await topOf(last))
  await visitor.page.context().close()
})

test('on a phone, the links of the landing page have no arrow, which would cross the arch', async ({
  browser,
  sites,
}) => {
  for (const [width, shown] of [
    [360, false],
    [768, true],
  ] as const) {
    const visitor = await openAs(browser, { sites, as: 'visitor' }, { width })
    await visitor.open('/')
    for (const name of ['Explore', 'Contact Me'])
      await expect(visitor.main.getByRole('link', { name }).locator('svg')).toBeVisible({ visible: shown })
    await visitor.page.context().close()
  }
})

/** The number of lines that a word spans. */
function linesOf(container: Element, word: string): number {
  const texts = document.createTreeWalker(container, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const { currentNode: text } = texts
    const index = text.textContent?.indexOf(word) ?? -1
    if (index < 0) continue
    const range = new Range()
    range.setStart(text, index)
    range.setEnd(text, index + word.length)
    return new Set([...range.getClientRects()].map(({ top }) => top)).size
  }
  return 0
}

const topOf = (locator: Locator) => locator.evaluate((element) => element.getBoundingClientRect().top)

async function edgesOf(locator: Locator): Promise<[left: number, right: number]> {
  return locator.evaluate((element) => {
    const { left, right } = element.getBoundingClientRect()
    return [left, right]
  })
}

/** Whether the nearest element with a bar on its left contains both the error and its reason. */
function barOf(text: Element): string {
  let container: Element | null = text
  while (container && getComputedStyle(container).borderLeftStyle === 'none') container = container.parentElement
  return container?.textContent?.includes('Failed') && container.textContent.includes('reached')
    ? 'one bar'
    : 'no common bar'
}
