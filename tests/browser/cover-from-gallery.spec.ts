import { imagesOf, pathOf, projectNamed } from '#tests/support/site/site-rows.ts'
import type { Admin } from './fixtures/admin.ts'
import { expectAccessible } from './fixtures/checks/axe.ts'
import { smallImage } from './fixtures/chosen-files.ts'
import { ringContrast } from './fixtures/checks/focus-ring.ts'
import { galleryOf, imageAt, imageNames } from './fixtures/gallery.ts'
import { withoutReload } from './fixtures/live-updates.ts'
import { Visitor } from './fixtures/visitor.ts'
import { expect, test } from './fixtures/test.ts'

const coverButton = (admin: Admin, number: number) =>
  imageAt(admin, number).getByRole('button', { name: 'Use as cover', exact: true })
const cardImage = (person: Visitor) => person.card('Thrown').getByRole('img')
/** The cover of the open project: the first image on the page. */
const shownCover = (person: Visitor) => person.main.getByRole('img').first()

async function useAsCover(admin: Admin, number: number): Promise<void> {
  await admin.page.getByRole('button', { name: `Describe image ${number}`, exact: true }).click()
  await coverButton(admin, number).click()
  await expect(imageAt(admin, number).getByText('This picture is the cover.')).toBeVisible()
}

test('an image chosen as the cover appears in the open list and above the open gallery', async ({
  admin,
  colleague,
  visitor,
  other,
  user,
  site,
}) => {
  const path = pathOf(site, 'Thrown')
  const [third = { id: '', alt: '' }] = imagesOf(site, 'Thrown').slice(2)
  const former = site.sql<{ alt: string }>(
    `select alt from photos where projectId = ? and place = 'cover' and deletedAt is null`,
    projectNamed(site, 'Thrown').id,
  )[0]?.alt
  await withoutReload(visitor, '/work', () =>
    withoutReload(other, path, async () => {
      const names = await imageNames(other)
      await admin.open(path)
      await colleague.open(path)
      await useAsCover(admin, 3)
      await expectAccessible(admin.page)
      await expect(coverButton(admin, 3)).toHaveAttribute('aria-pressed', 'true')
      await expect(admin.main.getByText('Image 3 of the gallery is the cover.')).toBeVisible()
      await expect(cardImage(visitor)).toHaveAttribute('alt', third.alt)
      await expect(shownCover(other)).toHaveAttribute('alt', third.alt)
      // The image also stays in the gallery, because other images separate it from the cover.
      expect(await imageNames(other)).toEqual(names)

      // A second press, even by another admin, restores the cover photo.
      await colleague.page.getByRole('button', { name: 'Describe image 3', exact: true }).click()
      await expect(coverButton(colleague, 3)).toHaveAttribute('aria-pressed', 'true')
      await coverButton(colleague, 3).click()
      await expect(imageAt(colleague, 3).getByText('This picture is no longer the cover.')).toBeVisible()
      await expect(coverButton(admin, 3)).toHaveAttribute('aria-pressed', 'false')
      await expect(cardImage(visitor)).toHaveAttribute('alt', former ?? '')
      await expect(shownCover(other)).toHaveAttribute('alt', former ?? '')
    }),
  )
  await user.open(path)
  await expect(user.main.getByRole('button', { name: 'Use as cover' })).toHaveCount(0)
})

