import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Page } from '@playwright/test'
import type { SiteProcess } from '#tests/support/site/site-process.ts'
import { photoFile } from '#tests/support/images/photo-files.ts'
import { temporaryRoot } from '#tests/support/temporary-root.ts'
import { pathOf } from '#tests/support/site/site-rows.ts'
import { Admin } from './fixtures/admin.ts'
import { expectAccessible } from './fixtures/checks/axe.ts'
import { dragPaths } from './fixtures/drop-and-paste.ts'
import { withoutReload } from './fixtures/live-updates.ts'
import { expect, test } from './fixtures/test.ts'

let folder: string
test.beforeEach(async () => {
  folder = await mkdtemp(join(temporaryRoot(), 'enfilade-folders-'))
})
test.afterEach(() => rm(folder, { recursive: true, force: true }))

/** Writes files to `folder`. A number stands for a photo of this width. */
async function createFiles(files: Record<string, string | number>): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name)
    await mkdir(dirname(path), { recursive: true })
    const photo = async (width: number) => photoFile({ width, height: Math.round(width / 1.5) })
    await writeFile(path, typeof content === 'number' ? await photo(content) : content)
  }
}

const picker = ({ main }: Admin) => main.getByLabel('Choose folders')
const statusWith = ({ main }: Admin, text: string) => main.getByRole('status').filter({ hasText: text })

/** The widths of the images of a project in order. */
function widthsOf(site: SiteProcess, name: string): number[] {
  const rows = site.sql<{ width: number }>(
    `select width from photos where projectId = (select id from projects where name = ?) and deletedAt is null
      order by position`,
    name,
  )
  return rows.map(({ width }) => width)
}

test('chosen folders become drafts, which appear in the open lists of other admins', async ({
  admin,
  colleague,
  visitor,
  site,
}) => {
  await createFiles({
    'Water Tower/10.jpg': 90,
    'Water Tower/9.jpg': 91,
    'Water Tower/text.md': 'A tower of brick.',
    'Mill 2/a.jpg': 92,
    'Mill 10/plan.pdf': '%PDF-1.4',
  })
  await visitor.open('/work')
  const before = await visitor.projectNames()
  await withoutReload(colleague, '/work', async () => {
    await admin.open('/work')
    await picker(admin).setInputFiles(folder)
    await expect(statusWith(admin, '3 drafts with 3 images added.')).toBeVisible()
    for (const name of ['Mill 2', 'Mill 10', 'Water Tower'])
      await expect(colleague.card(name).getByText('Draft', { exact: true })).toBeVisible()
  })
  expect((await admin.projectNames()).slice(-3)).toEqual(
    ['Mill 2', 'Mill 10', 'Water Tower'].map((name) => expect.stringContaining(name)),
  )
  expect(widthsOf(site, 'Water Tower')).toEqual([91, 90])
  await expect(admin.main.getByText('Mill 10/plan.pdf')).toBeVisible()
  await expectAccessible(admin.page)
  await admin.openProject('Water Tower')
  await expect(admin.main.getByText('A tower of brick.')).toBeVisible()
  await visitor.reload()
  expect(await visitor.projectNames()).toEqual(before)
  expect((await visitor.open('/projects/water-tower')).status()).toBe(404)
})

test('dropped folders become drafts', async ({ admin, site }) => {
  await createFiles({ 'Water Tower/1.jpg': 90, 'Mill/a/1.jpg': 91 })
  await admin.open('/work')
  const drop = await dragPaths(admin.page, join(folder, 'Water Tower'), join(folder, 'Mill'))
  await expect(admin.page.getByText('Drop the folders to create drafts from them.')).toBeVisible()
  await drop()
  await expect(statusWith(admin, '2 drafts with 2 images added.')).toBeVisible()
  expect([widthsOf(site, 'Water Tower'), widthsOf(site, 'a')]).toEqual([[90], [91]])
})

