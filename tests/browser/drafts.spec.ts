import { accounts } from '#tests/support/accounts.ts'
import { pathOf } from '#tests/support/site/site-rows.ts'
import { Admin } from './fixtures/admin.ts'
import { expectAccessible } from './fixtures/checks/axe.ts'
import { smallImage } from './fixtures/chosen-files.ts'
import { waitForText, withoutReload } from './fixtures/live-updates.ts'
import type { Visitor } from './fixtures/visitor.ts'
import { expect, test } from './fixtures/test.ts'

const button = (person: Visitor, name: string) => person.page.getByRole('button', { name, exact: true })
const draftLabel = ({ main }: Visitor) => main.getByText('Draft', { exact: true })

async function saveAsDraft(admin: Admin, name: string): Promise<void> {
  await admin.fillProjectForm({ name, details: 'Brick.', cover: await smallImage('tower.jpg') })
  await button(admin, 'Save as draft').click()
  await expect(admin.main.getByRole('status').filter({ hasText: name })).toHaveText(`${name} was saved as a draft.`)
}

/** The accessible content of a page. tests/attacks/drafts.test.ts compares the markup. */
const contentOf = ({ main }: Visitor) => main.ariaSnapshot()

const expectTools = (admin: Admin, name: 'Hide tools' | 'Show tools') => expect(button(admin, name)).toBeVisible()

test('visitors see a project only after it is published and until it is withdrawn', async ({
  admin,
  colleague,
  visitor,
  user,
  site,
}) => {
  await withoutReload(visitor, '/work', async () => {
    await saveAsDraft(admin, 'Water Tower')
    await admin.open('/work')
    await expect(admin.card('Water Tower').getByText('Draft', { exact: true })).toBeVisible()
    await expect(draftLabel(admin)).toHaveCount(1)
    const path = pathOf(site, 'Water Tower')
    expect((await user.open(path)).status()).toBe(404)
    await user.open('/work')
    expect(await user.projectNames()).not.toContain('Water Tower')
    expect(await visitor.projectNames()).toEqual(await user.projectNames())

    await colleague.open(path)
    await expect(draftLabel(colleague)).toBeVisible()
    await admin.openProject('Water Tower')
    await button(admin, 'Publish').click()
    await expect(admin.main.getByText('Published. Visitors see it now.')).toBeVisible()
    await waitForText(visitor, ['main h2', /Water Tower$/])
    await expect(draftLabel(admin)).toHaveCount(0)
    // The page in the other browser is updated.
    await expect(button(colleague, 'Back to draft')).toBeVisible()
    await user.reload()
    await user.openProject('Water Tower')

    await button(colleague, 'Back to draft').click()
    await expect(colleague.main.getByText('Only admins see it now.')).toBeVisible()
    await waitForText(user, ['main', /Project not found/])
    await expect(visitor.card('Water Tower')).toHaveCount(0)
    await expect(button(admin, 'Publish')).toBeVisible()
  })
})

test('after a text is saved, a message says who can see it', async ({ admin, visitor, site }) => {
  const path = pathOf(site, 'Thrown')
  await admin.open(path)
  await admin.editText('name', 'Fired')
  await admin.save()
  await expect(admin.main.getByText('Saved. Visitors see it now.', { exact: true })).toBeVisible()
  await button(admin, 'Back to draft').click()
  // The message about the name is outdated now, so it disappears.
  await expect(button(admin, 'Publish')).toBeVisible()
  await expect(admin.main.getByText(/^Saved\./)).toHaveCount(0)
  await admin.editText('details', 'A kiln.')
  await admin.save()
  await expect(admin.main.getByText('Saved. Only you see it.', { exact: true })).toBeVisible()
  expect((await visitor.open(path)).status()).toBe(404)
})

test('the second click of a double click does not undo the first', async ({ admin, site }) => {
  const path = pathOf(site, 'Thrown')
  await admin.open(path)
  await button(admin, 'Back to draft').dblclick()
  await expect(button(admin, 'Publish')).toBeVisible()
  await button(admin, 'Publish').dblclick()
  await expect(button(admin, 'Back to draft')).toBeVisible()
  expect(site.sql(`select publishedAt is null as draft from projects where name = 'Thrown'`)).toEqual([{ draft: 0 }])
})

test('while the tools are hidden, an admin sees what a visitor sees', async ({ admin, visitor, site }) => {
  site.sql(`update projects set publishedAt = null where name = 'Reeded'`)
  const published = pathOf(site, 'Thrown')
  await admin.open('/work')
  await expect(draftLabel(admin)).toHaveCount(1)
  await button(admin, 'Hide tools').focus()
  await admin.page.keyboard.press('Enter')
  await expectTools(admin, 'Show tools')
  await expect(button(admin, 'Show tools')).toBeFocused()
  await expect(admin.navigation('Create')).toHaveCount(0)
  await expect(admin.logoutButton).toBeVisible()
  for (const path of ['/', '/work', '/create', '/inbox', '/about', '/values', published]) {
    await admin.open(path)
    await visitor.open(path)
    await expectTools(admin, 'Show tools')
    expect(await contentOf(admin), path).toBe(await contentOf(visitor))
  }
  // The same after a client-side navigation.
  await admin.openProject('Thrown')
  await expectTools(admin, 'Show tools')
  expect(await contentOf(admin)).toBe(await contentOf(visitor))

  await button(admin, 'Show tools').click()
  await expect(button(admin, 'Edit name')).toBeVisible()
  await admin.expectPath(published)
  await expect(admin.navigation('Create')).toBeVisible()
})

