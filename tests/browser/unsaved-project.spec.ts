import type { Page } from '@playwright/test'
import { accounts } from '#tests/support/accounts.ts'
import { imagesOf, projectNamed, projectsOf } from '#tests/support/site/site-rows.ts'
import { smallImage } from './fixtures/chosen-files.ts'
import { loseNextResponse } from './fixtures/network/fault-injection.ts'
import { Admin } from './fixtures/admin.ts'
import { expectAccessible } from './fixtures/checks/axe.ts'
import { expect, test } from './fixtures/test.ts'

const tower = { name: 'Water Tower', details: 'A house in a water tower.\n\nBrick, oak, light.' }
const restored = 'This is what you typed but did not save.'

const nameOf = (admin: Admin) => admin.page.getByLabel('Project Name')
const detailsOf = (admin: Admin) => admin.page.getByLabel('Project Details')
const altOf = (admin: Admin, file: string) => admin.page.getByLabel(`Alternative text of ${file}`)

async function expectTexts(admin: Admin, { name, details } = tower): Promise<void> {
  await expect(nameOf(admin)).toHaveValue(name)
  await expect(detailsOf(admin)).toHaveValue(details)
}

/** Reloads the form without asking, as a phone does after it has discarded the tab for another app. */
async function reload(admin: Admin): Promise<void> {
  admin.page.on('dialog', (dialog) => void dialog.accept())
  await admin.reload()
  await admin.open('/create')
}

async function requestIdOfDraft(admin: Admin): Promise<string> {
  return admin.page.evaluate(() => {
    const entry = Object.entries(localStorage).find(([key]) => /^enfilade-draft\/.*create\//.test(key))
    return JSON.parse(entry?.[1] ?? '{}').draft.requestId
  })
}

async function draftKeys(page: Page): Promise<string[]> {
  return page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('draft')))
}

async function openTab(admin: Admin): Promise<Admin> {
  return new Admin(await admin.page.context().newPage(), admin.site)
}

test('texts, alternative texts and file names survive a reload, and the project is created once', async ({
  admin,
  site,
}) => {
  const files = [await smallImage('one.jpg'), await smallImage('two.jpg', { width: 80 })]
  await admin.fillProjectForm({ ...tower, cover: await smallImage('cover.jpg'), images: files })
  await altOf(admin, 'two.jpg').fill('The stairs.')
  await reload(admin)
  await expectTexts(admin)
  await expect(admin.main.getByText(restored)).toBeVisible()
  for (const file of ['one.jpg', 'two.jpg', 'cover.jpg']) {
    await expect(admin.page.getByRole('button', { name: `Discard ${file}` })).toBeVisible()
  }
  await expect(admin.main.getByText('The stairs.')).toBeVisible()
  await expectAccessible(admin.page)
  await admin.submit()
  await expect(admin.alert).toHaveText('Please choose the missing files again, or leave them out.')
  expect(projectsOf(site)).toHaveLength(6)

  const third = await smallImage('three.jpg', { width: 70 })
  await admin.page.getByLabel('Upload Image').setInputFiles([...files, third])
  await expect(altOf(admin, 'two.jpg')).toHaveValue('The stairs.')
  await admin.page.getByRole('button', { name: 'Discard cover.jpg' }).click()
  await expect(admin.main.getByText('The browser could not keep')).toHaveCount(0)
  await admin.submit()
  await expect(admin.createdLink(tower.name)).toBeVisible()
  expect(
    site
      .sql<{ alt: string; storageKey: string }>(
        'select alt, storageKey from photos where projectId = ? order by position',
        projectNamed(site, tower.name).id,
      )
      .map(({ alt, storageKey }) => [storageKey, alt]),
  ).toEqual([
    ['images/one.jpg', ''],
    ['images/two.jpg', 'The stairs.'],
    ['images/three.jpg', ''],
  ])
  await expectTexts(admin, { name: '', details: '' })
  await admin.open('/create')
  await expectTexts(admin, { name: '', details: '' })
  await expect(admin.main.getByText(restored)).toHaveCount(0)
})

test('submitting a form again after its tab was reloaded creates no second project', async ({ admin, site }) => {
  await admin.fillProjectForm(tower)
  await loseNextResponse(admin.page, /\/create/)
  await admin.submit()
  await expect(admin.alert).toHaveText(/^The site could not be reached/)
  await reload(admin)
  await expectTexts(admin)
  await admin.submit()
  await expect(admin.createdLink(tower.name)).toBeVisible()
  expect(projectsOf(site)).toHaveLength(7)
})

test('when the session ends, the form keeps its contents and can be submitted after the next log-in', async ({
  admin,
  site,
}) => {
  await admin.fillProjectForm({ ...tower, images: [await smallImage('one.jpg')] })
  await altOf(admin, 'one.jpg').fill('The tower.')
  const tab = await openTab(admin)
  await tab.open('/logout')
  await tab.main.getByRole('button', { name: 'Logout' }).click()
  await expect(admin.alert).toContainText('Your session has ended.')
  await expect(admin.heading('New project')).toBeVisible()
  await expectTexts(admin)
  await expectAccessible(admin.page)
  await nameOf(admin).fill('Boat House')

  const opened = admin.page.context().waitForEvent('page')
  await admin.alert.getByRole('link', { name: 'Log in again' }).click()
  const logInTab = new Admin(await opened, site)
  await logInTab.fillCredentials(accounts.admin)
  await logInTab.page.getByRole('button', { name: 'Log in', exact: true }).click()
  await logInTab.expectPath('/work')
  await expect(admin.alert).toHaveCount(0)
  await expect(nameOf(admin)).toHaveValue('Boat House')
  await expect(altOf(admin, 'one.jpg')).toHaveValue('The tower.')
  await admin.submit()
  await expect(admin.createdLink('Boat House')).toBeVisible()
  expect(imagesOf(site, 'Boat House')).toHaveLength(1)
})

