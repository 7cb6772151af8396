import { mkdir, readdir, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { backupTime, filesBelow, openDataFolder } from '#tests/support/site-data/data-folder.ts'
import { temporaryFolder } from '#tests/support/backend/each-database.ts'
import { refuseToFillDisk } from './refuse-to-fill-disk.ts'
import { openBackupProcess } from './backup-process.ts'
import { copiesFolder, copyName } from './copies-before-updates.ts'
import { restoreBackup } from './restore.ts'

const options = { hasOtherDatabase: false, acceptDamaged: false }

const dayMs = 24 * 60 * 60_000

test('the process makes a backup that can be restored, lists missing files, and removes an old backup', async () => {
  const { dataDir, original, input } = await openDataFolder()
  const into = join(dataDir, 'backups')
  const request = { ...input({ into }), deletesExpired: true }
  await rm(join(dataDir, original))
  const backups = openBackupProcess()
  const old = await backups.run({ ...request, now: new Date(request.now.getTime() - 40 * dayMs) })
  const backup = await backups.run(request)
  expect(backup).toMatchObject({ sameDisk: true, hasDatabase: true, missing: [{ path: original, reason: 'missing' }] })
  expect(await readdir(into)).toEqual([backup.folder.slice(into.length + 1)])
  expect(old.folder).not.toBe(backup.folder)
  const restored = join(await temporaryFolder(), 'data')
  await restoreBackup(backup.folder, restored, options)
  expect((await filesBelow(restored)).filter((path) => path.startsWith('backups'))).toEqual([])
})

test('a folder that does not exist is refused and not created, and a file in its place is refused', async () => {
  const { into, input } = await openDataFolder()
  const request = { ...input({ into: join(into, 'missing') }), deletesExpired: true }
  await expect(openBackupProcess().run(request)).rejects.toThrow(/does not exist: create it, or mount its disk/)
  expect(await readdir(into)).toEqual([])
  await writeFile(request.into, '')
  await expect(openBackupProcess().run(request)).rejects.toThrow(/does not exist: create it, or mount its disk/)
})

test('old copies of the database are removed even if the backup disk is missing', async () => {
  const { dataDir, into, input } = await openDataFolder()
  const old = new Date(backupTime.getTime() - 36 * dayMs)
  await mkdir(copiesFolder(dataDir))
  const name = copyName({ version: '0.0.9', migration: '0001-the-house' }, old)
  await writeFile(join(copiesFolder(dataDir), name), '')
  const request = { ...input({ into: join(into, 'missing') }), deletesExpired: true }
  await expect(openBackupProcess().run(request)).rejects.toThrow(/does not exist/)
  expect(await readdir(copiesFolder(dataDir))).toEqual([])
})

test('a refusal is one sentence; stopping kills the process of a running backup and refuses further backups', async () => {
  const { input, into } = await openDataFolder()
  const request = { ...input({ dataDir: await temporaryFolder() }), deletesExpired: true }
  await expect(openBackupProcess().run(request)).rejects.toThrow(
    `There is no site in ${request.dataDir}: check DATA_DIR.`,
  )
  const another = { ...input(), deletesExpired: true }
  const backups = openBackupProcess()
  // If the backup has ended in the meantime, there is no process to kill.
  const stopped = backups.run(another).catch((error: Error) => expect(error.message).toMatch(/ended: SIGKILL\.$/))
  await expect.poll(() => readdir(into)).toHaveLength(1)
  backups.stop()
  await stopped
  await expect(backups.run(another)).rejects.toThrow('The site is stopping.')
})

test('if the process cannot be started, the backup is refused and the site keeps running', async () => {
  const { input } = await openDataFolder()
  const { execPath } = process
  process.execPath = '/no/such/program'
  try {
    await expect(openBackupProcess().run({ ...input(), deletesExpired: true })).rejects.toThrow(
      'The backup could not be started: spawn /no/such/program ENOENT.',
    )
  } finally {
    process.execPath = execPath
  }
})

test('a backup is refused if it would leave too little free space on the disk', async () => {
  const folder = await temporaryFolder()
  await mkdir(join(folder, 'data'))
  const { bavail, bsize } = await statfs(folder)
  await refuseToFillDisk(folder, 0)
  await expect(refuseToFillDisk(folder, bavail * bsize)).rejects.toThrow(/is too full: \d+ MB must be free/)
})
