import { Admin } from './fixtures/admin.ts'
import { accounts } from '#tests/support/accounts.ts'
import { pathOf, projectNamed, projectsOf } from '#tests/support/site/site-rows.ts'
import { expect, test } from './fixtures/test.ts'

const failed = 'Failed to update project data'

test('the name is edited inside its heading and saved', async ({ admin, visitor, site }) => {
  await admin.open(pathOf(site, 'Thrown'))
  await admin.page.getByRole('button', { name: 'Edit name' }).click()
  await expect(admin.editor('name')).toBeFocused()
  await expect(admin.editor('name')).toHaveValue('Thrown')
  // The field is inside the heading, so the page keeps its h1.
  await expect(admin.heading('Project Name Thrown').getByRole('textbox')).toBeFocused()
  await admin.editor('name').fill('  Thrown & <b>Fired</b>  ')
  await admin.save()
  await expect(admin.heading('Thrown & <b>Fired</b>')).toBeVisible()
  await expect(admin.main.getByRole('status').filter({ hasText: 'Saved.' })).toBeVisible()
  await expect(admin.page.getByRole('button', { name: 'Edit name' })).toBeFocused()
  await visitor.open('/work')
  expect(await visitor.projectNames()).toContain('Thrown & <b>Fired</b>')
})

test('the name stays on one line: Enter saves it, and pasted line breaks become spaces', async ({ admin, site }) => {
  await admin.open(pathOf(site, 'Thrown'))
  await admin.editText('name', 'Thrown\nand fired')
  await expect(admin.editor('name')).toHaveValue('Thrown and fired')
  await admin.page.keyboard.press('Enter')
  await expect(admin.heading('Thrown and fired')).toBeVisible()
})

test('details keep their paragraphs and line breaks', async ({ admin, visitor, site }) => {
  const path = pathOf(site, 'Thrown')
  await admin.open(path)
  await admin.editText('details', 'One room.\n\nClay,\noak.\n\n\nLight.')
  await admin.save()
  await expect(admin.main.getByText('One room.', { exact: true })).toBeVisible()
  expect(projectNamed(site, 'Thrown').details).toBe('One room.\n\nClay,\noak.\n\n\nLight.')
  await visitor.open(path)
  const paragraphs = visitor.main.getByRole('paragraph').filter({ hasText: /^(One room|Clay|Light)/ })
  await expect(paragraphs).toHaveText(['One room.', 'Clay, oak.', 'Light.'])
  expect(await paragraphs.nth(1).evaluate((paragraph: HTMLElement) => paragraph.innerText)).toBe('Clay,\noak.')
})

test('only one text can be edited at a time, and the unsaved draft of the other is kept', async ({ admin, site }) => {
  await admin.open(pathOf(site, 'Thrown'))
  await admin.editText('name', 'Thrown again')
  await admin.editText('details', 'Clay.')
  await expect(admin.editor('name')).toHaveCount(0)
  await admin.save()
  await expect(admin.editor('details')).toHaveCount(0)
  await expect(admin.main.getByText('Clay.', { exact: true })).toBeVisible()
  await expect(admin.heading('Thrown')).toBeVisible()
  await admin.page.getByRole('button', { name: 'Bring back my changes' }).click()
  await expect(admin.editor('name')).toHaveValue('Thrown again')
})

test('Cancel shows the saved text, and the unsaved draft can be restored', async ({ admin, site }) => {
  await admin.open(pathOf(site, 'Thrown'))
  await admin.editText('name', 'Thrown again')
  await admin.main.getByRole('button', { name: 'Cancel' }).click()
  await expect(admin.heading('Thrown')).toBeVisible()
  await expect(admin.page.getByRole('button', { name: 'Edit name' })).toBeFocused()
  await admin.page.getByRole('button', { name: 'Bring back my changes' }).click()
  await expect(admin.editor('name')).toHaveValue('Thrown again')
  // Escape that ends the composition of an input method.
  await admin.editor('name').dispatchEvent('keydown', { key: 'Escape', isComposing: true })
  await expect(admin.editor('name')).toHaveValue('Thrown again')
  await admin.page.keyboard.press('Escape')
  await expect(admin.heading('Thrown')).toBeVisible()
  expect(projectNamed(site, 'Thrown').nameVersion).toBe(1)
})

