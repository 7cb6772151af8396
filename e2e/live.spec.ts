import { galleryOf, imageNames } from './gallery.ts'
import { small } from './photographs.ts'
import { pathOf } from './rows.ts'
import { expect, test } from './stories.ts'
import { arrives, seenAt, stays, type Sight } from './watching.ts'

test.describe.configure({ timeout: 90_000 })

test('a new project appears on the list of somebody who has it open', async ({ admin, visitor }) => {
  await stays(visitor, '/work', async () => {
    await admin.fillsIn({ name: 'Water Tower', details: 'Brick.', cover: await small('tower.jpg') })
    await arrives('a new project', admin, visitor, () => admin.submits(), ['main h2', /Water Tower$/])
    await expect(visitor.card('Water Tower').locator('img')).toHaveCount(1, { timeout: 30_000 })
  })
})

test('a new name appears on the list, on the page and in the title', async ({ admin, visitor, other, site }) => {
  const path = pathOf(site, 'Thrown')
  await stays(visitor, '/work', () =>
    stays(other, path, async () => {
      await admin.opens(path)
      await admin.rewrites('name', 'Fired')
      const onPage = seenAt(other, ['h1', /^Fired$/])
      await arrives('a name, on the list', admin, visitor, () => admin.saves(), ['main h2', /^Fired/])
      await onPage
      await expect(other.page).toHaveTitle(/Fired/)
    }),
  )
})

test('a new order appears on the list', async ({ admin, visitor }) => {
  await stays(visitor, '/work', async () => {
    await admin.opens('/work')
    await arrives('an order', admin, visitor, () => admin.moves('Low Line', '0'), ['main h2', /^Low Line.*Thrown/])
  })
})

test('a deleted project leaves the list, and its page says so', async ({ admin, visitor, other, site }) => {
  await stays(visitor, '/work', () =>
    stays(other, pathOf(site, 'Thrown'), async () => {
      await admin.opens('/work')
      const onPage = seenAt(other, ['main', /Project not found/])
      await arrives('a deletion', admin, visitor, () => admin.deletes('Thrown'), ['main h2', /^Reeded/])
      await onPage
    }),
  )
})

test('new details appear on the page', async ({ admin, visitor, site }) => {
  const path = pathOf(site, 'Thrown')
  await stays(visitor, path, async () => {
    await admin.opens(path)
    await admin.rewrites('details', 'Rewritten.')
    await arrives('details', admin, visitor, () => admin.saves(), ['main p', /Rewritten\./])
  })
})

test('images that are added, moved and removed change on the page, and so does the cover', async ({
  admin,
  visitor,
  site,
}) => {
  const path = pathOf(site, 'Low Line')
  const [a, b, c] = site
    .sql<{ alt: string }>(
      `select alt from photos where place = 'gallery' and projectId = (select id from projects where name = 'Low Line')
        order by position`,
    )
    .map((row) => row.alt)
  const added = 'Image 4 of Low Line'
  await stays(visitor, path, async () => {
    await admin.opens(path)
    await arrives(
      'an image',
      admin,
      visitor,
      async () => admin.addsImages(await small('new.jpg')),
      names(a, b, c, added),
    )
    await arrives('an order of images', admin, visitor, () => admin.movesImage(3, '1'), names(c, a, b, added))
    await arrives('a removal', admin, visitor, () => admin.removesImage(2), names(c, b, 'Image 3 of Low Line'))
    const before = await visitor.main.locator('header + div img').getAttribute('src')
    await admin.replacesCover(await small('cover.jpg'))
    await expect(visitor.main.locator('header + div img')).not.toHaveAttribute('src', before ?? '', { timeout: 30_000 })
  })
})

test('an open viewer goes on with the next image when the one it shows is removed', async ({
  admin,
  visitor,
  site,
}) => {
  const path = pathOf(site, 'Thrown')
  await stays(visitor, path, async () => {
    const [, second, third] = await imageNames(visitor)
    await galleryOf(visitor).getByRole('button', { name: second, exact: true }).click()
    const viewer = visitor.page.getByRole('dialog')
    await expect(viewer.getByText('Image 2 of 5')).toBeAttached()
    await admin.opens(path)
    await admin.removesImage(2)
    await expect(viewer.getByText('Image 2 of 4')).toBeAttached()
    await expect(viewer.getByRole('img', { name: third ?? '', exact: true })).toBeVisible()
  })
})

test('a draft outlives the changes of others, and the focus stays in it', async ({ admin, colleague, site }) => {
  const path = pathOf(site, 'Thrown')
  await stays(admin, path, async () => {
    await admin.chooses(await small('chosen.jpg'))
    await admin.rewrites('details', 'A draft that I am writing')
    await admin.page.keyboard.press('ArrowLeft')
    await colleague.opens(path)
    await colleague.rewrites('name', 'Fired')
    await colleague.saves()
    await expect(admin.heading('Fired')).toBeVisible()
    await colleague.rewrites('details', 'Theirs')
    await colleague.saves()
    await colleague.removesImage(1)
    await expect.poll(() => imageNames(admin)).toHaveLength(4)
    await expect(admin.editor('details')).toBeFocused()
    await admin.page.keyboard.type('!')
    await expect(admin.editor('details')).toHaveValue('A draft that I am writin!g')
    await expect(admin.page.getByRole('img', { name: 'Preview of chosen.jpg' })).toBeVisible()
  })
})

test('a project that is being written outlives the changes of others', async ({ admin, colleague, site }) => {
  await admin.fillsIn({ name: 'Water Tower', details: 'Brick.', cover: await small('tower.jpg') })
  await colleague.opens('/work')
  const read = admin.page.waitForResponse(/\/create\.data/)
  await colleague.moves('Thrown', '9')
  await read
  await expect(admin.page.getByLabel('Project Name')).toHaveValue('Water Tower')
  await expect(admin.page.getByRole('img', { name: 'Preview of tower.jpg' })).toBeVisible()
  await admin.submits()
  await expect(admin.added('Water Tower')).toBeVisible({ timeout: 30_000 })
  expect(site.sql('select 1 from projects')).toHaveLength(7)
})

test('the focus stays where it is when the list changes around it', async ({ admin, colleague, visitor }) => {
  await visitor.opens('/work')
  await visitor.card('Long Table').getByRole('link').focus()
  await admin.opens('/work')
  await admin.position('Long Table').fill('7')
  await colleague.opens('/work')
  await colleague.moves('Thrown', '9')
  await colleague.moves('Long Table', '1')
  for (const someone of [visitor, admin])
    await expect.poll(async () => (await someone.projectNames()).at(-1)).toBe('Thrown')
  await expect.poll(async () => (await visitor.projectNames())[0]).toBe('Long Table')
  await expect(visitor.card('Long Table').getByRole('link')).toBeFocused()
  await expect(admin.position('Long Table')).toBeFocused()
  await expect(admin.position('Long Table')).toHaveValue('7')
})

function names(...images: (string | undefined)[]): Sight {
  const escaped = images.map((name) => (name ?? '').replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return ['main section[aria-label="Images"] li > button:first-child', new RegExp(`^${escaped.join('\\n')}$`)]
}
