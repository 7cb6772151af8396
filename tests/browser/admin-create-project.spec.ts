import { join } from 'node:path'
import type { Locator } from '@playwright/test'
import { blockFolder, abortWrites, loseNextResponse, throttleUploads } from './fixtures/network/fault-injection.ts'
import { galleryOf, imageNames } from './fixtures/gallery.ts'
import { textNamedAsImage, samplePhoto, smallImage } from './fixtures/chosen-files.ts'
import { imagesOf, projectNamed, projectsOf } from '#tests/support/site/site-rows.ts'
import type { SiteProcess } from '#tests/support/site/site-process.ts'
import { expect, test } from './fixtures/test.ts'

const tower = { name: 'Water Tower', details: 'A house in a water tower.\n\nBrick, oak, light.' }

test('a project created with a cover and two images appears in the list and on its page', async ({
  admin,
  visitor,
}) => {
  await admin.addProject({
    ...tower,
    cover: 'apothecary/01-counter.jpg',
    images: ['optician/03-table.jpg', 'loft-living-room/04-plan.jpg'],
  })
  await visitor.openProject(tower.name)
  await expect(visitor.main.getByText('Brick, oak, light.')).toBeVisible()
  await expect.poll(() => imageNames(visitor)).toEqual([`Image 1 of ${tower.name}`, `Image 2 of ${tower.name}`])
  // The derivatives are created in the background.
  await expect(galleryOf(visitor).locator('img')).toHaveCount(2, { timeout: 480_000 })
  for (const img of await galleryOf(visitor).locator('img').all()) {
    await visitor.scrollTo(img)
    await expect.poll(() => img.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100)
  }
  await visitor.open('/work')
  await expect(visitor.card(tower.name).getByRole('img', { name: `Cover photo of ${tower.name}` })).toBeVisible()
})

test('a new project is last in the list and has no comments', async ({ admin, site }) => {
  await admin.open('/work')
  await admin.moveProject('Thrown', '41')
  await expect.poll(() => projectNamed(site, 'Thrown').position).toBe(41)
  const startedAt = Date.now()
  await admin.addProject(tower)
  const [row] = site.sql<{ position: number; comments: string; createdAt: string }>(
    'select position, comments, createdAt from projects where name = ?',
    tower.name,
  )
  expect(row).toMatchObject({ position: 42, comments: '[]' })
  expect(Date.parse(row?.createdAt ?? '')).toBeGreaterThanOrEqual(startedAt)
  expect(Date.parse(row?.createdAt ?? '')).toBeLessThanOrEqual(Date.now())
  await admin.open('/work')
  expect((await admin.projectNames()).at(-1)).toBe(tower.name)
})

test('name and details are required', async ({ admin, site }) => {
  await admin.open('/create')
  const name = admin.page.getByLabel('Project Name')
  const details = admin.page.getByLabel('Project Details')
  await admin.submit()
  await expect(name).toBeFocused()
  await expect(name).toHaveJSProperty('validity.valueMissing', true)
  await name.fill(tower.name)
  await admin.submit()
  await expect(details).toBeFocused()
  await expect(details).toHaveJSProperty('validity.valueMissing', true)

  // The browser accepts spaces as a value; the server does not.
  await details.fill('   ')
  await admin.submit()
  await expect(details).toHaveAccessibleDescription(/required/)
  await expect(name).toHaveValue(tower.name)
  expect(projectsOf(site)).toHaveLength(6)
})

test('a project can be created without photos', async ({ admin, visitor }) => {
  await admin.addProject(tower)
  await visitor.openProject(tower.name)
  await expect(visitor.main.getByText('A house in a water tower.')).toBeVisible()
  await expect(galleryOf(visitor).getByRole('listitem')).toHaveCount(0)
})

test('an upload shows its status and the progress of each file', async ({ admin }) => {
  const restoreSpeed = await throttleUploads(admin.page, 20_000)
  await admin.fillProjectForm({ ...tower, cover: 'apothecary/04-tray.jpg', images: ['optician/03-table.jpg'] })
  await admin.submit()
  await expect(admin.main.getByRole('status').getByText('Uploading Image...', { exact: true })).toBeVisible()
  const cover = admin.page.getByRole('progressbar', { name: 'Upload progress of 04-tray.jpg' })
  const progress = () => cover.evaluate((bar: HTMLProgressElement) => bar.position)
  await expect.poll(async () => Math.ceil((await progress()) * 10)).toBeGreaterThan(0)
  expect(await progress()).toBeLessThan(1)
  // Held, because the form and the second progress bar disappear as soon as the project has been created.
  const creation = admin.page.waitForRequest(/\/create\.data/)
  const releaseCreation = await admin.holdRequests(/\/create\.data/)
  await restoreSpeed()
  await expect(admin.page.getByRole('progressbar', { name: 'Upload progress of 03-table.jpg' })).toBeVisible()
  await creation
  await releaseCreation()
  await expect(admin.createdLink(tower.name)).toBeVisible()
  await expect(admin.main.getByText('Uploading Image...')).toHaveCount(0)
})

