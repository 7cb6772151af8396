import type { Locator } from '@playwright/test'
import { expectAccessible } from './fixtures/checks/axe.ts'
import { withoutReload } from './fixtures/live-updates.ts'
import { menuButton } from './fixtures/navigation.ts'
import { expect, test } from './fixtures/test.ts'
import type { Visitor } from './fixtures/visitor.ts'

// The studio's address and contact details: in the footer, at the end of the open menu, and on the contact page.

const footer = ({ page }: Visitor) => page.getByRole('contentinfo')
const contactLinks = (part: Locator) => part.locator('address').getByRole('link')
const sampleLinks = ['hello@studio.example', '+44 161 496 0000', 'Instagram']
const year = () => new Intl.DateTimeFormat('en-GB', { year: 'numeric', timeZone: 'Europe/London' }).format(new Date())

async function openMenu(visitor: Visitor): Promise<Locator> {
  await menuButton(visitor).click()
  await expect(visitor.navigation('About')).toBeVisible()
  return visitor.page.getByRole('navigation', { name: 'Main' })
}

test('the footer of every page shows address, e-mail, phone, social links and the year', async ({ visitor }) => {
  for (const path of ['/', '/work', '/about', '/contact', '/login', '/nowhere']) {
    await visitor.open(path)
    await expect(footer(visitor).getByText('Manchester, United Kingdom', { exact: true }), path).toBeVisible()
    await expect(contactLinks(footer(visitor)), path).toHaveText(sampleLinks)
    await expect(footer(visitor), path).toContainText(`© ${year()} Studio Enfilade`)
  }
  const [email, phone, instagram] = await contactLinks(footer(visitor)).all()
  await expect(email ?? footer(visitor)).toHaveAttribute('href', 'mailto:hello@studio.example')
  await expect(phone ?? footer(visitor)).toHaveAttribute('href', 'tel:+441614960000')
  await expect(instagram ?? footer(visitor)).toHaveAttribute('href', /^https:\/\/www\.instagram\.com\//)
})

test('an open footer shows a changed phone number, and so do later pages served from memory', async ({
  admin,
  visitor,
  other,
}) => {
  await other.open('/about')
  await withoutReload(visitor, '/values', async () => {
    await admin.open('/contact')
    await admin.page.getByRole('button', { name: 'Edit phone', exact: true }).click()
    const phone = admin.main.locator('.tool-editor').getByLabel('Phone', { exact: true })
    await phone.fill('+44 113 496 0000')
    await phone.press('Enter')
    await expect(contactLinks(footer(visitor)).nth(1)).toHaveText('+44 113 496 0000')
  })
  await other.open('/about')
  await expect(contactLinks(footer(other)).nth(1)).toHaveText('+44 113 496 0000')
})

test('a studio without contact details has a footer and a menu without them', async ({ visitor, site }) => {
  site.sql(`delete from studioTexts`)
  site.sql(`delete from studioLinks`)
  await visitor.page.setViewportSize({ width: 360, height: 740 })
  await visitor.open('/work')
  await expect(footer(visitor)).toContainText(`© ${year()}`)
  await expect(footer(visitor).locator('address')).toHaveCount(0)
  await expect(footer(visitor).getByRole('link')).toHaveText(['Privacy', 'Log in'])
  await openMenu(visitor)
  await expect(visitor.page.getByRole('navigation').locator('address')).toHaveCount(0)
})

test('visitors of a closed site see the contact details on the contact page only', async ({ admin, visitor }) => {
  await admin.open('/setup/opening')
  await admin.main.getByRole('button', { name: 'Keep it closed', exact: true }).click()
  await admin.expectPath('/')
  await visitor.open('/work')
  await expect(visitor.heading('Opening soon')).toBeVisible()
  await expect(visitor.page.locator('address')).toHaveCount(0)
  await visitor.open('/contact')
  await expect(visitor.link('+44 161 496 0000')).toBeVisible()
})

test('‘Log in’ is the last link of the footer, set apart from the others on the same baseline', async ({
  visitor,
  user,
}) => {
  for (const width of [360, 768, 1440]) {
    await visitor.page.setViewportSize({ width, height: 800 })
    await visitor.open('/values')
    const links = footer(visitor).getByRole('link')
    await expect(links.last()).toHaveText('Log in')
    const row = footer(visitor).locator('ul > li')
    const boxes = await row.evaluateAll((items) =>
      items.map((item) => {
        const text = new Range()
        text.selectNodeContents(document.createTreeWalker(item, NodeFilter.SHOW_TEXT).nextNode() ?? item)
        const { left, right, bottom } = text.getBoundingClientRect()
        return { left, right, bottom }
      }),
    )
    const [, privacy, logIn] = boxes
    expect(new Set(boxes.map(({ bottom }) => bottom)).size, `baselines at ${width} px`).toBe(1)
    expect((logIn?.left ?? 0) - (privacy?.right ?? 0), `gap at ${width} px`).toBeGreaterThan(40)
    expect((logIn?.right ?? 0) > width - 80, `right edge at ${width} px`).toBe(true)
  }
  await user.open('/values')
  await expect(footer(user).getByRole('link').last()).toHaveText('Privacy')
})

for (const [width, height] of [
  [360, 740],
  [768, 1024],
] as const)
  test(`at ${width} px, the open menu ends with the contact details and a drawing`, async ({ visitor }) => {
    await visitor.page.setViewportSize({ width, height })
    await visitor.open('/about')
    const menu = await openMenu(visitor)
    await expect(contactLinks(menu)).toHaveText(sampleLinks)
    for (const part of [...(await contactLinks(menu).all()), menu.locator('address + svg')])
      await expect(part).toBeInViewport({ ratio: 1 })
    const { y: top = 0, height: drawingHeight = 0 } = (await menu.locator('address + svg').boundingBox()) ?? {}
    expect(top + drawingHeight).toBeGreaterThan(height * 0.9)
    await expectAccessible(visitor.page)
    await visitor.navigation('Contact').click()
    await visitor.heading('Contact').waitFor()
  })

test('above 768 px, the bar has no contact details', async ({ visitor }) => {
  await visitor.page.setViewportSize({ width: 1024, height: 800 })
  await visitor.open('/about')
  await expect(visitor.page.getByRole('banner').locator('address')).toBeHidden()
})

test('on the contact page, the studio’s details come before the form, on phones too', async ({ visitor }) => {
  for (const width of [360, 768, 1440]) {
    await visitor.page.setViewportSize({ width, height: 740 })
    await visitor.open('/contact')
    const details = await visitor.main.locator('dl').boundingBox()
    const form = await visitor.main.locator('form').boundingBox()
    if (!details || !form) throw new Error('the contact page has no details or no form')
    const isBefore = width < 900 ? details.y + details.height <= form.y : details.x + details.width <= form.x
    expect(isBefore, `at ${width} px`).toBe(true)
  }
})
