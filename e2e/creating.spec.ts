import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator } from '@playwright/test'
import { blockFolder, cutLine, loseNextAnswer, slowDown } from './faults.ts'
import { galleryOf, imageNames } from './gallery.ts'
import { impostor, sample, small } from './photographs.ts'
import { imagesOf, projectNamed, projectsOf } from './rows.ts'
import type { Site } from './site.ts'
import { expect, test } from './stories.ts'

test.describe.configure({ timeout: 90_000 })

const tower = { name: 'Water Tower', details: 'A house in a water tower.\n\nBrick, oak, light.' }
/** Answers that come only after the uploader, or the database, has lost its patience. */
const patient = { timeout: 30_000 }

test('a project made of three photographs appears on the list and on its page', async ({ admin, visitor }) => {
  await admin.adds({
    ...tower,
    cover: 'apothecary/01-counter.jpg',
    images: ['optician/03-table.jpg', 'loft-living-room/04-plan.jpg'],
  })
  await visitor.opensProject(tower.name)
  await expect(visitor.main.getByText('Brick, oak, light.')).toBeVisible()
  await expect.poll(() => imageNames(visitor)).toEqual([`Image 1 of ${tower.name}`, `Image 2 of ${tower.name}`])
  await expect(galleryOf(visitor).locator('img')).toHaveCount(2, { timeout: 60_000 })
  for (const picture of await galleryOf(visitor).locator('img').all()) {
    await visitor.scrollsTo(picture)
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100)
  }
  await visitor.opens('/work')
  await expect(visitor.card(tower.name).getByRole('img', { name: `Cover photo of ${tower.name}` })).toBeVisible()
})

test('a new project stands at the end of the list, with no comments', async ({ admin, site }) => {
  await admin.opens('/work')
  await admin.moves('Thrown', '41')
  await expect.poll(() => projectNamed(site, 'Thrown').position).toBe(41)
  await admin.adds(tower)
  const [row] = site.sql<{ position: number; comments: string; createdAt: string }>(
    'select position, comments, createdAt from projects where name = ?',
    tower.name,
  )
  expect(row).toMatchObject({ position: 42, comments: '[]' })
  expect(Date.now() - Date.parse(row?.createdAt ?? '')).toBeLessThan(60_000)
  await admin.opens('/work')
  expect((await admin.projectNames()).at(-1)).toBe(tower.name)
})

test('name and details are required', async ({ admin, site }) => {
  await admin.opens('/create')
  const name = admin.page.getByLabel('Project Name')
  const details = admin.page.getByLabel('Project Details')
  await admin.submits()
  await expect(name).toBeFocused()
  await expect(name).toHaveJSProperty('validity.valueMissing', true)
  await name.fill(tower.name)
  await admin.submits()
  await expect(details).toBeFocused()
  await expect(details).toHaveJSProperty('validity.valueMissing', true)

  // The browser takes blanks for a text; the server does not.
  await details.fill('   ')
  await admin.submits()
  await expect(details).toHaveAccessibleDescription(/required/)
  await expect(name).toHaveValue(tower.name)
  expect(projectsOf(site)).toHaveLength(6)
})

test('a project needs no photographs', async ({ admin, visitor }) => {
  await admin.adds(tower)
  await visitor.opensProject(tower.name)
  await expect(visitor.main.getByText('A house in a water tower.')).toBeVisible()
  await expect(galleryOf(visitor).getByRole('listitem')).toHaveCount(0)
})

test('while files go up it says so, and how far each has come', async ({ admin }) => {
  const fullSpeed = await slowDown(admin.page, 60_000)
  await admin.fillsIn({ ...tower, cover: 'apothecary/04-tray.jpg', images: ['optician/03-table.jpg'] })
  await admin.submits()
  await expect(admin.main.getByRole('status').getByText('Uploading Image...', { exact: true })).toBeVisible()
  const cover = admin.page.getByRole('progressbar', { name: '04-tray.jpg: sent' })
  const progress = () => cover.evaluate((bar: HTMLProgressElement) => bar.position)
  await expect.poll(async () => Math.ceil((await progress()) * 10), { timeout: 20_000 }).toBeGreaterThan(0)
  expect(await progress()).toBeLessThan(1)
  await fullSpeed()
  await expect(admin.page.getByRole('progressbar', { name: '03-table.jpg: sent' })).toBeVisible(patient)
  await expect(admin.added(tower.name)).toBeVisible(patient)
  await expect(admin.main.getByText('Uploading Image...')).toHaveCount(0)
})

