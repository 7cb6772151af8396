import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { SiteProcess } from '#tests/support/site-process.ts'
import { photoFile } from '#tests/support/images/photo-files.ts'
import { temporaryRoot } from '#tests/support/temporary-root.ts'
import { Admin } from './fixtures/admin.ts'
import { expectAccessible } from './fixtures/axe.ts'
import { withoutReload } from './fixtures/live-updates.ts'
import { throttleUploads } from './fixtures/network/fault-injection.ts'
import { expect, test } from './fixtures/test.ts'

let folder: string
test.beforeEach(async () => {
  folder = await mkdtemp(join(temporaryRoot(), 'enfilade-folders-'))
})
test.afterEach(() => rm(folder, { recursive: true, force: true }))

/** A number is a photo of this width. */
async function createFiles(files: Record<string, string | number>): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name)
    await mkdir(dirname(path), { recursive: true })
    const photo = async (width: number) => photoFile({ width, height: Math.round(width / 1.5) })
    await writeFile(path, typeof content === 'number' ? await photo(content) : content)
  }
}

const picker = ({ main }: Admin) => main.getByLabel('Choose folders')
const added = ({ main }: Admin, text: string) => main.getByRole('status').filter({ hasText: text })

/** The widths of the images of a project in order. */
function widthsOf(site: SiteProcess, name: string): number[] {
  const rows = site.sql<{ width: number }>(
    `select width from photos where projectId = (select id from projects where name = ?) and deletedAt is null
      order by position`,
    name,
  )
  return rows.map(({ width }) => width)
}

test('chosen folders become drafts, which open lists of other admins show', async ({
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
    await expect(added(admin, '3 drafts with 3 images added.')).toBeVisible()
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
  const session = await admin.page.context().newCDPSession(admin.page)
  const data = { items: [], files: [join(folder, 'Water Tower'), join(folder, 'Mill')], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver'] as const)
    await session.send('Input.dispatchDragEvent', { type, x: 300, y: 300, data })
  await expect(admin.page.getByText('Drop the folders to make drafts of them.')).toBeVisible()
  await session.send('Input.dispatchDragEvent', { type: 'drop', x: 300, y: 300, data })
  await expect(added(admin, '2 drafts with 2 images added.')).toBeVisible()
  expect([widthsOf(site, 'Water Tower'), widthsOf(site, 'a')]).toEqual([[90], [91]])
})

test('folders chosen again after an interruption are continued: nothing is added twice', async ({ admin, site }) => {
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
  await throttleUploads(admin.page, 100_000)
  await picker(admin).setInputFiles(folder)
  await expect.poll(() => widthsOf(site, 'A').length).toBeGreaterThan(0)
  const page = await admin.page.context().newPage()
  await admin.page.close()
  expect(widthsOf(site, 'B').length).toBeLessThan(3)
  const again = new Admin(page, site)
  await again.open('/work')
  await expect(again.main.getByText(/Please choose (it|them) again/)).toBeVisible()
  await picker(again).setInputFiles(folder)
  await expect(added(again, '2 drafts')).toBeVisible()
  expect([widthsOf(site, 'A'), widthsOf(site, 'B')]).toEqual([widths, widths])
  expect(site.sql(`select id from projects where name in ('A', 'B')`)).toHaveLength(2)
  await again.reload()
  await expect(again.main.getByText(/Please choose/)).toHaveCount(0)
})
