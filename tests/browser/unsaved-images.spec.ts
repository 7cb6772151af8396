import { accounts } from '#tests/support/accounts.ts'
import { imagesOf, pathOf } from '#tests/support/site/site-rows.ts'
import { smallImage } from './fixtures/chosen-files.ts'
import { Admin } from './fixtures/admin.ts'
import { expectAccessible } from './fixtures/checks/axe.ts'
import { expect, test } from './fixtures/test.ts'

const altOfFile = (admin: Admin, file: string) => admin.page.getByLabel(`Alternative text of ${file}`)
const altOfImage = (admin: Admin) => admin.main.getByLabel('Alternative text of image 1', { exact: true })

async function logOutInAnotherTab(admin: Admin): Promise<Admin> {
  const tab = new Admin(await admin.page.context().newPage(), admin.site)
  await tab.open('/logout')
  await tab.main.getByRole('button', { name: 'Logout' }).click()
  return tab
}

test('images chosen for a project are kept when the session ends, and can be added after the next log-in', async ({
  admin,
  site,
}) => {
  const count = imagesOf(site, 'Thrown').length
  await admin.open(pathOf(site, 'Thrown'))
  await admin.chooseImages(await smallImage('one.jpg'))
  await altOfFile(admin, 'one.jpg').fill('A bowl.')
  const tab = await logOutInAnotherTab(admin)
  await expect(admin.alert).toContainText('Your session has ended.')
  await expect(admin.page.getByLabel('Position')).toHaveCount(0)
  await expectAccessible(admin.page, '.tool-add-images')
  await tab.logIn(accounts.admin)
  await expect(admin.alert).toHaveCount(0)
  await expect(altOfFile(admin, 'one.jpg')).toHaveValue('A bowl.')
  await admin.page.getByRole('button', { name: 'Add Images' }).click()
  await expect(admin.main.getByText('1 image was added.')).toBeVisible()
  expect(imagesOf(site, 'Thrown')).toHaveLength(count + 1)
})

test('after a reload, the chosen images are listed by name with their alternative texts', async ({ admin, site }) => {
  const file = await smallImage('one.jpg')
  await admin.open(pathOf(site, 'Thrown'))
  await admin.chooseImages(file, await smallImage('two.jpg', { width: 80 }))
  await altOfFile(admin, 'one.jpg').fill('A bowl.')
  admin.page.on('dialog', (dialog) => void dialog.accept())
  await admin.reload()
  await expect(admin.main.getByText('The browser could not keep these files.')).toBeVisible()
  await expect(admin.main.getByText('A bowl.')).toBeVisible()
  await admin.chooseImages(file)
  await expect(altOfFile(admin, 'one.jpg')).toHaveValue('A bowl.')
  await admin.page.getByRole('button', { name: 'Discard two.jpg' }).click()
  await expect(admin.page.getByLabel('Choose Images')).toBeVisible()
  await expect(admin.main.getByText('The browser could not keep')).toHaveCount(0)
  await admin.page.getByRole('button', { name: 'Add Images' }).click()
  await expect(admin.main.getByText('1 image was added.')).toBeVisible()
  const unsavedDrafts = await admin.page.evaluate(() =>
    Object.keys(localStorage).filter((key) => key.includes('draft')),
  )
  expect(unsavedDrafts).toEqual([])
})

test('an unsaved alternative text survives a reload and the end of the session', async ({ admin, site }) => {
  await admin.open(pathOf(site, 'Thrown'))
  await admin.page.getByRole('button', { name: 'Describe image 1', exact: true }).click()
  await altOfImage(admin).fill('A bowl on the wheel.')
  admin.page.on('dialog', (dialog) => void dialog.accept())
  await admin.reload()
  await expect(altOfImage(admin)).toHaveValue('A bowl on the wheel.')
  // The session ends without a log-out.
  await admin.page.context().clearCookies()
  await admin.reload()
  await expect(altOfImage(admin)).toHaveCount(0)
  await admin.logIn(accounts.admin)
  await admin.open(pathOf(site, 'Thrown'))
  await expect(altOfImage(admin)).toHaveValue('A bowl on the wheel.')
  await admin.main.getByRole('button', { name: 'Save alternative text of image 1', exact: true }).click()
  await expect(admin.main.getByText('Saved.', { exact: true })).toBeVisible()
  expect(imagesOf(site, 'Thrown')[0]?.alt).toBe('A bowl on the wheel.')
  await admin.open(pathOf(site, 'Thrown'))
  await expect(altOfImage(admin)).toHaveCount(0)
})