test('while the tools are hidden, admin pages show the list of projects', async ({ admin, visitor }) => {
  await admin.open('/work')
  await button(admin, 'Hide tools').click()
  await expectTools(admin, 'Show tools')
  await visitor.open('/work')
  for (const path of ['/studio', '/studio/health', '/people', '/bin', '/history/studio/city']) {
    await admin.open(path)
    await expect(admin.heading('Work')).toBeVisible()
    expect(await contentOf(admin), path).toBe(await contentOf(visitor))
  }
  await admin.open('/studio')
  await button(admin, 'Show tools').click()
  await expect(admin.heading('Studio')).toBeVisible()
  await admin.expectPath('/studio')
})

test('hiding or showing the tools updates the other tabs of the browser', async ({ admin, site }) => {
  await admin.open('/work')
  const tab = new Admin(await admin.page.context().newPage(), site)
  await tab.open('/studio')
  await button(admin, 'Hide tools').click()
  await expectTools(tab, 'Show tools')
  await expect(tab.heading('Work')).toBeVisible()
  await button(admin, 'Show tools').click()
  await expect(tab.heading('Studio')).toBeVisible()
})

test('hidden tools stay hidden on this device until the next log-in', async ({ admin, colleague }) => {
  await admin.open('/work')
  await button(admin, 'Hide tools').click()
  await expectTools(admin, 'Show tools')
  const [cookie] = (await admin.page.context().cookies()).filter(({ name }) => name === 'enfilade-tools')
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax' })
  expect((cookie?.expires ?? 0) - Date.now() / 1_000).toBeGreaterThan(300 * 24 * 60 * 60)
  await colleague.open('/work')
  await expectTools(colleague, 'Hide tools')
  await admin.logOut()
  await admin.logIn(accounts.admin)
  await expectTools(admin, 'Hide tools')
  await expect(admin.navigation('Create')).toBeVisible()
})

test('the preview of a draft is its page without tools', async ({ admin, visitor, site }) => {
  const path = pathOf(site, 'Reeded')
  await visitor.open(path)
  const asPublished = await contentOf(visitor)
  site.sql(`update projects set publishedAt = null where name = 'Reeded'`)
  await admin.open(path)
  await button(admin, 'Preview as a visitor').click()
  await expectTools(admin, 'Show tools')
  await admin.expectPath(path)
  expect(await contentOf(admin)).toBe(asPublished)
  await admin.open('/work')
  expect(await admin.projectNames()).not.toContain('Reeded')
  await admin.open(path)
  await button(admin, 'Show tools').click()
  await expect(button(admin, 'Publish')).toBeVisible()
})

test('hiding the tools while a text is edited keeps the unsaved draft', async ({ admin, site }) => {
  await admin.open(pathOf(site, 'Thrown'))
  await admin.editText('name', 'Half written')
  await button(admin, 'Hide tools').click()
  await expect(admin.heading('Thrown')).toBeVisible()
  await expect(admin.alert).toHaveCount(0)
  await button(admin, 'Show tools').click()
  await expect(admin.editor('name')).toHaveValue('Half written')
})

test('after the session has ended, the buttons show an error and change nothing', async ({ admin, visitor, site }) => {
  const path = pathOf(site, 'Thrown')
  await admin.open(path)
  // Deleted with SQL, because the live stream would report a session that the site ends.
  site.sql('delete from authSession')
  await button(admin, 'Back to draft').click()
  await expect(admin.alert).toContainText('Failed to update project data')
  await button(admin, 'Hide tools').click()
  await expect(admin.page.getByRole('banner').getByRole('alert')).toBeVisible()
  expect((await visitor.open(path)).status()).toBe(200)
})

test('on a phone, projects can be withdrawn and published by keyboard, and targets are at least 44 px high', async ({
  admin,
  site,
}) => {
  await admin.page.setViewportSize({ width: 360, height: 740 })
  await admin.open(pathOf(site, 'Thrown'))
  for (const name of ['Back to draft', 'Publish', 'Back to draft']) {
    const { height = 0 } = (await button(admin, name).boundingBox()) ?? {}
    expect(height, name).toBeGreaterThanOrEqual(44)
    // The label changes before the result of the previous change has loaded.
    await expect(button(admin, name)).not.toHaveAttribute('aria-disabled')
    await button(admin, name).focus()
    await admin.page.keyboard.press('Enter')
    await expect(button(admin, name)).toHaveCount(0)
  }
  // Focus stays on the button whose label has changed.
  await expect(button(admin, 'Publish')).toBeFocused()
  expect((await button(admin, 'Preview as a visitor').boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await expectAccessible(admin.page)
  await button(admin, 'Menu').click()
  expect((await button(admin, 'Hide tools').boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await button(admin, 'Hide tools').click()
  await expect(button(admin, 'Menu')).toHaveAttribute('aria-expanded', 'false')
  await button(admin, 'Menu').click()
  await expectTools(admin, 'Show tools')
  await expectAccessible(admin.page, 'header')
})
