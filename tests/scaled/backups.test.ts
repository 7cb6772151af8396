import { createHash } from 'node:crypto'
import { readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { openLatestBucketBackup } from '#server/backup/bucket/download.ts'
import { migrate } from '#server/database/migrate.ts'
import { openPostgres } from '#server/database/postgres/postgres.ts'
import { AdminClient } from '#tests/faults/admin-client.ts'
import { fillSite, projectPath, withoutSamples } from '#tests/faults/site-fixture.ts'
import { settingsOf } from '#tests/support/object-store/create-bucket.ts'
import { createBucketOnSharedServer } from '#tests/support/object-store/create-bucket-on-shared-server.ts'
import { connectToPostgres, createPostgresDatabase } from '#tests/support/postgres/postgres-database.ts'
import { runTool } from '#tests/support/run-tool.ts'
import { openDataFolder } from '#tests/support/site-data/data-folder.ts'
import { SiteProcess } from '#tests/support/site/site-process.ts'
import { freePath, nameOf, openBucketFor, backupSettingsOf, restore } from './bucket-backups.ts'

async function openMigratedPostgres() {
  const url = await createPostgresDatabase(inject('postgresUrl'))
  const migrated = openPostgres(url)
  await migrate(migrated)
  await migrated.destroy()
  const db = connectToPostgres(url)
  onTestFinished(() => db.end())
  return { db, url }
}

test('a site with PostgreSQL and a bucket is backed up into another bucket, and restored elsewhere', async () => {
  const [bucket, backups] = [await createBucketOnSharedServer(), await createBucketOnSharedServer()]
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
  expect(await (await AdminClient.logIn(copy)).isLoggedIn()).toBe(true)

  const archive = await client.request('/studio/health/backup.tar')
  expect(archive.status).toBe(200)
  expect(Buffer.from(await archive.arrayBuffer()).includes('"hasDatabase": true')).toBe(true)
})

/** The columns of a row, sorted, because databases return them in different orders. */
const sorted = (row: Record<string, unknown>) => Object.entries(row).toSorted()

test('contents that a backup in a bucket already has are not read again, and missing or damaged files of the site are reported', async () => {
  const { dataDir, original, backend } = await openDataFolder()
  const { into, target, backUp } = await openBucketFor(dataDir)
  const first = await backUp({ now: new Date() })
  expect(first).toMatchObject({ missing: [], folder: `s3://${into.bucket.name}/${nameOf(first)}` })
  const manifest = await target.readManifest(nameOf(first))
  const hashOf = (path: string) => manifest?.files.find((file) => file.path === path)?.sha256 ?? ''
  const stored = await target.listContents()

  // The file is not read: damage that keeps the size is not noticed, and the right content stays in the backup.
  const bytes = await readFile(join(dataDir, original))
  await writeFile(join(dataDir, original), Buffer.alloc(bytes.length))
  const second = await backUp({ now: new Date(Date.now() + 1) })
  expect(second.missing).toEqual([])
  await truncate(join(dataDir, original), 10)
  const third = await backUp({ now: new Date(Date.now() + 2) })
  expect(third.missing).toEqual([{ path: original, reason: 'damaged' }])
  await rm(join(dataDir, original))
  const fourth = await backUp({ now: new Date(Date.now() + 3) })
  expect(fourth.missing).toEqual([{ path: original, reason: 'missing' }])
  for (const backup of [second, third, fourth])
    expect((await target.readManifest(nameOf(backup)))?.files).toContainEqual({
      path: original,
      bytes: bytes.length,
      sha256: hashOf(original),
    })
  for (const [sha256, { changedAt }] of await target.listContents())
    if (stored.has(sha256)) expect(changedAt).toEqual(stored.get(sha256)?.changedAt)

  // A derivative that was made again has the same path and size.
  const [derivative = ''] =
    manifest?.files.map(({ path }) => path).filter((path) => path.includes('derivatives/')) ?? []
  const key = derivative.slice('files/'.length)
  const changed = (await readFile(join(dataDir, derivative))).reverse()
  await backend.ports.files.write(key, changed)
  const fifth = await backUp({ now: new Date(Date.now() + 4) })
  const sha256 = createHash('sha256').update(changed).digest('hex')
  expect((await target.readManifest(nameOf(fifth)))?.files).toContainEqual({
    path: derivative,
    bytes: changed.length,
    sha256,
  })

  await target.removeContent(hashOf(original))
  const refused = await restore(into, first.folder)
  expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('is missing from the backup') })
  const accepted = await restore(into, '--damaged', first.folder)
  expect(accepted).toMatchObject({ code: 0, output: expect.stringContaining(`${original} is missing.`) })
})

test('a backup in a bucket can be downloaded as an archive although one of its files is empty', async () => {
  const { dataDir, original } = await openDataFolder()
  const { into, backUp } = await openBucketFor(dataDir)
  await truncate(join(dataDir, original), 0)
  const { missing } = await backUp({ now: new Date() })
  expect(missing).toEqual([{ path: original, reason: 'damaged' }])
  const latest = await openLatestBucketBackup({ dataDir, bucket: null, into })
  expect((await new Response(latest?.archive).arrayBuffer()).byteLength).toBeGreaterThan(10_000)
})

test('a backup in a bucket never replaces another site’s backup with the same name', async () => {
  const [{ dataDir }, other] = [await openDataFolder(), await openDataFolder()]
  const { into, backUp } = await openBucketFor(dataDir)
  const now = new Date()
  const { folder } = await backUp({ now })
  await expect(backUp({ now, dataDir: other.dataDir })).rejects.toThrow('exists: try again')
  expect(await restore(into, folder)).toMatchObject({ code: 0 })
})

test('a backup into the bucket of a site is refused', async () => {
  const { dataDir } = await openDataFolder()
  const { requests, backUp } = await openBucketFor(dataDir)
  await requests.put('store-id', Buffer.from('a site'))
  await expect(backUp({ now: new Date() })).rejects.toThrow('choose another for backups')
})

test('a PostgreSQL database of an earlier version is not backed up in a bucket', async () => {
  const { dataDir } = await openDataFolder()
  const { backUp } = await openBucketFor(dataDir)
  const { db, url } = await openMigratedPostgres()
  await db.query(`update "programVersion" set version = '0.0.1'`)
  const failed = backUp({ now: new Date(), databaseUrl: url })
  await expect(failed).rejects.toThrow('an earlier version')
})

test('a backup into a bucket that is killed leaves nothing that looks complete, and the next backup succeeds', async () => {
  const { dataDir } = await openDataFolder()
  const { into, target } = await openBucketFor(dataDir)
  const settings = { ...backupSettingsOf(into), DATA_DIR: dataDir }
  const url = `s3://${into.bucket.name}`
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
