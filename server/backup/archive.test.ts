import { execFileSync } from 'node:child_process'
import { readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { ReadableStream } from 'node:stream/web'
import { expect, test } from 'vitest'
import { filesBelow, openDataFolder } from '#tests/support/site-data/data-folder.ts'
import { temporaryFolder } from '#tests/support/backend/each-database.ts'
import { openLatestBackup } from './archive.ts'
import { restoreBackup } from './restore.ts'

test('the archive of the newest backup unpacks to a folder that can be restored', async () => {
  const { dataDir, into, backUp } = await openDataFolder()
  await backUp({ isNightly: true, now: new Date('2026-11-20T09:00:00Z') })
  const { folder } = await backUp({ isNightly: true })
  const latest = await openLatestBackup(dataDir, into)
  expect(latest?.name).toBe('enfilade-nightly-2026-11-21T09-00-00-000Z')
  const unpacked = await temporaryFolder()
  execFileSync('tar', ['-x', '-C', unpacked], { input: await buffer(latest?.archive as ReadableStream) })
  const copy = join(unpacked, latest?.name ?? '')
  expect(await filesBelow(copy)).toEqual(await filesBelow(folder))
  for (const path of await filesBelow(folder))
    expect(await readFile(join(copy, path))).toEqual(await readFile(join(folder, path)))
  await restoreBackup(copy, join(unpacked, 'restored'), { hasOtherDatabase: false, acceptDamaged: false })
})

test('there is no archive without a nightly backup', async () => {
  const { dataDir, into, backUp } = await openDataFolder()
  await backUp()
  expect(await openLatestBackup(dataDir, into)).toBeNull()
  expect(await openLatestBackup(dataDir, join(into, 'missing'))).toBeNull()
})

test('if the backup is removed meanwhile, reading the archive fails instead of ending early', async () => {
  const { dataDir, into, backUp } = await openDataFolder()
  const { folder } = await backUp({ isNightly: true })
  const latest = await openLatestBackup(dataDir, into)
  await rename(folder, `${folder}.unfinished`)
  await rm(`${folder}.unfinished`, { recursive: true })
  await expect(buffer(Readable.fromWeb(latest?.archive as ReadableStream))).rejects.toThrow('ENOENT')
})