test('when the session ends, the project list replaces an empty form', async ({ admin }) => {
  await admin.open('/create')
  const tab = await openTab(admin)
  await tab.open('/logout')
  await tab.main.getByRole('button', { name: 'Logout' }).click()
  await expect(admin.heading('Work')).toBeVisible()
})

test('the unsaved draft of an account is not shown to another account, and is deleted at log-out', async ({
  admin,
  site,
}) => {
  await site.runAdminCommand('grant', accounts.user.email, '--keep-password')
  const unsavedDrafts = () => draftKeys(admin.page)
  await admin.fillProjectForm(tower)
  await admin.page.context().clearCookies()
  const tab = await openTab(admin)
  await tab.logIn(accounts.user)
  await tab.open('/create')
  await expectTexts(tab, { name: '', details: '' })
  // The first tab notices the other account.
  await expectTexts(admin, { name: '', details: '' })
  await nameOf(tab).fill('Boat House')
  await expect.poll(unsavedDrafts).toHaveLength(2)
  tab.page.on('dialog', (dialog) => void dialog.accept())
  await tab.open('/work')
  await tab.logOut()
  await expect.poll(unsavedDrafts).toHaveLength(1)
  // The first tab still shows `/create`, so it shows the unsaved draft again.
  await tab.logIn(accounts.admin)
  await expectTexts(admin)
})

test('a log-out while the tools are hidden deletes the unsaved draft too', async ({ admin }) => {
  await admin.fillProjectForm(tower)
  const tab = await openTab(admin)
  await tab.open('/work')
  await tab.page.getByRole('button', { name: 'Hide tools' }).click()
  await expect(tab.page.getByRole('button', { name: 'Show tools' })).toBeVisible()
  expect(await draftKeys(tab.page)).toHaveLength(1)
  await admin.page.close({ runBeforeUnload: false })
  await tab.logOut()
  await expect.poll(() => draftKeys(tab.page)).toEqual([])
})

test('a log-out before the page is hydrated deletes the unsaved draft', async ({ admin }) => {
  await admin.fillProjectForm(tower)
  const tab = await openTab(admin)
  await admin.page.close({ runBeforeUnload: false })
  // The modules never arrive.
  await tab.page.route('**/assets/*.js', () => {})
  await tab.page.goto(`${admin.site.origin}/about`, { waitUntil: 'commit' })
  await tab.page.locator('header').getByRole('button', { name: 'Logout' }).click()
  await tab.page.waitForURL('**/work', { waitUntil: 'commit' })
  expect(await draftKeys(tab.page)).toEqual([])
})

test('without the admin role, the form is not shown; when the role is granted again, it has kept its contents', async ({
  admin,
  site,
}) => {
  await admin.fillProjectForm(tower)
  await site.runAdminCommand('revoke', accounts.admin.email)
  admin.page.on('dialog', (dialog) => void dialog.accept())
  await admin.reload()
  await expect(admin.heading('Work')).toBeVisible()
  await expect(nameOf(admin)).toHaveCount(0)
  await site.runAdminCommand('grant', accounts.admin.email, '--keep-password')
  await admin.reload()
  await expectTexts(admin)
  expect(projectsOf(site)).toHaveLength(6)
})

test('a second tab starts with an empty form and does not change the unsaved draft of the first tab', async ({
  admin,
}) => {
  await admin.fillProjectForm(tower)
  const tab = await openTab(admin)
  await tab.open('/create')
  await nameOf(tab).fill('Boat House')
  await expect.poll(() => draftKeys(admin.page)).toHaveLength(2)
  await expect(tab.main.getByText(restored)).toHaveCount(0)
  // Emptied, because otherwise the reloaded tab could restore the draft of either tab.
  await nameOf(tab).fill('')
  await expect.poll(() => draftKeys(admin.page)).toHaveLength(1)
  await tab.page.close({ runBeforeUnload: false })
  await reload(admin)
  await expectTexts(admin)
})

test('starting over discards the unsaved draft after a confirmation', async ({ admin }) => {
  await admin.fillProjectForm({ ...tower, images: [await smallImage('one.jpg')] })
  await reload(admin)
  await expectTexts(admin)
  const earlierId = await requestIdOfDraft(admin)
  const startOver = admin.page.getByRole('button', { name: 'Start over' })
  await startOver.click()
  await admin.chooseInDialog('Keep')
  await expectTexts(admin)
  await startOver.click()
  await admin.chooseInDialog('Discard')
  await expect(nameOf(admin)).toBeFocused()
  await expectTexts(admin, { name: '', details: '' })
  await expect(admin.page.getByRole('button', { name: 'Discard one.jpg' })).toHaveCount(0)
  // Another project may have been created with the earlier id.
  await nameOf(admin).fill('Boat House')
  expect(await requestIdOfDraft(admin)).not.toBe(earlierId)
  await nameOf(admin).fill('')
  await admin.open('/create')
  await expectTexts(admin, { name: '', details: '' })
})