test('visitors do not see the cover twice in a row, and a click on it opens the viewer', async ({
  admin,
  visitor,
  browser,
  site,
}) => {
  const path = pathOf(site, 'Thrown')
  const names = imagesOf(site, 'Thrown').map(({ alt }) => alt)
  await admin.open(path)
  await useAsCover(admin, 1)
  expect(await imageNames(admin)).toEqual(names)
  await visitor.open(path)
  expect(await imageNames(visitor)).toEqual(names.slice(1))
  await visitor.page.keyboard.press('Tab')
  await visitor.link(names[0] ?? '').focus()
  expect(await visitor.link(names[0] ?? '').evaluate(ringContrast)).toBeGreaterThanOrEqual(9)
  await visitor.link(names[0] ?? '').click()
  const viewer = visitor.page.getByRole('dialog')
  await expect(viewer.getByText('Image 1 of 5', { exact: true })).toBeAttached()
  await visitor.page.keyboard.press('Escape')
  await expect(viewer).toHaveCount(0)
  await visitor.expectPath(path)
  await galleryOf(visitor)
    .getByRole('button', { name: names[1] ?? '', exact: true })
    .click()
  await expect(viewer.getByText('Image 2 of 5', { exact: true })).toBeAttached()

  const context = await browser.newContext({ javaScriptEnabled: false })
  const withoutScripts = new Visitor(await context.newPage(), site)
  await withoutScripts.open(path)
  await withoutScripts.link(names[0] ?? '').click()
  await expect(withoutScripts.page.getByRole('dialog').getByText('Image 1 of 5', { exact: true })).toBeAttached()
  await context.close()

  // At a later position the image is shown in the gallery again.
  await admin.moveImage(1, '2')
  await expect.poll(() => imagesOf(site, 'Thrown')[1]?.alt).toBe(names[0])
  await visitor.open(path)
  await expect.poll(() => imageNames(visitor)).toHaveLength(5)
  await expect(visitor.link(names[0] ?? '')).toHaveCount(0)
})

test('without a cover photo, the first image is the cover in the list, on the page, in its metadata and in the sitemap', async ({
  admin,
  visitor,
  site,
}) => {
  const [first, second] = [await smallImage('first.jpg'), await smallImage('second.jpg', { width: 80 })]
  await admin.addProject({ name: 'Water Tower', details: 'Brick.', images: [first, second] })
  const path = pathOf(site, 'Water Tower')
  await expect.poll(() => site.sql(`select id from photos where state = 'waiting'`)).toEqual([])
  const idOf = (position: number) => imagesOf(site, 'Water Tower')[position - 1]?.id ?? ''
  const expectCover = async (id: string) => {
    await visitor.open('/work')
    await expect(visitor.card('Water Tower').locator('img')).toHaveAttribute('src', new RegExp(`/photos/${id}/`))
    await visitor.open(path)
    await expect(shownCover(visitor)).toHaveAttribute('src', new RegExp(`/photos/${id}/`))
    await expect(visitor.page.locator('meta[property="og:image"]')).toHaveAttribute('content', new RegExp(id))
    const html = await (await visitor.page.request.get(site.origin + path)).text()
    expect(html).toMatch(new RegExp(`"thumbnailUrl":"[^"]*${id}`))
    const sitemap = await (await visitor.page.request.get(`${site.origin}/sitemap.xml`)).text()
    const inSitemap = [...sitemap.matchAll(/\/photos\/([^/]+)\//g)].map(([, photoId]) => photoId)
    expect(inSitemap.filter((photoId) => photoId === id)).toHaveLength(1)
    expect(await imageNames(visitor)).toEqual(['Image 2 of Water Tower'])
  }
  await expectCover(idOf(1))
  await admin.open(path)
  await expect(
    admin.main.getByText('Without a cover photo, the first image of the gallery is the cover.'),
  ).toBeVisible()
  const formerFirst = idOf(1)
  await admin.moveImage(1, '2')
  await expect.poll(() => idOf(2)).toBe(formerFirst)
  await expectCover(idOf(1))

  // An uploaded cover photo replaces it as the cover.
  await admin.open(path)
  await admin.page.getByLabel('Add cover photo').setInputFiles(await smallImage('cover.jpg', { width: 70 }))
  await expect(admin.main.getByText('The cover photo was replaced.')).toBeVisible()
  await visitor.open(path)
  expect(await imageNames(visitor)).toHaveLength(2)
})
