import { imagesOf, pathOf, projectNamed } from '#tests/support/site/site-rows.ts'
import type { Admin } from './fixtures/admin.ts'
import { expectAccessible } from './fixtures/checks/axe.ts'
import { checkbox, imageAt, imageNames } from './fixtures/gallery.ts'
import { withoutReload } from './fixtures/live-updates.ts'
import { expect, test } from './fixtures/test.ts'
import { viewer } from './fixtures/viewer.ts'
import type { Visitor } from './fixtures/visitor.ts'

const mark = (person: Visitor, number: number) => imageAt(person, number).getByText('Render', { exact: true })
const note = ({ main }: Visitor) => main.getByText('All pictures are renders.')
const creditHint = 'The name of the person who took, rendered or drew the picture; shown in the viewer.'
const form = ({ page }: Admin, title: string) => page.getByRole('form', { name: title, exact: true })

async function describeSelected(admin: Admin, title: string) {
  await admin.page.getByRole('button', { name: title, exact: true }).click()
  return form(admin, title)
}

test('the kind of one image and of the cover photo appears on open pages of visitors', async ({
  admin,
  visitor,
  other,
  user,
  site,
}) => {
  const path = pathOf(site, 'Thrown')
  const [, second] = imagesOf(site, 'Thrown')
  await withoutReload(visitor, path, () =>
    withoutReload(other, `${path}?image=${second?.id}`, async () => {
      const names = await imageNames(visitor)
      await admin.open(path)
      await admin.page.getByRole('button', { name: 'Describe image 2', exact: true }).click()
      await admin.page.getByLabel('Kind of image 2', { exact: true }).selectOption('Render')
      await expect(imageAt(admin, 2).getByText('Saved.', { exact: true })).toBeVisible()
      await expectAccessible(admin.page)
      await expect(admin.page.getByLabel('Credit of image 2', { exact: true })).toHaveAccessibleDescription(creditHint)
      await expect(mark(visitor, 2)).toBeVisible()
      await expect(viewer(other).getByText('Render', { exact: true })).toBeVisible()
      expect(await imageNames(visitor)).toEqual(names)
      await expect(visitor.main.getByText('Render', { exact: true })).toHaveCount(1)

      await admin.page.getByRole('button', { name: 'Describe cover photo', exact: true }).click()
      await admin.page.getByLabel('Kind of cover photo', { exact: true }).selectOption('Render')
      await expect(visitor.main.getByText('Render', { exact: true })).toHaveCount(2)
      await expectAccessible(visitor.page)
      await visitor.page.emulateMedia({ media: 'print' })
      for (const shown of await visitor.main.getByText('Render', { exact: true }).all())
        await expect(shown).toBeVisible()
    }),
  )
  await user.open(path)
  await expect(mark(user, 2)).toBeVisible()
  await expect(user.main.getByRole('button', { name: /^Describe/ })).toHaveCount(0)
})

test('kind and credit are set for the selected images and for all pictures of the project', async ({
  admin,
  visitor,
  other,
  user,
  site,
}) => {
  const path = pathOf(site, 'Thrown')
  const images = imagesOf(site, 'Thrown')
  await withoutReload(visitor, path, () =>
    withoutReload(other, `${path}?image=${images[2]?.id}`, async () => {
      await admin.open(path)
      for (const number of [3, 4]) await checkbox(admin, number).check()
      const two = await describeSelected(admin, 'Describe 2 images')
      await two.getByLabel('Kind').selectOption('Render')
      await expect(two.getByLabel('Credit')).toHaveAccessibleDescription(creditHint)
      await two.getByLabel('Credit').fill('Ada Lens')
      await expectAccessible(admin.page)
      await two.getByRole('button', { name: 'Save' }).click()
      await expect(two.getByText('Saved for 2 pictures.')).toBeVisible()
      await expect(mark(visitor, 3)).toBeVisible()
      await expect(mark(visitor, 4)).toBeVisible()
      await expect(viewer(other).getByText('Render: Ada Lens')).toBeVisible()
      await expect(note(visitor)).toHaveCount(0)

      await admin.page.getByRole('button', { name: 'Select all' }).click()
      const all = form(admin, `Describe ${images.length} images`)
      await expect(all.getByText('This includes the cover photo.')).toBeVisible()
      await expect(all.getByLabel('Credit')).toHaveAttribute('placeholder', 'Several credits')
      await all.getByLabel('Kind').selectOption('Render')
      await all.getByRole('button', { name: 'Save' }).click()
      await expect(all.getByText(`Saved for ${images.length + 1} pictures.`)).toBeVisible()
      await expect(note(visitor)).toBeVisible()
      await expect(visitor.main.getByText('Render', { exact: true })).toHaveCount(0)
      site.sql(`update photos set kind = 'plan' where id = ?`, images[4]?.id ?? '')
      await user.open(path)
      await expect(user.main.getByText('All pictures except drawings are renders.', { exact: true })).toBeVisible()
      await expect(user.main.getByText('Render', { exact: true })).toHaveCount(0)
      // The credits were not part of this change.
      await expect(viewer(other).getByText('Render: Ada Lens')).toBeVisible()
    }),
  )
})

