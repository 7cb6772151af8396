import { mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { removedRetentionMs } from '#portfolio/bin/retention.ts'
import { showProject } from '#portfolio/project/show.ts'
import { backupTime, filesBelow, openBackendIn, openDataFolder } from '#tests/support/site-data/data-folder.ts'
import { temporaryFolder } from '#tests/support/backend/each-database.ts'
import { testPhoto, testProject } from '#tests/support/backend/project-fixtures.ts'
import { photoFile } from '#tests/support/images/photo-files.ts'
import { readOriginals } from '#server/database/originals.ts'
import { readManifest } from './manifest.ts'
import { restoreBackup } from './restore.ts'
import { openCopier } from './source-files.ts'

const options = { hasOtherDatabase: false, acceptDamaged: false }

async function restore(backup: string): Promise<string> {
  const restored = join(await temporaryFolder(), 'data')
  await restoreBackup(backup, restored, options)
  return restored
}

test('a backup restores rows, originals, derivatives and the secret, and nothing added later', async () => {
  const { dataDir, backend, projectId, backUp } = await openDataFolder()
  const project = await showProject(backend.ports, projectId)
  const { folder } = await backUp()
  await testPhoto(backend, projectId, 'later.jpg')
  const restored = await restore(folder)
  expect(await readFile(join(restored, 'secret'), 'utf8')).toBe('a secret')
  expect((await stat(restored)).mode & 0o777).toBe(0o700)
  const restoredFiles = await filesBelow(join(restored, 'files'))
  expect(restoredFiles.filter((path) => path.startsWith('Images/'))).toHaveLength(2)
  expect(restoredFiles.filter((path) => path.startsWith('derivatives/')).length).toBeGreaterThan(1)
  for (const path of restoredFiles) {
    expect(await readFile(join(restored, 'files', path))).toEqual(await readFile(join(dataDir, 'files', path)))
  }
  const reopened = await openBackendIn(restored)
  expect(await showProject(reopened.ports, projectId)).toEqual(project)
})

test('a backup made while the data changes is complete', async () => {
  const { backend, into, backUp } = await openDataFolder()
  let writing = true
  const writes = (async () => {
    for (let n = 0; writing && n < 500; n++) await testPhoto(backend, await testProject(backend, `Number ${n}`))
  })()
  const backups = [await backUp(), await backUp({ now: new Date(backupTime.getTime() + 1) })]
  writing = false
  await writes
  for (const { folder, missing } of backups) {
    expect(missing).toEqual([])
    await restore(folder)
  }
  expect((await readdir(into)).sort()).toEqual([
    'enfilade-2026-11-21T09-00-00-000Z',
    'enfilade-2026-11-21T09-00-00-001Z',
  ])
})

test('a missing, damaged or unreadable file is listed in the backup, which can be restored without it', async () => {
  const { dataDir, original, backUp } = await openDataFolder()
  const path = join(dataDir, original)
  const changed = await photoFile({ width: 20, height: 20 })
  await writeFile(path, changed)
  const damaged = await backUp()
  expect(damaged.missing).toEqual([{ path: original, reason: 'damaged' }])
  expect(await readFile(join(await restore(damaged.folder), original))).toEqual(changed)

  await rm(path)
  await mkdir(path)
  const unreadable = await backUp({ now: new Date(backupTime.getTime() + 1) })
  expect(unreadable.missing).toEqual([{ path: original, reason: 'unreadable' }])

  await rm(path, { recursive: true })
  await rm(join(dataDir, 'secret'))
  const missing = await backUp({ now: new Date(backupTime.getTime() + 2), isNightly: true })
  const expected = ['secret', original].map((path) => ({ path, reason: 'missing' }))
  expect(missing.missing).toEqual(expected)
  expect((await readManifest(missing.folder)).missing).toEqual(expected)
  const restored = await filesBelow(await restore(missing.folder))
  expect(restored).not.toContain(original)
  expect(restored.filter((file) => file.startsWith('files/Images/'))).toHaveLength(1)
})

test('backups leave out a removed project, beginning a day before its files expire', async () => {
  const { dataDir, backend, projectId, into, backUp } = await openDataFolder()
  const dayBeforeExpiry = backupTime.getTime() - removedRetentionMs + 24 * 60 * 60_000
  const restoreRemoved = async (deletedMs: number) => {
    const deletedAt = new Date(deletedMs).toISOString()
    await backend.ports.db.updateTable('projects').set({ deletedAt }).where('id', '=', projectId).execute()
    const { folder } = await backUp({ into: join(into, deletedAt) })
    return filesBelow(await restore(folder))
  }
  expect(await restoreRemoved(dayBeforeExpiry)).toEqual(
    expect.arrayContaining([expect.stringMatching('^files/Images/')]),
  )
  await rm(join(dataDir, 'files', 'Images'), { recursive: true })
  expect(await restoreRemoved(dayBeforeExpiry - 1)).toEqual(['enfilade.db', 'secret'])
})

test('a manual backup copies all files; a nightly one on the same disk links the photos of the data folder', async () => {
  const { dataDir, original, backUp } = await openDataFolder()
  const inodeOf = async (...path: string[]) => (await stat(join(...path))).ino
  const byHand = await backUp()
  expect(await inodeOf(byHand.folder, original)).not.toBe(await inodeOf(dataDir, original))
  const nightly = await backUp({ isNightly: true, into: join(dataDir, 'backups') })
  expect(nightly.sameDisk).toBe(true)
  for (const path of (await filesBelow(nightly.folder)).filter((file) => file.startsWith('files/'))) {
    expect(await inodeOf(nightly.folder, path), path).toBe(await inodeOf(dataDir, path))
  }
})

test('a file that is overwritten after a nightly backup stays unchanged in the backup', async () => {
  const { dataDir, backend, backUp } = await openDataFolder()
  const derivative = (await filesBelow(dataDir)).find((path) => path.startsWith('files/derivatives/')) ?? ''
  const before = await readFile(join(dataDir, derivative))
  const { folder } = await backUp({ isNightly: true, into: join(dataDir, 'backups') })
  await backend.ports.files.write(derivative.slice('files/'.length), Buffer.from('changed'))
  expect(await readFile(join(folder, derivative))).toEqual(before)
  await restore(folder)
})

test.each(['', 'files', 'files/Images/deeper'])('a backup into the data folder ("%s") is refused', async (path) => {
  const { dataDir, into, backUp } = await openDataFolder()
  const before = await filesBelow(dataDir)
  await expect(backUp({ into: join(dataDir, path) })).rejects.toThrow(/is inside the data folder/)
  await symlink(dataDir, join(into, 'link'))
  await expect(backUp({ into: join(into, 'link', path) })).rejects.toThrow(/is inside the data folder/)
  expect(await filesBelow(dataDir)).toEqual(before)
})

test('a data folder without a site is refused, and nothing is created', async () => {
  const { into, backUp } = await openDataFolder()
  const dataDir = await temporaryFolder()
  await expect(backUp({ dataDir, into: join(into, 'new') })).rejects.toThrow(
    `There is no site in ${dataDir}: check DATA_DIR.`,
  )
  expect(await readdir(into)).toEqual([])
})

test('a damaged database is refused with one sentence, and no partial backup remains', async () => {
  const { into, backUp } = await openDataFolder()
  const dataDir = await temporaryFolder()
  await writeFile(join(dataDir, 'enfilade.db'), 'not a database'.repeat(1_000))
  await expect(backUp({ dataDir, into: join(into, 'new/folder') })).rejects.toThrow(
    /^The database cannot be copied: [^\n]+\.$/,
  )
  expect(await readdir(into)).toEqual([])
})

test('a file is linked from the previous backup if it is unchanged and intact there, and copied otherwise', async () => {
  const { dataDir, original, backUp } = await openDataFolder()
  const previous = (await backUp()).folder
  const { files } = await readManifest(previous)
  const [intact = '', damaged = '', changed = ''] = [original, ...files.map(({ path }) => path).slice(-2)]
  await writeFile(join(previous, damaged), 'damaged')
  const target = await temporaryFolder()
  const copy = openCopier({ dataDir, target, linksData: false, previous: { folder: previous, files } })
  await writeFile(join(dataDir, changed), 'changed')
  for (const path of [intact, damaged, changed]) {
    expect((await copy(path)).bytes).toBe((await stat(join(dataDir, path))).size)
    expect(await readFile(join(target, path))).toEqual(await readFile(join(dataDir, path)))
  }
  const inodesOf = (path: string) => Promise.all([previous, target].map(async (at) => (await stat(join(at, path))).ino))
  const linked = async (path: string) => new Set(await inodesOf(path)).size === 1
  expect(await Promise.all([intact, damaged, changed].map(linked))).toEqual([true, false, false])
})

test('a backup without the database contains the files, and can be restored only for a site with PostgreSQL', async () => {
  const { backend, original, backUp, input } = await openDataFolder()
  const originals = await readOriginals(backend.ports.db, input().removedBefore)
  const backup = await backUp({ originals })
  expect(backup).toMatchObject({ hasDatabase: false, missing: [] })
  expect(await filesBelow(backup.folder)).toEqual(expect.arrayContaining(['secret', original]))
  expect(await filesBelow(backup.folder)).not.toContain('enfilade.db')
  await expect(restore(backup.folder)).rejects.toThrow(/pg_dump/)
  const restored = join(await temporaryFolder(), 'data')
  expect(await restoreBackup(backup.folder, restored, { ...options, hasOtherDatabase: true })).toMatchObject({
    hasDatabase: false,
  })
  expect(await filesBelow(restored)).toContain(original)
})
