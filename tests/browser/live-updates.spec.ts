import { galleryOf, imageNames } from './fixtures/gallery.ts'
import { smallImage } from './fixtures/chosen-files.ts'
import { pathOf } from '#tests/support/site/site-rows.ts'
import { expect, test } from './fixtures/test.ts'
import type { Visitor } from './fixtures/visitor.ts'
import { expectLiveUpdate, waitForText, withoutReload, type Expectation } from './fixtures/live-updates.ts'

test('a new project appears in an open list', async ({ admin, visitor }) => {
  await withoutReload(visitor, '/work', async () => {
    await admin.fillProjectForm({ name: 'Water Tower', details: 'Brick.', cover: await smallImage('tower.jpg') })
    await expectLiveUpdate(admin, visitor, () => admin.submit(), ['main h2', /Water Tower$/])
    await expect(visitor.card('Water Tower').locator('img')).toHaveCount(1)
  })
})

test('a new name appears in an open list, and on the project’s page and in its title', async ({
  admin,
  visitor,
  other,
  site,
}) => {
  const path = pathOf(site, 'Thrown')
  await withoutReload(visitor, '/work', () =>
    withoutReload(other, path, async () => {
      await admin.open(path)
      await admin.editText('name', 'Fired')
      const onPage = waitForText(other, ['h1', /^Fired$/])
      await expectLiveUpdate(admin, visitor, () => admin.save(), ['main h2', /^Fired/])
      await onPage
      await expect(other.page).toHaveTitle(/Fired/)
    }),
  )
})

test('a new order appears in an open list', async ({ admin, visitor }) => {
  await withoutReload(visitor, '/work', async () => {
    await admin.open('/work')
    await expectLiveUpdate(admin, visitor, () => admin.moveProject('Low Line', '0'), ['main h2', /^Low Line.*Thrown/])
  })
})

test('a removed project disappears from an open list, and its open page shows that it was not found', async ({
  admin,
  visitor,
  other,
  site,
}) => {
  await withoutReload(visitor, '/work', () =>
    withoutReload(other, pathOf(site, 'Thrown'), async () => {
      await admin.open('/work')
      const onPage = waitForText(other, ['main', /Project not found/])
      await expectLiveUpdate(admin, visitor, () => admin.removeProject('Thrown'), ['main h2', /^Reeded/])
      await onPage
    }),
  )
})

test('new details appear on an open page', async ({ admin, visitor, site }) => {
  const path = pathOf(site, 'Thrown')
  await withoutReload(visitor, path, async () => {
    await admin.open(path)
    await admin.editText('details', 'Rewritten.')
    await expectLiveUpdate(admin, visitor, () => admin.save(), ['main p', /Rewritten\./])
  })
})

test('new details cause no requests from pages that do not show them', async ({
  admin,
  visitor,
  other,
  user,
  site,
}) => {
  const loadCounters = await Promise.all([
    countLoads(visitor, '/work'),
    countLoads(other, pathOf(site, 'Thrown')),
    countLoads(user, '/about'),
  ])
  await admin.open(pathOf(site, 'Low Line'))
  await admin.editText('details', 'Rewritten.')
  await admin.save()
  await expect(admin.main.getByText('Rewritten.')).toBeVisible()
  // All three pages show project names. A request caused by the details would precede the request for the name.
  await admin.editText('name', 'High Line')
  await admin.save()
  await expect.poll(() => loadCounters.map((count) => count())).toEqual([1, 1, 1])
})

test('added, moved and removed images and a new cover appear on an open page', async ({ admin, visitor, site }) => {
  const path = pathOf(site, 'Low Line')
  const [a, b, c] = site
    .sql<{ alt: string }>(
      `select alt from photos where place = 'gallery' and projectId = (select id from projects where name = 'Low Line')
        order by position`,
    )
    .map((row) => row.alt)
  const added = 'Image 4 of Low Line'
  await withoutReload(visitor, path, async () => {
    await admin.open(path)
    await expectLiveUpdate(
      admin,
      visitor,
      async () => admin.addImages(await smallImage('new.jpg')),
      names(a, b, c, added),
    )
    await expectLiveUpdate(admin, visitor, () => admin.moveImage(3, '1'), names(c, a, b, added))
    await expectLiveUpdate(admin, visitor, () => admin.removeImage(2), names(c, b, 'Image 3 of Low Line'))
    const before = await visitor.main.locator('header + div img').getAttribute('src')
    await admin.replaceCover(await smallImage('cover.jpg'))
    await expect(visitor.main.locator('header + div img')).not.toHaveAttribute('src', before ?? '')
  })
})