for (const field of ['name', 'details'] as const) {
  test(`an error is shown when the ${field} cannot be saved, and the unsaved draft is kept`, async ({
    admin,
    site,
  }) => {
    const before = projectsOf(site)
    await admin.open(pathOf(site, 'Thrown'))
    await admin.editText(field, 'Written with care')
    const release = site.holdWriteLock()
    await admin.save()
    await expect(admin.alert).toHaveText(failed)
    release()
    await expect(admin.editor(field)).toHaveValue('Written with care')
    expect(projectsOf(site)).toEqual(before)
    await admin.save()
    await expect(admin.main.getByText('Written with care', { exact: true })).toBeVisible()
    await expect(admin.alert).toHaveCount(0)
    await expect.poll(() => projectsOf(site)[0]?.[field]).toBe('Written with care')
  })
}

test('without a connection, saving shows an error and keeps the unsaved draft', async ({ admin, site }) => {
  await admin.open(pathOf(site, 'Thrown'))
  await admin.editText('details', 'Written on a train')
  await admin.page.context().setOffline(true)
  await admin.save()
  await expect(admin.alert).toHaveText(failed)
  await expect(admin.editor('details')).toHaveValue('Written on a train')
  await admin.page.context().setOffline(false)
  await admin.save()
  await expect(admin.editor('details')).toHaveCount(0)
  await expect(admin.main.getByText('Written on a train', { exact: true })).toBeVisible()
})

test('an admin whose role was revoked cannot save and is shown the reason', async ({ admin, site }) => {
  // Blocked, because the live stream would remove the tools from the page at once.
  await admin.page.context().route('**/live?*', (route) => route.abort())
  await admin.open(pathOf(site, 'Thrown'))
  await site.runAdminCommand('revoke', 'designer@studio.example')
  await admin.editText('name', 'Mine')
  await admin.save()
  await expect(admin.alert).toHaveText(failed)
  await expect(admin.main.getByText('This is only for admins of this site.')).toBeVisible()
  expect(projectsOf(site)[0]?.name).toBe('Thrown')
})

test('saving after the session has ended keeps the text and links to the log-in page', async ({ admin, site }) => {
  // Blocked, because a live stream opened after the session has ended removes the editor, as in the next test.
  await admin.page.context().route('**/live?*', (route) => route.abort())
  await admin.open(pathOf(site, 'Thrown'))
  await admin.editText('details', 'Half a sentence')
  await admin.page.context().clearCookies()
  await admin.save()
  await expect(admin.alert).toHaveText(failed)
  const tab = admin.page.context().waitForEvent('page')
  await admin.main.getByRole('link', { name: 'Please log in first.' }).click()
  const logInTab = new Admin(await tab, site)
  await logInTab.fillCredentials(accounts.admin)
  await logInTab.page.getByRole('button', { name: 'Log in', exact: true }).click()
  await logInTab.expectPath('/work')
  await expect(admin.editor('details')).toHaveValue('Half a sentence')
  await admin.save()
  await expect(admin.main.getByText('Saved. Visitors see it now.', { exact: true })).toBeVisible()
})

test('logging out in another tab shows a warning, and the unsaved draft can be saved after logging in again', async ({
  admin,
  site,
}) => {
  await admin.open(pathOf(site, 'Thrown'))
  await admin.editText('details', 'Half a sentence')
  const tab = new Admin(await admin.page.context().newPage(), site)
  await tab.open('/logout')
  await tab.main.getByRole('button', { name: 'Logout' }).click()
  await expect(admin.alert).toContainText('What you wrote is kept')
  await expect(admin.alert.getByRole('link', { name: 'Log in again' })).toHaveAttribute('target', '_blank')
  await tab.logIn(accounts.admin)
  await expect(admin.editor('details')).toHaveValue('Half a sentence')
  await admin.editor('details').pressSequentially(', and the rest.')
  await admin.save()
  await expect(admin.main.getByText('Saved. Visitors see it now.', { exact: true })).toBeVisible()
  expect(projectNamed(site, 'Thrown').details).toBe('Half a sentence, and the rest.')
})

test('saving over a newer text shows both texts, and the admin can overwrite it', async ({
  admin,
  colleague,
  site,
}) => {
  await saveOverNewerName({ admin, colleague, site })
  await admin.main.getByRole('button', { name: 'Overwrite with mine' }).click()
  await expect(admin.heading('Mine')).toBeVisible()
  await expect.poll(() => colleague.main.getByRole('heading', { level: 1 }).innerText()).toBe('Mine')
  expect(projectsOf(site)[0]).toMatchObject({ name: 'Mine', nameVersion: 3 })
})

