import { imagesOf, pathOf, projectNamed } from '#tests/support/site/site-rows.ts'
import { expectAccessible } from './fixtures/checks/axe.ts'
import { imageAt, imageNames } from './fixtures/gallery.ts'
import { withoutReload } from './fixtures/live-updates.ts'
import type { Visitor } from './fixtures/visitor.ts'
import { expect, test } from './fixtures/test.ts'

const captionsShown = ({ page }: Visitor) => page.getByRole('checkbox', { name: 'Show captions', exact: true })

test('a saved caption appears without a reload below the image on demand and in print, and in the viewer', async ({
  admin,
  visitor,
  other,
  site,
}) => {
  const path = pathOf(site, 'Thrown')
  const [, { alt } = { alt: '' }] = imagesOf(site, 'Thrown')
  await withoutReload(visitor, path, async () => {
    await expect(captionsShown(visitor)).toHaveCount(0)
    const names = await imageNames(visitor)
    await admin.open(path)
    await admin.page.getByRole('button', { name: 'Describe image 2', exact: true }).click()
    const caption = admin.page.getByLabel('Caption of image 2', { exact: true })
    await caption.fill('The counter, built in a week')
    // The unsaved text survives a reload.
    await admin.page.reload()
    await expect(caption).toHaveValue('The counter, built in a week')
    await caption.press('Enter')
    await expect(imageAt(admin, 2).getByText('Saved.')).toBeVisible()
    await expectAccessible(admin.page)

    const shown = visitor.main.getByText('The counter, built in a week')
    await expect(captionsShown(visitor)).toBeVisible()
    await expect(shown).toBeHidden()
    await captionsShown(visitor).check()
    await expect(shown).toBeVisible()
    await expectAccessible(visitor.page)
    await captionsShown(visitor).uncheck()
    await visitor.page.emulateMedia({ media: 'print' })
    await expect(shown).toBeVisible()
    await visitor.page.emulateMedia({ media: 'screen' })
    // Screen readers still read the alternative text.
    expect(await imageNames(visitor)).toEqual(names)
  })
  await other.open(path)
  await other.page.getByRole('button', { name: alt, exact: true }).click()
  const viewer = other.page.getByRole('dialog')
  await expect(viewer.getByText('The counter, built in a week')).toBeVisible()
  await expect(viewer.getByText(alt)).toHaveCount(0)
  await expect(viewer.getByRole('img', { name: alt })).toBeVisible()
  await other.page.keyboard.press('ArrowRight')
  await expect(viewer.getByText(imagesOf(site, 'Thrown')[2]?.alt ?? '')).toBeVisible()
})

test('captions can be shown without scripts', async ({ browser, site }) => {
  const { id } = imagesOf(site, 'Thrown')[1] ?? {}
  site.sql('update photos set caption = ? where id = ?', 'The counter', id ?? '')
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(site.origin + pathOf(site, 'Thrown'))
  await expect(page.getByText('The counter', { exact: true })).toBeHidden()
  await page.getByRole('checkbox', { name: 'Show captions' }).check()
  await expect(page.getByText('The counter', { exact: true })).toBeVisible()
  await context.close()
})

test('a signed-up user cannot set a caption', async ({ user, site }) => {
  const path = pathOf(site, 'Thrown')
  const { id } = imagesOf(site, 'Thrown')[1] ?? { id: '' }
  await user.open(path)
  await expect(user.page.getByRole('button', { name: 'Describe image 2' })).toHaveCount(0)
  const form = { intent: 'set-caption', photoId: id, caption: 'Mine', baseText: '' }
  const headers = { origin: site.origin }
  const response = await user.page.request.post(`${site.origin}${path}.data`, { form, headers })
  expect(response.status()).toBe(403)
  const captions = site.sql<{ caption: string }>(
    'select caption from photos where projectId = ?',
    projectNamed(site, 'Thrown').id,
  )
  expect(captions.every(({ caption }) => caption === '')).toBe(true)
})