test('after a project is created, the form is empty and a message links to the project', async ({ admin }) => {
  await admin.addProject({ ...tower, cover: await smallImage('cover.jpg'), images: [await smallImage('one.jpg')] })
  await admin.expectPath('/create')
  await expect(admin.page.getByLabel('Project Name')).toHaveValue('')
  await expect(admin.page.getByLabel('Project Details')).toHaveValue('')
  await expect(admin.page.getByRole('img', { name: /^Preview of/ })).toHaveCount(0)
  await admin.createdLink(tower.name).click()
  await expect(admin.heading(tower.name)).toBeVisible()
})

test('a double click creates one project, and another can be created right afterwards', async ({ admin, site }) => {
  await admin.fillProjectForm({ ...tower, cover: await smallImage('cover.jpg') })
  await admin.page.getByRole('button', { name: 'Add Project' }).dblclick()
  await expect(admin.createdLink(tower.name)).toBeVisible()
  await admin.page.getByLabel('Project Name').fill('Boat House')
  await admin.page.getByLabel('Project Details').fill('A house on the water.')
  await admin.submit()
  await expect(admin.createdLink('Boat House')).toBeVisible()
  expect(
    projectsOf(site)
      .map((project) => project.name)
      .slice(6),
  ).toEqual([tower.name, 'Boat House'])
})

test('submitting again after a lost response creates one project', async ({ admin, site }) => {
  await admin.fillProjectForm({ ...tower, cover: await smallImage('cover.jpg'), images: [await smallImage('one.jpg')] })
  await loseNextResponse(admin.page, /\/create/)
  await admin.submit()
  await expect(admin.alert).toHaveText(/^The site could not be reached/)
  expect(projectsOf(site).at(-1)?.name).toBe(tower.name)
  await expect(admin.page.getByLabel('Project Name')).toHaveValue(tower.name)
  await admin.submit()
  await expect(admin.createdLink(tower.name)).toBeVisible()
  expect(projectsOf(site)).toHaveLength(7)
  expect(imagesOf(site, tower.name)).toHaveLength(1)
})

test('after a lost response, a corrected name is refused: the form keeps it and links to the project already created', async ({
  admin,
  site,
}) => {
  await admin.fillProjectForm(tower)
  await loseNextResponse(admin.page, /\/create/)
  await admin.submit()
  await expect(admin.alert).toHaveText(/^The site could not be reached/)
  await admin.page.getByLabel('Project Name').fill('Corrected')
  await admin.submit()
  await expect(admin.alert).toHaveText(/^This form already created “Water Tower”, without/)
  await expect(admin.page.getByLabel('Project Name')).toHaveValue('Corrected')
  const { id } = projectNamed(site, tower.name)
  await expect(admin.main.getByRole('link', { name: 'Open the project' })).toHaveAttribute('href', `/projects/${id}`)
  expect(projectsOf(site)).toHaveLength(7)
})

for (const { field, error, input } of [
  {
    field: 'cover photo',
    error: 'Failed to upload cover photo',
    input: async () => ({ cover: await smallImage('a.jpg') }),
  },
  { field: 'images', error: 'Failed to upload images', input: async () => ({ images: [await smallImage('a.jpg')] }) },
]) {
  test(`without a connection, the upload of the ${field} fails, nothing is created, and a second attempt succeeds`, async ({
    admin,
    site,
  }) => {
    await admin.fillProjectForm({ ...tower, ...(await input()) })
    const restore = await abortWrites(admin.page, /\/uploads/)
    await admin.submit()
    await expect(admin.alert).toHaveText(error)
    await expectNothingCreated(admin.page.getByLabel('Project Name'), site)
    await expect(admin.main.getByText('The file did not arrive.')).toBeVisible()
    await restore()
    await admin.submit()
    await expect(admin.createdLink(tower.name)).toBeVisible()
    await expect(admin.alert).toHaveCount(0)
  })

  test(
    `an error is shown when the ${field} cannot be stored, and a second attempt succeeds`,
    { tag: '@one-process' },
    async ({ admin, site }) => {
      await admin.fillProjectForm({ ...tower, ...(await input()) })
      const restore = await blockFolder(join(site.dataDir, 'files', field === 'images' ? 'images' : 'coverPhotos'))
      await admin.submit()
      await expect(admin.alert).toHaveText(error)
      await expectNothingCreated(admin.page.getByLabel('Project Name'), site)
      await restore()
      await admin.submit()
      await expect(admin.createdLink(tower.name)).toBeVisible()
    },
  )
}