test('when the image in an open viewer is removed, the next one is shown', async ({ admin, visitor, site }) => {
  const path = pathOf(site, 'Thrown')
  await withoutReload(visitor, path, async () => {
    const [, second, third] = await imageNames(visitor)
    await galleryOf(visitor).getByRole('button', { name: second, exact: true }).click()
    const viewer = visitor.page.getByRole('dialog')
    await expect(viewer.getByText('Image 2 of 5')).toBeAttached()
    await admin.open(path)
    await admin.removeImage(2)
    await expect(viewer.getByText('Image 2 of 4')).toBeAttached()
    await expect(viewer.getByRole('img', { name: third ?? '', exact: true })).toBeVisible()
  })
})

test('an unsaved draft and its focus are kept when another admin saves changes', async ({ admin, colleague, site }) => {
  const path = pathOf(site, 'Thrown')
  await withoutReload(admin, path, async () => {
    await admin.chooseImages(await smallImage('chosen.jpg'))
    await admin.editText('details', 'A draft that I am writing')
    await admin.page.keyboard.press('ArrowLeft')
    await colleague.open(path)
    await colleague.editText('name', 'Fired')
    await colleague.save()
    await expect(admin.heading('Fired')).toBeVisible()
    await colleague.editText('details', 'Theirs')
    await colleague.save()
    await colleague.removeImage(1)
    await expect.poll(() => imageNames(admin)).toHaveLength(4)
    await expect(admin.editor('details')).toBeFocused()
    await admin.page.keyboard.type('!')
    await expect(admin.editor('details')).toHaveValue('A draft that I am writin!g')
    await expect(admin.page.getByRole('img', { name: 'Preview of chosen.jpg' })).toBeVisible()
  })
})

test('an unsaved new project is kept when another admin saves changes', async ({ admin, colleague, site }) => {
  await admin.fillProjectForm({ name: 'Water Tower', details: 'Brick.', cover: await smallImage('tower.jpg') })
  await colleague.open('/work')
  const read = admin.page.waitForResponse(/\/create\.data/)
  await colleague.moveProject('Thrown', '9')
  await read
  await expect(admin.page.getByLabel('Project Name')).toHaveValue('Water Tower')
  await expect(admin.page.getByRole('img', { name: 'Preview of tower.jpg' })).toBeVisible()
  await admin.submit()
  await expect(admin.createdLink('Water Tower')).toBeVisible()
  expect(site.sql('select 1 from projects')).toHaveLength(7)
})

test('focus stays on its element when the list is reordered', async ({ admin, colleague, visitor }) => {
  await visitor.open('/work')
  await visitor.card('Long Table').getByRole('link').focus()
  await admin.open('/work')
  await admin.position('Long Table').fill('7')
  await colleague.open('/work')
  await colleague.moveProject('Thrown', '9')
  await colleague.moveProject('Long Table', '1')
  for (const person of [visitor, admin])
    await expect.poll(async () => (await person.projectNames()).at(-1)).toBe('Thrown')
  await expect.poll(async () => (await visitor.projectNames())[0]).toBe('Long Table')
  await expect(visitor.card('Long Table').getByRole('link')).toBeFocused()
  await expect(admin.position('Long Table')).toBeFocused()
  await expect(admin.position('Long Table')).toHaveValue('7')
})

function names(...images: (string | undefined)[]): Expectation {
  const escaped = images.map((name) => (name ?? '').replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return [
    'main section[aria-label="Images"] li > button:first-child :is(img, svg[role="img"])',
    new RegExp(`^${escaped.join('\\n')}$`),
  ]
}

/** Opens a page and counts how many times it loads data afterwards. Removes the random delay, which could combine loads. */
async function countLoads(person: Visitor, path: string): Promise<() => number> {
  await person.page.addInitScript(() => (Math.random = () => 0))
  await person.open(path)
  let loads = 0
  person.page.on(
    'request',
    (request) => (loads += /\.data(\?|$)/.test(request.url()) || request.isNavigationRequest() ? 1 : 0),
  )
  return () => loads
}
