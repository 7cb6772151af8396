import { accounts } from '#tests/support/accounts.ts'
import { imagesOf, pathOf, projectNamed, projectsOf } from '#tests/support/site/site-rows.ts'
import { expectAccessible } from './fixtures/checks/axe.ts'
import { checkbox, galleryOf, imageNames } from './fixtures/gallery.ts'
import { expect, test } from './fixtures/test.ts'
import type { Visitor } from './fixtures/visitor.ts'

const button = ({ main }: Visitor, name: string) => main.getByRole('button', { name, exact: true })
const rows = ({ main }: Visitor) => main.getByRole('listitem')
const status = ({ main }: Visitor, text: string) => main.getByRole('status').filter({ hasText: text })

test('Undo delete restores a removed project, and it reappears in the open list of a visitor', async ({
  admin,
  visitor,
  site,
}) => {
  await admin.open('/work')
  await visitor.open('/work')
  const before = await visitor.projectNames()
  await admin.openRemovalDialog('Reeded')
  const dialog = admin.page.getByRole('dialog', { name: 'Are you sure you want to delete this project?' })
  await expect(dialog).toHaveAccessibleDescription('Reeded It stays in the bin for 30 days.')
  await expect(dialog.getByText('Reeded', { exact: true })).toBeVisible()
  await admin.chooseInDialog('Yes')
  await expect(visitor.card('Reeded')).toHaveCount(0)
  await button(admin, 'Undo delete').click()
  await expect(status(admin, 'Reeded is back.')).toBeVisible()
  await expect(admin.page.getByRole('button', { name: 'Delete Reeded' })).toBeFocused()
  await expect.poll(() => visitor.projectNames()).toEqual(before)
  expect(await admin.projectNames()).toEqual(before)
  expect(projectsOf(site).map(({ name }) => name)).toEqual(before)
})

test('after a reload, a removed project can be restored from the bin with its images', async ({
  admin,
  colleague,
  visitor,
  site,
}) => {
  const path = pathOf(site, 'Thrown')
  await visitor.open(path)
  const images = await imageNames(visitor)
  await colleague.open('/bin')
  await expect(colleague.main.getByText('The bin is empty.')).toBeVisible()
  await admin.open('/work')
  await admin.removeProject('Thrown')
  await expect(visitor.main.getByText('Project not found')).toBeVisible()
  // A bin that another admin has open is updated.
  await expect(rows(colleague)).toContainText('Thrown')

  await admin.reload()
  await admin.open('/studio')
  await admin.link('Bin').click()
  await expect(admin.heading('Bin')).toBeVisible()
  await expect(rows(admin)).toContainText(`Project with ${images.length} images`)
  await expect(rows(admin)).toContainText(/Deleted .+; will be deleted for good on .+/)
  await expect(admin.main.getByText('What you delete stays here for 30 days')).toBeVisible()
  await admin.expectImageLoaded(rows(admin).locator('img').last())
  await expectAccessible(admin.page)
  await button(admin, 'Restore Thrown').click()
  await expect(status(admin, 'Thrown was restored.')).toBeVisible()
  await expect(rows(admin)).toHaveCount(0)
  await expect(colleague.main.getByText('The bin is empty.')).toBeVisible()
  await expect(visitor.heading('Thrown')).toBeVisible()
  expect(await imageNames(visitor)).toEqual(images)
})

test('images that were removed together are restored together', async ({ admin, visitor, site }) => {
  const path = pathOf(site, 'Thrown')
  await admin.open(path)
  await visitor.open(path)
  const before = await imageNames(admin)
  await checkbox(admin, 2).check()
  await checkbox(admin, 4).check()
  await button(admin, 'Remove 2 images').click()
  const dialog = admin.page.getByRole('dialog', { name: 'Are you sure you want to delete these 2 images?' })
  await expect(dialog).toHaveAccessibleDescription('Images 2 and 4 They stay in the bin for 30 days.')
  await admin.chooseInDialog('Yes, Delete')
  await expect.poll(async () => (await imageNames(visitor)).length).toBe(3)
  await button(admin, 'Undo remove').click()
  await expect(galleryOf(admin).getByRole('status').filter({ hasText: '2 images are back.' })).toBeVisible()
  await expect.poll(() => imageNames(visitor)).toEqual(before)
  expect(await imageNames(admin)).toEqual(before)

  await admin.removeImage(3)
  await expect(button(admin, 'Undo remove')).toBeVisible()
  await expect.poll(async () => (await imageNames(visitor)).length).toBe(4)
  await galleryOf(admin).getByRole('link', { name: 'Bin' }).click()
  await button(admin, 'Restore image 3 of Thrown').click()
  await expect.poll(() => imageNames(visitor)).toEqual(before)
  expect(imagesOf(site, 'Thrown').map(({ position }) => position)).toEqual([1, 2, 3, 4, 5])
})

test('erasing a project asks for the password if the last proof is older than ten minutes, and deletes the rows', async ({
  admin,
  site,
}) => {
  const { id } = projectNamed(site, 'Thrown')
  await admin.open('/work')
  await admin.removeProject('Thrown')
  await expect(button(admin, 'Undo delete')).toBeVisible()
  await admin.open('/bin')
  site.sql('update authSession set provenAt = ?', new Date(Date.now() - 11 * 60_000).toISOString())
  const deleteForGood = async () => {
    await button(admin, 'Delete for good').click()
    const dialog = admin.page.getByRole('dialog', { name: 'Delete this for good?' })
    await expect(dialog).toHaveAccessibleDescription(/^Thrown\./)
    await admin.chooseInDialog('Yes, delete for good')
  }
  await deleteForGood()
  await expect(admin.heading('Confirm that it is you')).toBeVisible()
  expect(site.sql('select id from projects where id = ?', id)).toHaveLength(1)
  await admin.page.getByLabel('Password').fill(accounts.admin.password)
  await admin.page.getByRole('button', { name: 'Continue' }).click()
  await expect(admin.heading('Bin')).toBeVisible()
  await deleteForGood()
  await expect(status(admin, 'Thrown was deleted for good.')).toBeVisible()
  expect(site.sql('select id from projects where id = ?', id)).toEqual([])
  expect(site.sql('select id from photos where projectId = ?', id)).toEqual([])
})

test('visitors and users cannot see the contents of the bin', async ({ admin, visitor, user, site }) => {
  await admin.open('/work')
  await admin.removeProject('Thrown')
  await admin.open('/bin')
  await expect(rows(admin)).toHaveCount(1)
  const photo = await rows(admin)
    .locator('img')
    .last()
    .evaluate((image: HTMLImageElement) => image.currentSrc)
  expect((await admin.page.request.get(photo)).status()).toBe(200)
  for (const [person, refused] of [
    [visitor, 401],
    [user, 403],
  ] as const) {
    expect((await person.open('/bin')).status()).toBe(refused)
    await expect(person.heading('Bin')).toBeVisible()
    for (const path of ['/bin', '/bin.data', '/BIN/']) {
      const response = await person.page.request.get(site.origin + path)
      expect(response.status(), path).toBe(refused)
      expect(await response.text(), path).not.toContain('Thrown')
    }
    expect((await person.page.request.get(photo)).status()).toBe(404)
    expect(await (await person.page.request.get(`${site.origin}/sitemap.xml`)).text()).not.toContain('bin')
  }
})
