import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { accounts } from '#tests/support/accounts.ts'
import { photoFile } from '#tests/support/images/photo-files.ts'
import { runTool } from '#tests/support/run-tool.ts'
import { temporaryRoot } from '#tests/support/temporary-root.ts'
import { withoutReload } from './fixtures/live-updates.ts'
import { expect, test } from './fixtures/test.ts'

const exportPath = '/studio/export.tar'

let folder: string
test.beforeEach(async () => {
  folder = await mkdtemp(join(temporaryRoot(), 'enfilade-folders-'))
})
test.afterEach(() => rm(folder, { recursive: true, force: true }))

test('an admin downloads everything, and a project of the archive can be imported', async ({
  admin,
  visitor,
  site,
}) => {
  await admin.open('/studio')
  const downloading = admin.page.waitForEvent('download')
  await admin.main.getByRole('link', { name: 'Download everything' }).click()
  const download = await downloading
  const name = /^(portfolio-\d{4}-\d\d-\d\d)\.tar$/.exec(download.suggestedFilename())?.[1] ?? ''
  execFileSync('tar', ['-xf', await download.path(), '-C', folder])
  await rename(join(folder, name, '001-thrown'), join(folder, 'Thrown again'))
  await rm(join(folder, name), { recursive: true })
  await withoutReload(visitor, '/work', async () => {
    expect((await runTool('import', [folder], site.storeSettings).ended).output).toContain(
      'Thrown again: imported, with 6 pictures; its address is now thrown-2.',
    )
    await expect(visitor.main.getByRole('heading', { level: 2 })).toHaveCount(7)
  })
  expect((await visitor.open('/projects/thrown-2')).status()).toBe(200)
  await expect(visitor.main.getByRole('heading', { level: 1, name: 'Thrown' })).toBeVisible()
})

test('folders become drafts that visitors and users do not see', async ({ admin, visitor, user, site }) => {
  await mkdir(join(folder, 'Water Tower'))
  for (const n of [1, 2]) await writeFile(join(folder, 'Water Tower', `${n}.jpg`), await photoFile({ width: 90 + n }))
  await writeFile(join(folder, 'Water Tower', 'text.md'), 'A tower of brick.')
  const before = await visitor.open('/work').then(() => visitor.projectNames())
  await withoutReload(admin, '/work', async () => {
    expect((await runTool('import', [folder], site.storeSettings).ended).output).toContain(
      'Water Tower: imported, a draft, with 2 pictures.',
    )
    await expect(admin.card('Water Tower').getByText('Draft', { exact: true })).toBeVisible()
  })
  await admin.openProject('Water Tower')
  await expect(admin.main.getByText('A tower of brick.')).toBeVisible()
  for (const person of [visitor, user]) {
    await person.open('/work')
    expect(await person.projectNames()).toEqual(before)
    expect((await person.open('/projects/water-tower')).status()).toBe(404)
  }
})

test('visitors and users cannot download everything', async ({ visitor, user, site }) => {
  for (const [person, status] of [
    [visitor, 401],
    [user, 403],
  ] as const) {
    const response = await person.page.request.get(site.origin + exportPath)
    expect(response.status()).toBe(status)
    expect(response.headers()['content-type']).not.toContain('tar')
  }
})

for (const [path, name, file] of [
  ['/studio', 'Download everything', /^portfolio-.*\.tar$/],
  ['/studio/health', 'Download backup', /\.tar$/],
] as const) {
  test(`${name} asks for the password if it was not given recently; then the download begins`, async ({
    admin,
    site,
  }) => {
    await admin.open(path)
    if (path === '/studio/health') await admin.main.getByRole('button', { name: 'Back up now' }).click()
    const link = admin.main.getByRole('link', { name })
    const archives: string[] = []
    admin.page.on('request', (request) => {
      if (request.url().endsWith('.tar')) archives.push(request.url())
    })
    // The backup process runs with a low priority.
    await expect(link).toBeVisible({ timeout: 480_000 })
    site.sql(`update "authSession" set "provenAt" = '2026-01-01T00:00:00.000Z'`)
    await link.click()
    await admin.heading('Confirm that it is you').waitFor()
    await admin.page.getByLabel('Password').fill(accounts.admin.password)
    const downloading = admin.page.waitForEvent('download')
    await admin.page.getByRole('button', { name: 'Continue' }).click()
    expect((await downloading).suggestedFilename()).toMatch(file)
    await admin.expectPath(path)
    await expect(link).toBeFocused()
    await expect(link).toBeInViewport()
    await expect(admin.main.getByRole('status').filter({ hasText: 'The download has started.' })).toBeVisible()
    // Before and after the password was given.
    expect(archives).toHaveLength(2)
    await admin.reload()
    await expect(link).toBeVisible()
    await expect(admin.main.getByText('The download has started.')).toHaveCount(0)
    await admin.page.waitForLoadState('networkidle')
    expect(archives).toHaveLength(2)
  })
}

test('only the parameter of a confirmed download is removed from the URL, even without a backup', async ({ admin }) => {
  await admin.open('/studio/health?download=yes&note=1')
  await expect(admin.main.getByRole('link', { name: 'Download backup' })).toHaveCount(0)
  await admin.expectPath('/studio/health?note=1')
})
