import { expectAccessible } from './fixtures/checks/axe.ts'
import { smallImage } from './fixtures/chosen-files.ts'
import { pathOf } from '#tests/support/site/site-rows.ts'
import { expect, test } from './fixtures/test.ts'

// Replacing, describing, captioning and linking the hero and the portrait, and a studio without content.

for (const [place, path] of [
  ['hero', '/'],
  ['portrait', '/about'],
] as const)
  test(`the ${place} can be replaced, and an open page of a visitor shows the new one`, async ({
    admin,
    visitor,
    site,
  }) => {
    const current = () =>
      site.sql<{ id: string }>(`select id from photos where place = ? and deletedAt is null`, place).map(({ id }) => id)
    const before = current()
    await visitor.open(path)
    await admin.open(path)
    await admin.page.getByLabel(`Replace ${place}`).setInputFiles(await smallImage('new.jpg', { width: 900 }))
    await expect(admin.main.getByText(`The ${place} was replaced.`)).toBeVisible()
    expect(current()).toHaveLength(1)
    expect(current()).not.toEqual(before)
    await expect(visitor.main.locator(`img[src*="${current()[0]}"]`)).toHaveCount(1)

    // The alt text field opens, because the new photo has no alt text yet.
    await admin.main.getByLabel(`Alternative text of ${place}`, { exact: true }).fill('A bench under a window')
    await admin.main.getByLabel(`Alternative text of ${place}`, { exact: true }).press('Enter')
    await expect(visitor.main.getByRole('img', { name: 'A bench under a window' })).toBeVisible()
    await admin.main.getByLabel(`Focal point of ${place}, from the left`).press('ArrowRight')
    await expect(admin.main.getByText('Focal point saved.')).toBeVisible()
    expect(site.sql(`select focalX from photos where id = ?`, current()[0] ?? '')).toEqual([{ focalX: 0.51 }])
    await expectAccessible(admin.page)
  })

test('the hero has a caption, which links to the project that it shows', async ({ admin, visitor, site }) => {
  await visitor.open('/')
  await admin.open('/')
  await admin.page.getByRole('button', { name: 'Edit hero caption' }).click()
  await admin.main.getByLabel('Caption', { exact: true }).fill('Low Line, 2025')
  await admin.save()
  await expect(visitor.main.getByText('Low Line, 2025')).toBeVisible()
  await admin.page.getByRole('button', { name: 'Describe hero' }).click()
  await admin.main.getByLabel('Project shown in the hero').selectOption({ label: 'Low Line' })
  await expect(visitor.link('Low Line, 2025')).toHaveAttribute('href', pathOf(site, 'Low Line'))
  await expectAccessible(admin.page)
})

test('an empty studio shows visitors no empty frames, and shows admins empty notes', async ({
  admin,
  visitor,
  site,
}) => {
  for (const table of ['studioTexts', 'studioValues', 'studioLinks']) site.sql(`delete from ${table}`)
  site.sql(`update photos set deletedAt = '2026-01-01T00:00:00.000Z' where projectId is null`)
  await visitor.open('/')
  await expect(visitor.heading('Interior Design')).toBeVisible()
  for (const label of ['About', 'Values']) await expect(visitor.navigation(label)).toHaveCount(0)
  await expectAccessible(visitor.page)
  const sitemap = await (await visitor.page.request.get(`${site.origin}/sitemap.xml`)).text()
  expect(sitemap).not.toMatch(/about|values/)
  for (const [path, texts] of [
    ['/about', ['About']],
    ['/values', ['Our Values', 'Contact Us']],
    ['/contact', ['Contact']],
  ] as const) {
    const response = await visitor.open(path)
    expect(response.status()).toBe(200)
    for (const text of texts) await expect(visitor.main.getByText(text, { exact: true })).toBeVisible()
    await expect(visitor.main.locator('.tool-empty-note')).toHaveCount(0)
    await expectAccessible(visitor.page)
  }
  await expect(visitor.main.locator('dl > div')).toHaveCount(0)

  for (const [path, noteCount] of [
    ['/', 4],
    ['/about', 3],
    ['/values', 1],
    ['/contact', 4],
    ['/studio', 6],
  ] as const) {
    await admin.open(path)
    await expect(admin.main.locator('.tool-empty-note'), path).toHaveCount(noteCount)
    await expectAccessible(admin.page)
  }
  await admin.open('/')
  await expect(admin.navigation('About')).toBeVisible()
  await admin.page.getByRole('button', { name: 'Edit studio name' }).click()
  await admin.main.getByLabel('Studio’s name').fill('Wren')
  await admin.save()
  await expect(visitor.page.getByRole('banner').getByText('Wren')).toBeVisible()
})