test('afterwards the form is empty, and the message leads to the new project', async ({ admin }) => {
  await admin.adds({ ...tower, cover: await small('cover.jpg'), images: [await small('one.jpg')] })
  await admin.isAt('/create')
  await expect(admin.page.getByLabel('Project Name')).toHaveValue('')
  await expect(admin.page.getByLabel('Project Details')).toHaveValue('')
  await expect(admin.page.getByRole('img', { name: /^Preview of/ })).toHaveCount(0)
  await admin.added(tower.name).click()
  await expect(admin.heading(tower.name)).toBeVisible()
})

test('a double click makes one project, and the next one can follow at once', async ({ admin, site }) => {
  await admin.fillsIn({ ...tower, cover: await small('cover.jpg') })
  await admin.page.getByRole('button', { name: 'Add Project' }).dblclick()
  await expect(admin.added(tower.name)).toBeVisible(patient)
  await admin.page.getByLabel('Project Name').fill('Boat House')
  await admin.page.getByLabel('Project Details').fill('A house on the water.')
  await admin.submits()
  await expect(admin.added('Boat House')).toBeVisible()
  expect(
    projectsOf(site)
      .map((project) => project.name)
      .slice(6),
  ).toEqual([tower.name, 'Boat House'])
})

test('a second try after an answer that got lost makes one project', async ({ admin, site }) => {
  await admin.fillsIn({ ...tower, cover: await small('cover.jpg'), images: [await small('one.jpg')] })
  await loseNextAnswer(admin.page, /\/create/)
  await admin.submits()
  await expect(admin.alert).toHaveText(/^The site could not be reached/)
  expect(projectsOf(site).at(-1)?.name).toBe(tower.name)
  await expect(admin.page.getByLabel('Project Name')).toHaveValue(tower.name)
  await admin.submits()
  await expect(admin.added(tower.name)).toBeVisible(patient)
  expect(projectsOf(site)).toHaveLength(7)
  expect(imagesOf(site, tower.name)).toHaveLength(1)
})

test('what is corrected after an answer that got lost is kept, and leads to the project that was made', async ({
  admin,
  site,
}) => {
  await admin.fillsIn(tower)
  await loseNextAnswer(admin.page, /\/create/)
  await admin.submits()
  await expect(admin.alert).toHaveText(/^The site could not be reached/)
  await admin.page.getByLabel('Project Name').fill('Corrected')
  await admin.submits()
  await expect(admin.alert).toHaveText(/^An earlier try has added “Water Tower” already/)
  await expect(admin.page.getByLabel('Project Name')).toHaveValue('Corrected')
  const { id } = projectNamed(site, tower.name)
  await expect(admin.main.getByRole('link', { name: 'Open the project' })).toHaveAttribute('href', `/projects/${id}`)
  expect(projectsOf(site)).toHaveLength(7)
})

for (const { what, says, wish } of [
  { what: 'cover photo', says: 'Failed to upload cover photo', wish: async () => ({ cover: await small('a.jpg') }) },
  { what: 'images', says: 'Failed to upload images', wish: async () => ({ images: [await small('a.jpg')] }) },
]) {
  test(`when the line is cut under the ${what} it says so, makes nothing, and a second try succeeds`, async ({
    admin,
    site,
  }) => {
    await admin.fillsIn({ ...tower, ...(await wish()) })
    const mend = await cutLine(admin.page, /\/uploads/)
    await admin.submits()
    await expect(admin.alert).toHaveText(says, patient)
    await expectNothingLost(admin.page.getByLabel('Project Name'), site)
    await expect(admin.main.getByText('The file did not arrive.')).toBeVisible()
    await mend()
    await admin.submits()
    await expect(admin.added(tower.name)).toBeVisible(patient)
    await expect(admin.alert).toHaveCount(0)
  })

  test(`when the ${what} cannot be stored it says so, and a second try succeeds`, async ({ admin, site }) => {
    await admin.fillsIn({ ...tower, ...(await wish()) })
    const mend = await blockFolder(join(site.dataDir, 'files', what === 'images' ? 'images' : 'coverPhotos'))
    await admin.submits()
    await expect(admin.alert).toHaveText(says)
    await expectNothingLost(admin.page.getByLabel('Project Name'), site)
    await mend()
    await admin.submits()
    await expect(admin.added(tower.name)).toBeVisible(patient)
  })
}