test(
  'an error is shown and nothing is created when the uploads folder cannot be written',
  { tag: '@one-process' },
  async ({ admin, site }) => {
    await admin.fillProjectForm({ ...tower, images: [await smallImage('a.jpg')] })
    const restore = await blockFolder(join(site.dataDir, 'uploads'))
    await admin.submit()
    await expect(admin.alert).toHaveText('Failed to upload images')
    await expectNothingCreated(admin.page.getByLabel('Project Name'), site)
    await restore()
    await admin.submit()
    await expect(admin.createdLink(tower.name)).toBeVisible()
  },
)

test('a text file with the extension .jpg is marked with an error, and the project can be created once the file is discarded', async ({
  admin,
  site,
}) => {
  await admin.fillProjectForm({
    ...tower,
    cover: textNamedAsImage('cover.jpg'),
    images: [await smallImage('good.jpg'), textNamedAsImage('list.jpg')],
  })
  await admin.submit()
  await expect(admin.alert).toHaveText('Failed to upload cover photo')
  await expectNothingCreated(admin.page.getByLabel('Project Name'), site)
  const listItem = (name: string) => admin.main.getByRole('listitem').filter({ hasText: name })
  await expect(listItem('cover.jpg')).toContainText('This is not a JPEG, PNG, WebP, AVIF or HEIC picture.')
  await admin.page.getByRole('button', { name: 'Discard cover.jpg' }).click()
  await admin.submit()
  await expect(admin.alert).toHaveText('Failed to upload images')
  await expect(listItem('list.jpg')).toContainText('This is not a JPEG, PNG, WebP, AVIF or HEIC picture.')
  await expect(listItem('good.jpg')).not.toContainText('This is not')
  await expectNothingCreated(admin.page.getByLabel('Project Name'), site)
  await admin.page.getByRole('button', { name: 'Discard list.jpg' }).click()
  await admin.submit()
  await expect(admin.createdLink(tower.name)).toBeVisible()
  expect(imagesOf(site, tower.name)).toHaveLength(1)
})

test('when the project cannot be saved, the server’s error is shown and no file is left behind', async ({
  admin,
  site,
}) => {
  await admin.fillProjectForm({ ...tower, cover: await smallImage('tower.jpg') })
  const release = site.holdWriteLock()
  await admin.submit()
  await expect(admin.alert).toHaveText(
    'This cannot be saved right now. Nothing was changed; please try again in a moment.',
  )
  release()
  await expectNothingCreated(admin.page.getByLabel('Project Name'), site)
  expect(await site.listOriginals('coverPhotos')).not.toContain('tower.jpg')
  await admin.submit()
  await expect(admin.createdLink(tower.name)).toBeVisible()
})

test('storage keys consist of folder and file name, and duplicate names get a suffix', async ({ admin, site }) => {
  const images = [
    await smallImage('Hall.jpg'),
    await smallImage('Hall.jpg', { width: 80 }),
    await smallImage('Küche Süd.png', { as: 'png' }),
  ]
  await admin.addProject({ ...tower, cover: await samplePhoto('desk.jpg'), images })
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
    const [folder = '', file] = storageKey.split('/')
    expect(await site.listOriginals(folder)).toContain(file)
  }
})

test('leaving the form with unsaved text asks for confirmation', async ({ admin }) => {
  await admin.fillProjectForm(tower)
  await admin.navigation('About').click()
  await expect(admin.page.getByRole('dialog')).toContainText('Leave without saving?')
  await admin.chooseInDialog('Stay')
  await expect(admin.page.getByLabel('Project Name')).toHaveValue(tower.name)
  await admin.expectPath('/create')
  await admin.navigation('About').click()
  await admin.chooseInDialog('Leave')
  await admin.expectPath('/about')
})

async function expectNothingCreated(name: Locator, site: SiteProcess): Promise<void> {
  await expect(name).toHaveValue(tower.name)
  expect(projectsOf(site)).toHaveLength(6)
}
