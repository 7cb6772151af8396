import { accounts } from '#tests/support/accounts.ts'
import { Admin } from './fixtures/admin.ts'
import { pathOf, projectNamed } from '#tests/support/site/site-rows.ts'
import { expect, test } from './fixtures/test.ts'

// Unsaved drafts of text editors are kept on the device.

const bringBack = ({ page }: Admin) => page.getByRole('button', { name: 'Bring back my changes' })

test('an unsaved text survives a discarded tab until it is saved', async ({ admin, site }) => {
  const path = pathOf(site, 'Thrown')
  await admin.open(path)
  await admin.editText('details', 'Half a sentence')
  // A phone discards a tab without asking.
  await admin.page.close({ runBeforeUnload: false })
  const tab = new Admin(await admin.page.context().newPage(), site)
  await tab.open(path)
  await bringBack(tab).click()
  await expect(tab.editor('details')).toHaveValue('Half a sentence')
  await tab.editor('details').pressSequentially(', and the rest.')
  await tab.save()
  await expect(tab.main.getByText('Saved. Visitors see it now.')).toBeVisible()
  await expect(bringBack(tab)).toHaveCount(0)
  expect(projectNamed(site, 'Thrown').details).toBe('Half a sentence, and the rest.')
  await tab.reload()
  await tab.page.getByRole('button', { name: 'Edit details' }).waitFor()
  await expect(bringBack(tab)).toHaveCount(0)
})

test('another account on the same device does not see the unsaved text', async ({ admin, user, site }) => {
  site.sql(`update users set role = 'Admin'`)
  const path = pathOf(site, 'Thrown')
  await admin.open(path)
  await admin.editText('name', 'Secret name')
  await admin.page.close({ runBeforeUnload: false })
  const context = admin.page.context()
  await context.clearCookies()
  await context.addCookies((await user.page.context().storageState()).cookies)
  const tab = new Admin(await context.newPage(), site)
  await tab.open(path)
  await tab.page.getByRole('button', { name: 'Edit name' }).waitFor()
  await expect(bringBack(tab)).toHaveCount(0)
})

test('the unsaved text of a project that another admin removes is kept and can be copied', async ({
  admin,
  colleague,
  site,
}) => {
  const path = pathOf(site, 'Thrown')
  await admin.open(path)
  await admin.editText('details', 'A long afternoon’s work.')
  await colleague.open('/work')
  await colleague.removeProject('Thrown')
  await expect(admin.heading('Project not found')).toBeVisible()
  await expect(admin.alert).toHaveText(
    'This project was deleted before you saved. What you wrote is kept here, so that you can copy it.',
  )
  const kept = admin.main.getByLabel('Your details')
  await expect(kept).toHaveValue('A long afternoon’s work.')
  await admin.page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await admin.page.getByRole('button', { name: 'Copy text' }).click()
  await expect(admin.main.getByText('The text was copied.')).toBeVisible()
  expect(await admin.page.evaluate(() => navigator.clipboard.readText())).toBe('A long afternoon’s work.')
  // In an insecure context there is no clipboard.
  await admin.page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  await admin.page.getByRole('button', { name: 'Copy text' }).click()
  await expect(admin.main.getByText('The browser does not allow copying. The text is selected.')).toBeVisible()
  await expect(kept).toBeFocused()
  expect(await admin.page.evaluate(() => getSelection()?.toString())).toBe('A long afternoon’s work.')
  await admin.reload()
  await expect(kept).toHaveValue('A long afternoon’s work.')
  await admin.page.getByRole('button', { name: 'Discard' }).click()
  await expect(kept).toHaveCount(0)
  await admin.reload()
  await expect(admin.heading('Project not found')).toBeVisible()
  await expect(kept).toHaveCount(0)
})

test('an unsaved text of the studio survives a reload', async ({ admin }) => {
  await admin.open('/about')
  await admin.page.getByRole('button', { name: 'Edit biography' }).click()
  await admin.main.getByLabel('Biography').fill('I begin again.')
  admin.page.on('dialog', (dialog) => void dialog.accept())
  await admin.reload()
  await bringBack(admin).click()
  await expect(admin.main.getByLabel('Biography')).toHaveValue('I begin again.')
})

test('after the operator revokes the role, the unsaved text can be copied; after the role is granted again, it can be edited', async ({
  admin,
  site,
}) => {
  const revokedMessage = 'You can no longer edit here. What you wrote is kept here, so that you can copy it.'
  await admin.open(pathOf(site, 'Thrown'))
  await admin.editText('details', 'A long afternoon’s work.')
  await site.runAdminCommand('revoke', accounts.admin.email)
  await expect(admin.alert).toHaveText(revokedMessage)
  await expect(admin.main.getByLabel('Your details')).toHaveValue('A long afternoon’s work.')
  await admin.page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await admin.page.getByRole('button', { name: 'Copy text' }).click()
  await expect(admin.main.getByText('The text was copied.')).toBeVisible()
  expect(await admin.page.evaluate(() => navigator.clipboard.readText())).toBe('A long afternoon’s work.')
  await site.runAdminCommand('grant', accounts.admin.email, '--keep-password')
  await expect(admin.editor('details')).toHaveValue('A long afternoon’s work.')
})