test('when the folder of uploads cannot be written it says so, and makes nothing', async ({ admin, site }) => {
  await admin.fillsIn({ ...tower, images: [await small('a.jpg')] })
  const mend = await blockFolder(join(site.dataDir, 'uploads'))
  await admin.submits()
  await expect(admin.alert).toHaveText('Failed to upload images', patient)
  await expectNothingLost(admin.page.getByLabel('Project Name'), site)
  await mend()
  await admin.submits()
  await expect(admin.added(tower.name)).toBeVisible(patient)
})

test('a text that calls itself a photograph is told at that file, and goes when it is left out', async ({
  admin,
  site,
}) => {
  await admin.fillsIn({
    ...tower,
    cover: impostor('cover.jpg'),
    images: [await small('good.jpg'), impostor('list.jpg')],
  })
  await admin.submits()
  await expect(admin.alert).toHaveText('Failed to upload cover photo')
  await expectNothingLost(admin.page.getByLabel('Project Name'), site)
  const piece = (name: string) => admin.main.getByRole('listitem').filter({ hasText: name })
  await expect(piece('cover.jpg')).toContainText('This is not a JPEG, PNG, WebP or HEIC picture.')
  await admin.page.getByRole('button', { name: 'Leave out cover.jpg' }).click()
  await admin.submits()
  await expect(admin.alert).toHaveText('Failed to upload images')
  await expect(piece('list.jpg')).toContainText('This is not a JPEG, PNG, WebP or HEIC picture.')
  await expect(piece('good.jpg')).not.toContainText('This is not')
  await expectNothingLost(admin.page.getByLabel('Project Name'), site)
  await admin.page.getByRole('button', { name: 'Leave out list.jpg' }).click()
  await admin.submits()
  await expect(admin.added(tower.name)).toBeVisible(patient)
  expect(imagesOf(site, tower.name)).toHaveLength(1)
})

test('when the project cannot be saved it shows the message of the server and leaves no file behind', async ({
  admin,
  site,
}) => {
  await admin.fillsIn({ ...tower, cover: await small('tower.jpg') })
  const letGo = site.holdWriteLock()
  await admin.submits()
  await expect(admin.alert).toHaveText(
    'This cannot be saved just now. Nothing was changed; please try again in a moment.',
    patient,
  )
  letGo()
  await expectNothingLost(admin.page.getByLabel('Project Name'), site)
  expect(await readdir(join(site.dataDir, 'files', 'coverPhotos'))).not.toContain('tower.jpg')
  await admin.submits()
  await expect(admin.added(tower.name)).toBeVisible(patient)
})

test('files are stored under keys that tell what they are, and none replaces another', async ({ admin, site }) => {
  const images = [
    await small('Hall.jpg'),
    await small('Hall.jpg', { width: 80 }),
    await small('Küche Süd.png', { as: 'png' }),
  ]
  await admin.adds({ ...tower, cover: await sample('desk.jpg'), images })
  const keys = site.sql<{ storageKey: string }>(
    'select storageKey from photos where projectId = ? order by place, position',
    projectNamed(site, tower.name).id,
  )
  expect(keys.map((row) => row.storageKey)).toEqual([
    'coverPhotos/desk.jpg',
    'images/Hall.jpg',
    'images/Hall-2.jpg',
    'images/Küche Süd.png',
  ])
  for (const { storageKey } of keys) {
    expect(await readdir(join(site.dataDir, 'files', storageKey, '..'))).toContain(storageKey.split('/')[1])
  }
})

test('leaving a project that is only begun asks first', async ({ admin }) => {
  await admin.fillsIn(tower)
  await admin.navigation('About').click()
  await expect(admin.page.getByRole('dialog')).toContainText('Leave without saving?')
  await admin.answers('Stay')
  await expect(admin.page.getByLabel('Project Name')).toHaveValue(tower.name)
  await admin.isAt('/create')
  await admin.navigation('About').click()
  await admin.answers('Leave')
  await admin.isAt('/about')
})

async function expectNothingLost(name: Locator, site: Site): Promise<void> {
  await expect(name).toHaveValue(tower.name)
  expect(projectsOf(site)).toHaveLength(6)
}
