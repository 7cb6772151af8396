import { appendFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { AdminClient } from '#tests/faults/admin-client.ts'
import { fillSite, projectPath, waitForDerivatives, withoutSamples } from '#tests/faults/site-fixture.ts'
import { settingsOf } from '#tests/support/object-store/create-bucket.ts'
import { createBucketOnSharedServer } from '#tests/support/object-store/create-bucket-on-shared-server.ts'
import { runTool } from '#tests/support/run-tool.ts'
import { connectToPostgres, createPostgresDatabase } from '#tests/support/postgres/postgres-database.ts'
import { SiteProcess } from '#tests/support/site/site-process.ts'
import { temporaryRoot } from '#tests/support/temporary-root.ts'

type Settings = Record<string, string>

/** A stopped embedded site, the session of its admin, and the settings of an empty database and bucket. */
async function open() {
  const site = await SiteProcess.open(null, withoutSamples)
  onTestFinished(() => site.close())
  const { cookie } = await fillSite(site)
  await waitForDerivatives(site)
  await site.stop()
  const databaseUrl = await createPostgresDatabase(inject('postgresUrl'))
  const scaled: Settings = { DATABASE_URL: databaseUrl, ...settingsOf(await createBucketOnSharedServer()) }
  return { site, cookie, scaled }
}

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(temporaryRoot(), 'enfilade-moved-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

const move = (direction: string, settings: Settings) => runTool('move', [direction], settings)
const check = async (settings: Settings) => (await runTool('check-store', [], settings).ended).output

/** Requests the page and a photo of the project, and asks whether the session is valid. */
async function visit(site: SiteProcess, cookie: string): Promise<void> {
  const page = await (await fetch(site.origin + projectPath)).text()
  const [photo = ''] = /\/photos\/[^" ,]+\.avif/.exec(page) ?? []
  expect((await fetch(site.origin + photo)).status).toBe(200)
  expect(await Object.assign(new AdminClient(site), { cookie }).isLoggedIn()).toBe(true)
}

test('a site is moved to PostgreSQL and a bucket and back, with everything in it', async () => {
  const { site, cookie, scaled } = await open()
  const rows = site.sql('select * from photos order by id')
  const moved = await move('to-bucket', { DATA_DIR: site.dataDir, ...scaled }).ended
  expect(moved).toMatchObject({ code: 0, output: expect.stringMatching(/^Moved and compared: \d+ rows, \d+ files\./) })
  const running = await SiteProcess.withDataOf(site, { ...withoutSamples, ...scaled })
  await running.start()
  await visit(running, cookie)
  const folder = await emptyFolder()
  const refused = await move('to-folder', { DATA_DIR: folder, SECRET: 'x'.repeat(43), ...scaled }).ended
  expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('uses the PostgreSQL database') })
  await running.stop()
  const wrong = await move('to-folder', { DATA_DIR: folder, SECRET: 'x'.repeat(43), ...scaled }).ended
  expect(wrong).toMatchObject({ code: 1, output: expect.stringContaining('SECRET is not the one') })
  expect(await check({ DATA_DIR: site.dataDir, ...scaled })).toBe('No problems found.')
  const again = await move('to-bucket', { DATA_DIR: site.dataDir, ...scaled }).ended
  expect(again).toMatchObject({ code: 1, output: expect.stringContaining('it was moved') })

  const secret = await readFile(join(site.dataDir, 'secret'), 'utf8')
  const withoutSecret = await move('to-folder', { DATA_DIR: folder, ...scaled }).ended
  expect(withoutSecret).toMatchObject({ code: 1, output: expect.stringContaining('Set SECRET') })
  expect(await readdir(folder)).toEqual(['lock'])
  const back = await move('to-folder', { DATA_DIR: folder, SECRET: secret, ...scaled }).ended
  expect(back).toMatchObject({ code: 0, output: expect.stringContaining('Moved and compared') })
  expect(await check({ DATA_DIR: folder })).toBe('No problems found.')
  const embedded = await SiteProcess.withDataOf({ dataDir: folder } as SiteProcess, withoutSamples)
  expect(embedded.sql('select * from photos order by id')).toEqual(rows)
  await embedded.start()
  onTestFinished(() => embedded.kill())
  await visit(embedded, cookie)
})

test('a move to PostgreSQL and a bucket that is killed repeatedly can be continued', async () => {
  const { site, cookie, scaled } = await open()
  const settings = { DATA_DIR: site.dataDir, ...scaled }
  const database = connectToPostgres(scaled['DATABASE_URL'] ?? '')
  onTestFinished(() => database.end())
  const readStoreId = async () => {
    const tables = await database.query(`select 1 from pg_tables where tablename = 'storeIdentity'`)
    if (tables.rows.length === 0) return null
    return (await database.query('select "storeId" from "storeIdentity"')).rows[0]?.storeId ?? null
  }
  let refusedStarts = 0
  for (const delayMs of [0, 150, 600, 1_500]) {
    const { child, ended } = move('to-bucket', settings)
    await expect.poll(async () => child.exitCode !== null || (await readStoreId()) !== null).toBe(true)
    await new Promise((resolve) => setTimeout(resolve, delayMs))
    child.kill('SIGKILL')
    await ended
    if ((await readStoreId())?.startsWith('unfinished-move:') !== true) break
    const early = await SiteProcess.withDataOf(site, { ...withoutSamples, ...scaled })
    await expect(early.start()).rejects.toThrow('A move into this database was not finished')
    refusedStarts += 1
  }
  expect(refusedStarts).toBeGreaterThan(0)
  const { code, output } = await move('to-bucket', settings).ended
  if (code !== 0) expect(output).toContain('it was moved')
  expect(await check(settings)).toBe('No problems found.')
  const running = await SiteProcess.withDataOf(site, { ...withoutSamples, ...scaled })
  await running.start()
  await visit(running, cookie)
  await running.stop()
})

test('a move to PostgreSQL and a bucket is refused while the site runs, if a photo is damaged, and if the target is in use', async () => {
  const { site, scaled } = await open()
  const settings = { DATA_DIR: site.dataDir, ...scaled }
  const refusal = async (changed: Settings = settings) => {
    const { code, output } = await move('to-bucket', changed).ended
    expect(code).toBe(1)
    return output
  }
  expect(await refusal({ DATA_DIR: site.dataDir })).toContain('Set DATABASE_URL and S3_BUCKET')
  await site.start()
  expect(await refusal()).toContain('Another process uses the data folder')
  await site.stop()
  const [photo] = site.sql<{ storageKey: string }>('select storageKey from photos limit 1')
  const path = join(site.dataDir, 'files', photo?.storageKey ?? '')
  await appendFile(path, 'x')
  expect(await refusal()).toContain(`These files are damaged: restore them, then repeat the move. ${photo?.storageKey}`)
  const other = await open()
  expect((await move('to-bucket', { DATA_DIR: other.site.dataDir, ...other.scaled }).ended).code).toBe(0)
  expect(await refusal({ DATA_DIR: site.dataDir, ...other.scaled })).toContain(
    'There is already a site in the new database',
  )
  const { DATABASE_URL: _, ...otherBucket } = other.scaled
  const mixed = { ...settings, ...otherBucket, DATABASE_URL: scaled['DATABASE_URL'] ?? '' }
  expect(await refusal(mixed)).toContain('The target already contains the file')
})