test('a credit for several images survives a reload, and replaces the credit of another admin only after a warning', async ({
  admin,
  colleague,
  site,
}) => {
  const path = pathOf(site, 'Thrown')
  const [first] = imagesOf(site, 'Thrown')
  await admin.open(path)
  await admin.page.getByRole('button', { name: 'Select all' }).click()
  const title = `Describe ${imagesOf(site, 'Thrown').length} images`
  await (await describeSelected(admin, title)).getByLabel('Credit').fill('Ada')
  await colleague.open(path)
  await colleague.page.getByRole('button', { name: 'Describe image 1', exact: true }).click()
  await colleague.page.getByLabel('Credit of image 1', { exact: true }).fill('Ben')
  await colleague.page.getByRole('button', { name: 'Save credit of image 1' }).click()
  await expect(imageAt(colleague, 1).getByText('Saved.', { exact: true })).toBeVisible()

  admin.page.once('dialog', (dialog) => void dialog.accept())
  await admin.reload()
  await admin.page.getByRole('button', { name: 'Select all' }).click()
  const all = await describeSelected(admin, title)
  await expect(all.getByLabel('Credit')).toHaveValue('Ada')
  await all.getByRole('button', { name: 'Save' }).click()
  await expect(all.getByRole('alert')).toContainText('Failed to update project data')
  await expect(all).toContainText('One credit is now “Ben”. Save again to replace it with yours.')
  await all.getByRole('button', { name: 'Save' }).click()
  await expect(all.getByText(/^Saved for/)).toBeVisible()
  const [{ credit } = { credit: '' }] = site.sql<{ credit: string }>(
    'select credit from photos where id = ?',
    first?.id ?? '',
  )
  expect(credit).toBe('Ada')
})

test('an emptied credit field for images with several credits reads ‘No credit’, and saving it removes the credits', async ({
  admin,
  site,
}) => {
  const images = imagesOf(site, 'Thrown')
  site.sql(`update photos set credit = 'Ada' where id = ?`, images[0]?.id ?? '')
  await admin.open(pathOf(site, 'Thrown'))
  await admin.page.getByRole('button', { name: 'Select all' }).click()
  const all = await describeSelected(admin, `Describe ${images.length} images`)
  const credit = all.getByLabel('Credit')
  await expect(credit).toHaveAttribute('placeholder', 'Several credits')
  await credit.fill('Ben')
  await credit.clear()
  await expect(credit).toHaveAttribute('placeholder', 'No credit')
  await all.getByRole('button', { name: 'Save' }).click()
  await expect(all.getByText(/^Saved for/)).toBeVisible()
  const { id } = projectNamed(site, 'Thrown')
  expect(site.sql('select distinct credit from photos where projectId = ?', id)).toEqual([{ credit: '' }])
})

test('a signed-up user cannot describe images', async ({ user, site }) => {
  const path = pathOf(site, 'Thrown')
  const { id } = imagesOf(site, 'Thrown')[1] ?? { id: '' }
  await user.open(path)
  const body = { intent: 'describe-images', photoId: id, kind: 'render', credit: 'Mine', baseCredit: '' }
  const headers = { origin: site.origin }
  const response = await user.page.request.post(`${site.origin}${path}.data`, { form: body, headers })
  expect(response.status()).toBe(403)
  const rows = site.sql<{ kind: string; credit: string }>(
    'select distinct kind, credit from photos where projectId = ?',
    projectNamed(site, 'Thrown').id,
  )
  expect(rows).toEqual([{ kind: 'photograph', credit: '' }])
})

test('renders are marked without scripts', async ({ browser, site }) => {
  const { id } = imagesOf(site, 'Thrown')[1] ?? {}
  site.sql(`update photos set kind = 'render' where id = ?`, id ?? '')
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(site.origin + pathOf(site, 'Thrown'))
  await expect(page.getByRole('listitem').getByText('Render', { exact: true })).toBeVisible()
  await page.goto(`${site.origin}${pathOf(site, 'Thrown')}?image=${id}`)
  await expect(page.getByRole('dialog').getByText('Render', { exact: true })).toBeVisible()
  await context.close()
})
