import { existsSync } from 'node:fs'
import { readdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openBackupProcess } from '#server/backup/backup-process.ts'
import { removeOldBucketBackups } from '#server/backup/bucket/retention.ts'
import { openDataFolder } from '#tests/support/site-data/data-folder.ts'
import { daysFromNow, listHashes, nameOf, openBucketFor, restore } from './bucket-backups.ts'

test('old nightly backups in a bucket are removed with the contents that only they reference, and nothing else is', async () => {
  const { dataDir, backend, projectId } = await openDataFolder()
  const other = await openDataFolder()
  await other.backend.ports.files.write('store-id', Buffer.from('another site'))
  const { into, target, requests, backUp } = await openBucketFor(dataDir)
  const ofOther = await backUp({ dataDir: other.dataDir, now: daysFromNow(-2) })
  const nested = { ...into, prefix: 'files/' }
  const ofNested = await backUp({ dataDir: other.dataDir, now: daysFromNow(-2), into: nested })
  const manual = await backUp({ now: daysFromNow(-1), isNightly: false })
  for (const key of ['files/holiday.jpg', 'notes.txt', 'enfilade-notes.txt'])
    await requests.put(key, Buffer.from('mine'))
  for (let day = 0; day < 60; day += 3) {
    await backUp({ now: daysFromNow(day) })
    await removeOldBucketBackups({ dataDir, bucket: null, into, now: daysFromNow(day) })
    if (day === 6) await backend.ports.db.deleteFrom('photos').where('projectId', '=', projectId).execute()
  }
  const kept = (await target.list()).map(({ name }) => name)
  expect(kept).toEqual(expect.arrayContaining([nameOf(ofOther), nameOf(manual)]))
  expect(kept.length).toBeGreaterThan(5)
  expect(kept.length).toBeLessThan(12)
  const filesOf = async (name: string) => (await target.readManifest(name))?.files ?? []
  const used = new Set((await Promise.all(kept.map(filesOf))).flat().map(({ sha256 }) => sha256))
  expect(new Set(await listHashes(target))).toEqual(used)
  for (const key of ['files/holiday.jpg', 'notes.txt', 'enfilade-notes.txt'])
    expect(await requests.head(key)).not.toBeNull()

  // Now only the backups of the other site need photos.
  await target.removeManifest(nameOf(manual))
  await removeOldBucketBackups({ dataDir, bucket: null, into, now: daysFromNow(60) })
  expect((await listHashes(target)).length).toBeLessThan(used.size)
  for (const { folder } of [ofOther, ofNested]) expect(await restore(into, folder)).toMatchObject({ code: 0 })
})

test('recent contents that an unfinished backup in a bucket needs are kept, and no backup completes while a removal runs', async () => {
  const { dataDir } = await openDataFolder()
  const { into, target, backUp } = await openBucketFor(dataDir)
  const remove = (now: Date) => removeOldBucketBackups({ dataDir, bucket: null, into, now })
  const interrupted = await backUp({ now: new Date() })
  await target.removeManifest(nameOf(interrupted))
  const hashes = await listHashes(target)
  await remove(daysFromNow(6))
  expect(await listHashes(target)).toEqual(hashes)

  // As during a removal that has already listed the manifests.
  for (const site of ['one', 'two']) await target.markRemoving(site)
  const backup = backUp({ now: daysFromNow(8) })
  await expect.poll(async () => (await target.list()).length).toBe(1)
  for (const sha256 of await listHashes(target)) await target.removeContent(sha256)
  await target.unmarkRemoving('one')
  expect((await target.list())[0]?.isComplete).toBe(false)
  await target.unmarkRemoving('two')
  await expect(backup).rejects.toThrow('did not store')
  expect(await restore(into, `s3://${into.bucket.name}`)).toMatchObject({
    code: 1,
    output: expect.stringContaining('no backups'),
  })
  await remove(daysFromNow(20))
  expect(await target.list()).toEqual([])
})

test('while the manifest of a backup in a bucket is damaged, no content is removed', async () => {
  const { dataDir } = await openDataFolder()
  const { into, target, requests, backUp } = await openBucketFor(dataDir)
  const old = await backUp({ now: daysFromNow(-50) })
  const backup = await backUp({ now: new Date() })
  const hashes = await listHashes(target)
  await requests.put(`${nameOf(backup)}/manifest.json`, Buffer.from('{}'))
  const now = daysFromNow(100)
  const later = await backUp({ now })
  await expect(removeOldBucketBackups({ dataDir, bucket: null, into, now })).rejects.toThrow(
    `${backup.folder} is damaged`,
  )
  expect(await listHashes(target)).toEqual(expect.arrayContaining(hashes))
  const left = (await target.list()).map(({ name }) => name)
  expect(left).toEqual([nameOf(later), nameOf(backup)])
  expect(left).not.toContain(nameOf(old))
  expect((await restore(into, `s3://${into.bucket.name}`)).output.split('\n')).toEqual([later.folder, backup.folder])
})

test('once backups go to a bucket, nightly ones in the folder expire after 35 days, and a moved data folder is not created again', async () => {
  const { dataDir, backUp } = await openDataFolder()
  const { into } = await openBucketFor(dataDir)
  const folder = join(dataDir, 'backups')
  await backUp({ into: folder, isNightly: true, now: daysFromNow(-36) })
  const manual = await backUp({ into: folder, isNightly: false, now: daysFromNow(-37) })
  const young = await backUp({ into: folder, isNightly: true, now: daysFromNow(-34) })
  const nightly = openBackupProcess()
  const request = { dataDir, into, now: new Date(), removedBefore: new Date(0), deletesExpired: true }
  const report = await nightly.run({ ...request, databaseUrl: null, bucket: null, secret: null })
  expect(report).toMatchObject({ missing: [], removalFailure: null })
  expect((await readdir(folder)).toSorted()).toEqual([nameOf(manual), nameOf(young)].toSorted())
  await rename(dataDir, `${dataDir}-moved`)
  onTestFinished(() => rename(`${dataDir}-moved`, dataDir))
  const failed = nightly.run({ ...request, now: daysFromNow(1), databaseUrl: null, bucket: null, secret: null })
  await expect(failed).rejects.toThrow('check its path')
  expect(existsSync(dataDir)).toBe(false)
})
