import type { Locator } from '@playwright/test'
import { preparedSessions } from '#tests/support/site-data/prepared-site.ts'
import { expect, test } from './fixtures/test.ts'
import { insertMessage, pathOf } from '#tests/support/site/site-rows.ts'

const edgesOf = (locator: Locator) =>
  locator.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect()
    return { left: Math.round(left), right: Math.round(right), top: Math.round(top), bottom: Math.round(bottom) }
  })

test('on pages without content, notes and buttons are 24 px apart', async ({ admin, site }) => {
  site.sql('delete from studioTexts')
  site.sql('delete from studioValues')
  site.sql('delete from photos where projectId is null')
  await admin.open('/values')
  const note = await edgesOf(admin.main.getByText('What you stand for belongs here'))
  expect(note.top - (await edgesOf(admin.heading('Our Values'))).bottom).toBe(24)
  expect((await edgesOf(admin.main.getByRole('button', { name: 'Add value' }))).top - note.bottom).toBe(24)
  await admin.open('/about')
  const portrait = await edgesOf(admin.main.getByText('An upright portrait of you'))
  expect((await edgesOf(admin.main.getByText('Replace portrait'))).top - portrait.bottom).toBe(24)
  const name = await edgesOf(admin.main.getByText('Your name appears here'))
  expect(name.top - (await edgesOf(admin.heading('About'))).bottom).toBe(24)
})

test('the buttons that select all images or none are evenly spaced and at least 44 px wide', async ({
  admin,
  site,
}) => {
  const { page } = admin
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await admin.open(pathOf(site, 'Thrown'))
    const group = page.getByRole('group', { name: 'Several images' })
    for (const name of ['Select all', 'Select none']) {
      const { left, right } = await edgesOf(group.getByRole('button', { name }))
      expect(right - left, name).toBeGreaterThanOrEqual(44)
    }
    const gaps = await group.evaluate((element) => {
      const texts = [...element.querySelectorAll(':scope > p, :scope > button')].map((one) => {
        const range = new Range()
        range.selectNodeContents(one)
        return range.getBoundingClientRect()
      })
      return texts.slice(1).map(({ left }, index) => Math.round(left - (texts[index]?.right ?? 0)))
    })
    expect(gaps).toEqual([24, 24])
  }
})

test('the navigation of an admin has one row, or two rows in columns', async ({ admin, site }) => {
  const { page } = admin
  for (let n = 0; n < 12; n++) insertMessage(site, { subject: `Message ${n}` })
  const links = ['Home', 'Work', 'About', 'Values', 'Contact', 'Create', 'Inbox 12 unread', 'Studio']
  const controls = ['Hide tools', 'Account', 'Logout']
  const named = (name: string) => {
    const role = name === 'Hide tools' || name === 'Logout' ? 'button' : 'link'
    return page.getByRole('navigation', { name: 'Main' }).getByRole(role, { name, exact: true })
  }
  for (const width of [780, 900, 1024, 1279, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await admin.open('/work')
    const edgesOfAll = (names: string[]) => Promise.all(names.map((name) => edgesOf(named(name))))
    const linkEdges = await edgesOfAll(links)
    const controlEdges = await edgesOfAll(controls)
    expect(new Set(linkEdges.map(({ top }) => top)).size, `${width} px`).toBe(1)
    expect(new Set([...linkEdges, ...controlEdges].map(({ top }) => top)).size).toBe(width < 1024 ? 2 : 1)
    if (width < 1024) expect(controlEdges.map(({ left }) => left)).toEqual(linkEdges.slice(-3).map(({ left }) => left))
  }
})

test('the tools of a sector are beside its name', async ({ admin, site }) => {
  site.sql(`insert into sectors (id, name, version) values ('retail', 'Retail', 1), ('homes', 'Homes and hotels', 1)`)
  await admin.page.setViewportSize({ width: 1440, height: 900 })
  await admin.open('/studio')
  for (const name of ['Retail', 'Homes and hotels']) {
    const { left } = await edgesOf(admin.main.getByText(name, { exact: true }))
    const edit = await edgesOf(admin.main.getByRole('button', { name: `Edit sector ${name}` }))
    expect(edit.left - left).toBeLessThan(320)
  }
})

test('with a touchscreen, no text says that something can be dropped', async ({ browser, site }) => {
  for (const isMobile of [true, false]) {
    const context = await browser.newContext({
      storageState: preparedSessions().admin,
      isMobile,
      hasTouch: isMobile,
    })
    const page = await context.newPage()
    for (const path of ['/create', '/work', pathOf(site, 'Thrown'), '/setup/pictures']) {
      await page.goto(site.origin + path)
      await expect(page.getByText(/\bdrop\b/i).first()).toBeVisible({ visible: !isMobile })
    }
    await context.close()
  }
})