test('the progress and the links to the drafts are visible without scrolling', async ({ admin }) => {
  await createFiles(Object.fromEntries(['Attic', 'Barn', 'Mill', 'Water Tower'].map((name) => [`${name}/1.jpg`, 1500])))
  await admin.open('/work')
  const release = await admin.holdRequests(/\/uploads/)
  const drop = await dragPaths(admin.page, folder)
  await drop()
  const progress = admin.main.getByLabel('Upload progress of all files')
  await expect(progress).toBeVisible()
  await expect(progress).toBeInViewport()
  await expect(statusWith(admin, 'Uploading Image...')).toBeInViewport()
  await admin.page.evaluate(() => window.scrollTo(0, 0))
  await expect(progress).toBeInViewport()
  await release()
  await expect(statusWith(admin, '4 drafts with 4 images added.')).toBeInViewport()
  await expect(admin.main.getByText('and 1 more at the end of the list')).toBeInViewport()
  await expectAccessible(admin.page)
  // Both bars stay in view, one above the other.
  await admin.removeProject('Thrown')
  await expect(statusWith(admin, 'Thrown was deleted.')).toBeInViewport()
  await expect(statusWith(admin, '4 drafts with 4 images added.')).toBeInViewport()
  await admin.page.locator('.tool-bars').getByRole('link', { name: 'Mill' }).click()
  await expect(admin.heading('Mill')).toBeVisible()
  await admin.expectPath('/projects/mill')
})

test('the refusal of a file is visible without scrolling, and its button scrolls to the file', async ({ admin }) => {
  await createFiles({ 'Mill/1.jpg': 90, 'Mill/plan.pdf': '%PDF-1.4' })
  await admin.open('/work')
  const drop = await dragPaths(admin.page, join(folder, 'Mill'))
  await drop()
  await expect(admin.alert).toBeInViewport()
  await admin.main.getByRole('button', { name: 'Show the files' }).click()
  await expect(admin.main.getByText('Mill/plan.pdf')).toBeInViewport()
})

test('the pictures of a folder dropped on a form or a gallery are chosen in the order of their paths', async ({
  admin,
  site,
}) => {
  await createFiles({
    'House/10.jpg': 90,
    'House/9.jpg': 91,
    'House/web/1.jpg': 92,
    'House/notes.txt': 'For the client.',
    'House/.DS_Store': 'x',
    'Texts/notes.txt': 'For the client.',
  })
  const chosen = () => admin.main.locator('.tool-queue .tool-file-name')
  await admin.open('/create')
  await (
    await dragPaths(admin.page, join(folder, 'House'))
  )()
  await expect(chosen()).toHaveText(['9.jpg', '10.jpg', '1.jpg'])
  await expect(admin.alert).toHaveCount(0)
  await (
    await dragPaths(admin.page, join(folder, 'Texts'))
  )()
  await expect(admin.main.getByText('It contains no pictures.')).toBeVisible()
  await expectAccessible(admin.page)
  await admin.page.getByLabel('Upload Image').setInputFiles(join(folder, 'House/web/1.jpg'))
  await expect(admin.alert).toHaveCount(0)

  await admin.open(pathOf(site, 'Low Line'))
  const before = widthsOf(site, 'Low Line')
  await (
    await dragPaths(admin.page, join(folder, 'House'))
  )()
  await expect(chosen()).toHaveText(['9.jpg', '10.jpg', '1.jpg'])
  await admin.page.getByRole('button', { name: 'Add Images' }).click()
  await expect(statusWith(admin, '3 images were added.')).toBeVisible()
  expect(widthsOf(site, 'Low Line')).toEqual([...before, 91, 90, 92])
})

test('a project that is submitted while a dropped folder is being read is created with its pictures', async ({
  admin,
  site,
}) => {
  await createFiles({ 'House/1.jpg': 90, 'House/2.jpg': 91 })
  await admin.fillProjectForm({ name: 'Mill', details: 'A mill.' })
  await admin.page.evaluate(holdFolders)
  const drop = await dragPaths(admin.page, join(folder, 'House'))
  await drop()
  await expect(statusWith(admin, 'Reading the folder...')).toBeVisible()
  await admin.submit()
  await expect(admin.main.getByRole('button', { name: 'Add Project' })).toHaveAttribute('aria-busy', 'true')
  expect(site.sql(`select id from projects where name = 'Mill'`)).toEqual([])
  await admin.page.evaluate(() => window.dispatchEvent(new Event('release-folders')))
  await expect(admin.createdLink('Mill')).toBeVisible()
  expect(widthsOf(site, 'Mill')).toEqual([90, 91])
})