test('saving over a newer text shows both texts, and Keep theirs keeps the unsaved draft', async ({
  admin,
  colleague,
  site,
}) => {
  await saveOverNewerName({ admin, colleague, site })
  await admin.main.getByRole('button', { name: 'Keep theirs' }).click()
  await expect(admin.heading('Theirs')).toBeVisible()
  expect(projectsOf(site)[0]).toMatchObject({ name: 'Theirs', nameVersion: 2 })
  await admin.page.getByRole('button', { name: 'Bring back my changes' }).click()
  await expect(admin.editor('name')).toHaveValue('Mine')
})

async function saveOverNewerName({ admin, colleague, site }: { admin: Admin; colleague: Admin; site: Admin['site'] }) {
  await admin.open(pathOf(site, 'Thrown'))
  await admin.editText('name', 'Mine')
  await colleague.open(pathOf(site, 'Thrown'))
  await colleague.editText('name', 'Theirs')
  await colleague.save()
  await expect(colleague.heading('Theirs')).toBeVisible()
  await admin.save()
  await expect(admin.alert).toHaveText(failed)
  await expect(admin.main.getByText('Theirs', { exact: true })).toBeVisible()
  await expect(admin.main.getByRole('textbox', { name: 'Project Name, yours' })).toHaveValue('Mine')
  expect(projectsOf(site)[0]?.name).toBe('Theirs')
}

test('two admins can save different texts of one project at the same time', async ({ admin, colleague, site }) => {
  await admin.open(pathOf(site, 'Thrown'))
  await colleague.open(pathOf(site, 'Thrown'))
  await admin.editText('name', 'Both')
  await colleague.editText('details', 'Of us.')
  await Promise.all([admin.save(), colleague.save()])
  await expect(admin.heading('Both')).toBeVisible()
  await expect.poll(() => projectsOf(site)[0]).toMatchObject({ name: 'Both', details: 'Of us.' })
  await expect(colleague.main.getByText('Of us.', { exact: true })).toBeVisible()
})

test('leaving or reloading the page with an unsaved change asks for confirmation', async ({ admin, site }) => {
  await admin.open(pathOf(site, 'Thrown'))
  await admin.editText('name', 'Not saved yet')
  await admin.navigation('About').click()
  await expect(admin.page.getByRole('dialog')).toContainText('Leave without saving?')
  await admin.chooseInDialog('Stay')
  await expect(admin.editor('name')).toHaveValue('Not saved yet')

  const beforeUnload = admin.page.waitForEvent('dialog')
  await admin.page.reload({ timeout: 1_000 }).catch(() => {})
  expect((await beforeUnload).type()).toBe('beforeunload')
  await (await beforeUnload).dismiss()
  await expect(admin.editor('name')).toHaveValue('Not saved yet')

  await admin.navigation('About').click()
  await admin.chooseInDialog('Leave')
  await admin.expectPath('/about')
})

test('leaving without a change does not ask for confirmation', async ({ admin, site }) => {
  await admin.open(pathOf(site, 'Thrown'))
  await admin.editText('name', 'Changed')
  await admin.editor('name').fill('Thrown')
  await admin.goTo('About')
  await admin.expectPath('/about')
})

test('a name has 1 to 120 characters and details 1 to 10,000, counted as code points', async ({ admin, site }) => {
  await admin.open(pathOf(site, 'Thrown'))
  for (const [field, maxLength] of [
    ['name', 120],
    ['details', 10_000],
  ] as const) {
    await admin.editText(field, '🏺'.repeat(maxLength + 1))
    await admin.save()
    await expect(admin.alert).toHaveText(failed)
    await expect(admin.editor(field)).toHaveAccessibleDescription(
      new RegExp(`at most ${maxLength.toLocaleString('en-GB')} characters`),
    )
    await admin.editor(field).fill('  ')
    await admin.save()
    await expect(admin.editor(field)).toHaveAccessibleDescription(/required/)
    await admin.editor(field).fill('🏺'.repeat(maxLength))
    await admin.save()
    await expect(admin.page.getByRole('button', { name: `Edit ${field}` })).toBeVisible()
    expect(projectsOf(site)[0]?.[field]).toBe('🏺'.repeat(maxLength))
  }
})
