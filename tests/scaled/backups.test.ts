import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { createBucketBackup } from '#server/backup/bucket/create.ts'
import { openBackupBucket, type BackupLocation } from '#server/backup/bucket/backup-bucket.ts'
import { removeOldBucketBackups } from '#server/backup/bucket/retention.ts'
import { connectToBucket } from '#server/storage/bucket-requests.ts'
import { AdminClient } from '#tests/faults/admin-client.ts'
import { fillSite, projectPath, withoutSamples } from '#tests/faults/site-fixture.ts'
import { newBucket, settingsOf } from '#tests/support/object-store/new-bucket.ts'
import { connectToPostgres, createPostgresDatabase } from '#tests/support/postgres/postgres-database.ts'
import { runTool } from '#tests/support/run-tool.ts'
import { openDataFolder } from '#tests/support/site-data/data-folder.ts'
import { SiteProcess } from '#tests/support/site-process.ts'
import { temporaryRoot } from '#tests/support/temporary-root.ts'

const dayMs = 24 * 60 * 60_000

/** A path in a new folder, where nothing is yet. */
async function freePath(): Promise<string> {
  const folder = await mkdtemp(join(temporaryRoot(), 'enfilade-restored-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return join(folder, 'data')
}

function open(location: BackupLocation) {
  const target = openBackupBucket(location)
  onTestFinished(() => target.close())
  return target
}

async function listHashes(target: ReturnType<typeof open>): Promise<string[]> {
  return [...(await target.listContents()).keys()].toSorted()
}

const nameOf = ({ folder }: { folder: string }) => folder.split('/').at(-1) ?? ''

/** The settings with which `npm run restore` reads this bucket. */
const readingFrom = ({ bucket }: BackupLocation) => {
  return { ...settingsOf(bucket), S3_BUCKET: '', BACKUP_DIR: `s3://${bucket.name}` }
}

test('a site with PostgreSQL and a bucket is backed up into another bucket, and restored elsewhere', async () => {
  const [bucket, backups] = [await newBucket(), await newBucket()]
  const databaseUrl = await createPostgresDatabase(inject('postgresUrl'))
  const url = `s3://${backups.name}/studio`
  const settings = { DATABASE_URL: databaseUrl, ...settingsOf(bucket), BACKUP_DIR: url, SECRET: 's'.repeat(43) }
  const site = await SiteProcess.open(null, { ...withoutSamples, ...settings })
  onTestFinished(() => site.close())
  const client = await fillSite(site)
  const database = connectToPostgres(databaseUrl)
  onTestFinished(() => database.end())
  await expect.poll(async () => (await database.query(`select 1 from photos where state <> 'ready'`)).rowCount).toBe(0)

  expect((await client.post('/studio/health.data', { intent: 'back-up' })).status).toBe(200)
  await expect.poll(() => site.log).toContain('backup made')
  const list = await runTool('restore', [url], { ...settings, DATA_DIR: await freePath() }).ended
  expect(list).toMatchObject({ code: 0, output: expect.stringMatching(/^s3:\S+\/studio\/enfilade-nightly-\S+$/) })
  expect(site.log).toContain(list.output)
  expect(await readdir(join(site.dataDir, 'backups'))).toEqual([])

  const dataDir = await freePath()
  const restored = await runTool('restore', [list.output], { ...settings, DATA_DIR: dataDir }).ended
  expect(restored).toMatchObject({ code: 0, output: expect.stringContaining('Restored and verified') })
  expect(await readdir(join(dataDir, '..'))).toEqual(['data'])
  expect((await runTool('check-store', [], { DATA_DIR: dataDir }).ended).output).toBe('No problems found.')
  const copy = await SiteProcess.withDataOf({ dataDir } as SiteProcess, withoutSamples)
  const { rows } = await database.query<Record<string, unknown>>('select * from photos order by id')
  expect(JSON.stringify(copy.sql<Record<string, unknown>>('select * from photos order by id').map(sorted))).toBe(
    JSON.stringify(rows.map(sorted)),
  )
  await copy.start()
  onTestFinished(() => copy.kill())
  const page = await (await fetch(copy.origin + projectPath)).text()
  const [photo = ''] = /\/photos\/[^" ,]+\.avif/.exec(page) ?? []
  expect((await fetch(copy.origin + photo)).status).toBe(200)
  expect(await Object.assign(new AdminClient(copy), { cookie: client.cookie }).isLoggedIn()).toBe(false)
  expect(await (await AdminClient.of(copy)).isLoggedIn()).toBe(true)

  const archive = await client.request('/studio/health/backup.tar')
  expect(archive.status).toBe(200)
  expect(Buffer.from(await archive.arrayBuffer()).includes('"hasDatabase": true')).toBe(true)
})

/** Databases return columns in different orders. */
const sorted = (row: Record<string, unknown>) => Object.entries(row).toSorted()

test('what a backup in a bucket has already is not stored again, and damage to it is reported', async () => {
  const { dataDir, original } = await openDataFolder()
  const into: BackupLocation = { bucket: await newBucket(), prefix: 'studio/' }
  const input = { dataDir, into, removedBefore: new Date(0), databaseUrl: null, bucket: null, secret: null }
  const target = open(into)
  const first = await createBucketBackup({ ...input, now: new Date(), isNightly: true })
  expect(first).toMatchObject({ missing: [], folder: `s3://${into.bucket.name}/studio/${nameOf(first)}` })
  const hashes = await listHashes(target)
  await rm(join(dataDir, original))
  const second = await createBucketBackup({ ...input, now: new Date(Date.now() + 1), isNightly: false })
  expect(second.missing).toEqual([{ path: original, reason: 'missing' }])
  // Only the copies of the database may differ.
  expect((await listHashes(target)).filter((sha256) => !hashes.includes(sha256)).length).toBeLessThan(2)

  const manifest = (await target.readBackup(nameOf(first)))?.manifest
  await target.removeContent(manifest?.files.find(({ path }) => path === original)?.sha256 ?? '')
  const restore = async (...args: string[]) =>
    runTool('restore', args, { ...readingFrom(into), DATA_DIR: await freePath() }).ended
  const refused = await restore(first.folder)
  expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('is missing from the backup') })
  const accepted = await restore('--damaged', first.folder)
  expect(accepted).toMatchObject({ code: 0, output: expect.stringContaining(`${original} is missing.`) })
})

test('old nightly backups in a bucket are removed with what only they have, and nothing of other sites', async () => {
  const { dataDir, backend, projectId } = await openDataFolder()
  const other = await openDataFolder()
  await other.backend.ports.files.write('store-id', Buffer.from('another site'))
  const into: BackupLocation = { bucket: await newBucket(), prefix: '' }
  const target = open(into)
  const common = { into, removedBefore: new Date(0), databaseUrl: null, bucket: null, secret: null }
  const start = Date.now()
  const at = (day: number) => new Date(start + day * dayMs)
  const ofOther = await createBucketBackup({ ...common, dataDir: other.dataDir, now: at(-2), isNightly: true })
  const manual = await createBucketBackup({ ...common, dataDir, now: at(-1), isNightly: false })
  for (let day = 0; day < 60; day += 3) {
    await createBucketBackup({ ...common, dataDir, now: at(day), isNightly: true })
    await removeOldBucketBackups({ dataDir, bucket: null, into, now: at(day) })
    if (day === 6) await backend.ports.db.deleteFrom('photos').where('projectId', '=', projectId).execute()
  }
  const kept = await target.listNames()
  expect(kept).toEqual(expect.arrayContaining([nameOf(ofOther), nameOf(manual)]))
  expect(kept.length).toBeGreaterThan(5)
  expect(kept.length).toBeLessThan(12)
  const filesOf = async (name: string) => (await target.readBackup(name))?.manifest.files ?? []
  const used = new Set((await Promise.all(kept.map(filesOf))).flat().map(({ sha256 }) => sha256))
  expect(new Set(await listHashes(target))).toEqual(used)

  // Now only the backup of the other site needs photos.
  await target.removeManifest(nameOf(manual))
  await removeOldBucketBackups({ dataDir, bucket: null, into, now: at(60) })
  const hashes = await listHashes(target)
  expect(hashes.length).toBeLessThan(used.size)
  for (const { sha256 } of await filesOf(nameOf(ofOther))) expect(hashes).toContain(sha256)
  const restored = await runTool('restore', [ofOther.folder], { ...readingFrom(into), DATA_DIR: await freePath() })
    .ended
  expect(restored.code).toBe(0)
})

test('while the manifest of a backup in a bucket is damaged, no content is removed', async () => {
  const { dataDir } = await openDataFolder()
  const into: BackupLocation = { bucket: await newBucket(), prefix: '' }
  const target = open(into)
  const input = { dataDir, into, removedBefore: new Date(0), databaseUrl: null, bucket: null, secret: null }
  const backup = await createBucketBackup({ ...input, now: new Date(), isNightly: true })
  const hashes = await listHashes(target)
  const requests = connectToBucket(into.bucket)
  onTestFinished(() => requests.close())
  await requests.put(`${nameOf(backup)}/manifest.json`, Buffer.from('{}'))
  const now = new Date(Date.now() + 100 * dayMs)
  await expect(removeOldBucketBackups({ ...input, now })).rejects.toThrow('does not match its checksum')
  expect(await listHashes(target)).toEqual(hashes)
  await createBucketBackup({ ...input, now, isNightly: true })
})

test('a backup into the bucket of the site itself is refused', async () => {
  const { dataDir } = await openDataFolder()
  const bucket = await newBucket()
  const input = { dataDir, into: { bucket, prefix: 'backups/' }, removedBefore: new Date(0), secret: null }
  const backUp = createBucketBackup({ ...input, databaseUrl: null, bucket, now: new Date(), isNightly: true })
  await expect(backUp).rejects.toThrow('choose another for backups')
})

test('a backup into a bucket that is killed leaves nothing that looks complete, and the next one is', async () => {
  const { dataDir } = await openDataFolder()
  const into: BackupLocation = { bucket: await newBucket(), prefix: '' }
  const settings = { ...readingFrom(into), DATA_DIR: dataDir }
  const url = `s3://${into.bucket.name}`
  const target = open(into)
  const folder = join(dataDir, 'backups')
  let killed = 0
  for (let objects = 1; objects < 8; objects += 2) {
    const { child, ended } = runTool('backup', [url], settings)
    const before = (await target.listContents()).size
    const hasBegun = async () => child.exitCode !== null || (await target.listContents()).size >= before + objects
    await expect.poll(hasBegun, { interval: 5 }).toBe(true)
    child.kill('SIGKILL')
    if ((await ended).code === null) killed += 1
  }
  expect(killed).toBeGreaterThan(0)
  expect(await runTool('backup', [url], settings).ended).toMatchObject({ code: 0 })
  expect(await readdir(folder)).toEqual([])
  const { output } = await runTool('restore', [url], settings).ended
  for (const backup of output.split('\n')) {
    const { code } = await runTool('restore', [backup], { ...settings, DATA_DIR: await freePath() }).ended
    expect(code).toBe(0)
  }
})
