import { pathOf, projectNamed } from '#tests/support/site/site-rows.ts'
import type { SiteProcess } from '#tests/support/site/site-process.ts'
import type { Admin } from './fixtures/admin.ts'
import { imageAt } from './fixtures/gallery.ts'
import { expect, test } from './fixtures/test.ts'

// A button stays under the pointer when it opens something, so that a double click presses no other button.

const button = ({ main }: Admin, name: string) => main.getByRole('button', { name, exact: true })
const field = ({ main }: Admin, label: string) => main.getByLabel(label, { exact: true })
const isPublished = (site: SiteProcess) =>
  site.sql('select id from projects where name = ? and publishedAt is not null', 'Thrown').length > 0

/** The centre of a button in the viewport. */
async function pointOf(admin: Admin, name: string): Promise<{ x: number; y: number }> {
  await button(admin, name).scrollIntoViewIfNeeded()
  const { x, y, width, height } = (await button(admin, name).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  return { x: x + width / 2, y: y + height / 2 }
}

for (const width of [360, 768, 1440]) {
  test(`at ${width} px, a double click opens a form and leaves all buttons in their places`, async ({
    admin,
    site,
  }) => {
    await admin.page.setViewportSize({ width, height: 900 })
    site.sql('update projects set publishedAt = null where name = ?', 'Thrown')
    await admin.open(pathOf(site, 'Thrown'))
    const names = ['Preview as a visitor', 'Publish', 'Edit address', 'Publish later', 'Share privately']
    const places = await Promise.all(names.map((name) => pointOf(admin, name)))
    for (const [name, label] of [
      ['Edit address', 'Address'],
      ['Publish later', 'Publish on'],
      ['Share privately', 'For'],
    ] as const) {
      const { x, y } = await pointOf(admin, name)
      await admin.page.mouse.dblclick(x, y)
      await expect(field(admin, label)).toBeVisible()
      expect(await Promise.all(names.map((one) => pointOf(admin, one)))).toEqual(places)
    }
    expect(isPublished(site)).toBe(false)
  })
}

test('two slow clicks on Edit address open and close the form, and do not withdraw the project', async ({
  admin,
  site,
}) => {
  await admin.open(pathOf(site, 'Thrown'))
  const { x, y } = await pointOf(admin, 'Edit address')
  await admin.page.mouse.click(x, y)
  await expect(field(admin, 'Address')).toBeVisible()
  await admin.page.mouse.click(x, y)
  await expect(field(admin, 'Address')).toHaveCount(0)
  await expect(button(admin, 'Edit address')).toBeFocused()
  expect(isPublished(site)).toBe(true)
})

test('a double click on Show shows the image once, and a later click at the same place hides it again', async ({
  admin,
  site,
}) => {
  const { id } = projectNamed(site, 'Thrown')
  const [image] = site.sql<{ id: string }>(
    `update photos set hidden = 1 where id = (
       select id from photos where projectId = ? and place = 'gallery' and deletedAt is null order by position limit 1
     ) returning id`,
    id,
  )
  await admin.open(pathOf(site, 'Thrown'))
  await button(admin, 'Describe image 1').click()
  await expect(button(admin, 'Use as cover')).toHaveCount(0)
  const { x, y } = await pointOf(admin, 'Show image 1')
  await admin.page.mouse.dblclick(x, y)
  await expect(button(admin, 'Use as cover')).toBeVisible()
  await expect(button(admin, 'Hide image 1')).toBeVisible()
  expect(await pointOf(admin, 'Hide image 1')).toMatchObject({ y })
  await expect(button(admin, 'Hide image 1')).not.toHaveAttribute('aria-busy')
  await admin.page.mouse.click(x, y)
  await expect(imageAt(admin, 1).getByText('Hidden', { exact: true })).toBeVisible()
  expect(site.sql('select hidden from photos where id = ?', image?.id ?? null)).toEqual([{ hidden: 1 }])
  expect(site.sql('select coverImageId from projects where id = ?', id)).toEqual([{ coverImageId: null }])
})