test('an interrupted upload of folders continues when they are chosen again, and adds nothing twice', async ({
  admin,
  site,
}) => {
  const widths = [1500, 1501, 1502]
  await createFiles(
    Object.fromEntries(
      widths.flatMap((width, n) => [
        [`A/${n}.jpg`, width],
        [`B/${n}.jpg`, width],
      ]),
    ),
  )
  await admin.open('/work')
  await attachOnlyOne(admin.page)
  await picker(admin).setInputFiles(folder)
  await expect.poll(() => [...widthsOf(site, 'A'), ...widthsOf(site, 'B')]).toHaveLength(1)
  const page = await admin.page.context().newPage()
  await admin.page.close()
  const again = new Admin(page, site)
  await again.open('/work')
  await expect(again.main.getByText(/Please choose (it|them) again/)).toBeVisible()
  await picker(again).setInputFiles(folder)
  await expect(statusWith(again, '2 drafts')).toBeVisible()
  expect([widthsOf(site, 'A'), widthsOf(site, 'B')]).toEqual([widths, widths])
  expect(site.sql(`select id from projects where name in ('A', 'B')`)).toHaveLength(2)
  await again.reload()
  await expect(again.main.getByText(/Please choose/)).toHaveCount(0)
})

test('after an admin has reached the limit of changes per minute, drafts are created when the minute is over', async ({
  admin,
  site,
}) => {
  await createFiles({ 'first/Mill/1.jpg': 90, 'second/Water Tower/1.jpg': 91 })
  await admin.page.clock.install()
  await admin.open('/work')
  site.sql('delete from tallies')
  await picker(admin).setInputFiles(join(folder, 'first'))
  await expect(statusWith(admin, '1 draft with 1 image added.')).toBeVisible()
  expect(site.sql('select count from tallies')).toEqual([{ count: 1 }])
  site.sql('update tallies set count = 120, until = ?', new Date(Date.now() + 110_000).toISOString())
  const refused = admin.page.waitForResponse((response) => response.status() === 429)
  await picker(admin).setInputFiles(join(folder, 'second'))
  await refused
  await expect(statusWith(admin, 'Waiting for up to a minute, because many changes were made.')).toBeVisible()
  await admin.navigation('About').click()
  await admin.page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click()
  await admin.expectPath('/work')
  expect(site.sql(`select id from projects where name = 'Water Tower'`)).toEqual([])
  site.sql('delete from tallies')
  await expect(async () => {
    await admin.page.clock.fastForward(120_000)
    await expect(statusWith(admin, '1 draft with 1 image added.')).toBeVisible({ timeout: 1_000 })
  }).toPass()
  expect(widthsOf(site, 'Water Tower')).toEqual([91])
})

/** Lets the first photo be attached; the requests that attach the others never leave the browser. */
async function attachOnlyOne(page: Page): Promise<void> {
  let count = 0
  await page.route(/\/work\.data/, async (route) => {
    const attaches = route.request().postData()?.includes('add-image')
    if (attaches) count += 1
    if (!attaches || count === 1) await route.continue()
  })
}

/** Runs in the page: folders are read only after the event `release-folders`. */
function holdFolders(): void {
  const released = new Promise((resolve) => window.addEventListener('release-folders', resolve))
  const { webkitGetAsEntry } = DataTransferItem.prototype
  DataTransferItem.prototype.webkitGetAsEntry = function () {
    const entry = webkitGetAsEntry.call(this)
    if (!entry || !('createReader' in entry)) return entry
    const reader = (entry as FileSystemDirectoryEntry).createReader()
    const readEntries: typeof reader.readEntries = (...callbacks) =>
      void released.then(() => reader.readEntries(...callbacks))
    return Object.assign(entry, { createReader: () => ({ readEntries }) })
  }
}
