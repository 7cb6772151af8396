import { spawnSync } from 'node:child_process'
import { link, mkdir, readdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { expireRemoved } from '#portfolio/photo/expire.ts'
import { verifyPhotos } from '#portfolio/photo/verify.ts'
import { showProject } from '#portfolio/project/show.ts'
import { openDataFolder, openBackendIn } from '#tests/support/site-data/data-folder.ts'
import { testProject } from '#tests/support/backend/project-fixtures.ts'
import { copyBeforeUpdate } from './copy-before-update.ts'
import { copiesFolder, listCopies } from './copies-before-updates.ts'
import { rollBack } from './roll-back.ts'
import { readWriterVersion } from '#server/database/sqlite/snapshot.ts'

const now = new Date('2026-11-21T09:00:00Z')
const removedBefore = new Date(0)

/** A data folder with a copy of its database, and a project that was created after the copy. */
async function updatedSite() {
  const { dataDir, backend, projectId } = await openDataFolder()
  const { db } = backend.ports
  const row = { id: 's', userId: 'u', token: 't', createdAt: '', updatedAt: '', expiresAt: '' }
  await db
    .insertInto('authUser')
    .values({ id: 'u', name: 'A', email: 'a@example.com', emailVerified: 0, createdAt: '', updatedAt: '' } as never)
    .execute()
  await db
    .insertInto('authSession')
    .values(row as never)
    .execute()
  await copyBeforeUpdate(dataDir, readWriterVersion(join(dataDir, 'enfilade.db')), now)
  const laterId = await testProject(backend, 'Later')
  await db.destroy()
  return { dataDir, projectId, laterId }
}

const input = { name: null, now: new Date(now.getTime() + 60_000), removedBefore }

test('a roll-back restores the database from before the update, without sessions, and can be undone', async () => {
  const { dataDir, projectId, laterId } = await updatedSite()
  const { replaced, copy } = await rollBack({ ...input, dataDir })
  expect(copy.madeAt).toEqual(now)
  const { ports } = await openBackendIn(dataDir)
  expect(await showProject(ports, projectId, 'admins')).not.toBeNull()
  expect(await showProject(ports, laterId, 'admins')).toBeNull()
  expect(await ports.db.selectFrom('authSession').select('id').execute()).toEqual([])
  await ports.db.destroy()
  expect(await readdir(copiesFolder(dataDir))).toEqual([replaced])

  await rollBack({ ...input, dataDir, name: replaced, now: new Date(now.getTime() + 120_000) })
  const { ports: again } = await openBackendIn(dataDir)
  expect(await showProject(again, laterId, 'admins')).not.toBeNull()
})

test('a roll-back to an unknown or damaged copy, or of an open database, is refused and changes nothing', async () => {
  const { dataDir, laterId } = await updatedSite()
  await expect(rollBack({ ...input, dataDir, name: '../enfilade.db' })).rejects.toThrow(
    /^There is no \.\.\/enfilade\.db in /,
  )
  const other = new DatabaseSync(join(dataDir, 'enfilade.db'))
  onTestFinished(() => {
    if (other.isOpen) other.close()
  })
  other.exec('select 1 from "projects"; begin; select * from "projects"')
  await expect(rollBack({ ...input, dataDir })).rejects.toThrow(/^Another process uses the database .+: stop it/)
  other.close()
  const [copy] = await listCopies(dataDir)
  await truncate(join(copiesFolder(dataDir), copy?.name ?? ''), 8_192)
  await expect(rollBack({ ...input, dataDir })).rejects.toThrow(/^The copy enfilade-.+ is damaged: /)
  const { ports } = await openBackendIn(dataDir)
  expect(await showProject(ports, laterId, 'admins')).not.toBeNull()
})

test('a roll-back that was killed before its last step can be repeated', async () => {
  const { dataDir, laterId } = await updatedSite()
  await link(
    join(dataDir, 'enfilade.db'),
    join(copiesFolder(dataDir), 'enfilade-0.1.0-0020-2026-11-21T09-00-30-000Z.replaced.db'),
  )
  await rollBack({ ...input, dataDir })
  const { ports } = await openBackendIn(dataDir)
  expect(await showProject(ports, laterId, 'admins')).toBeNull()
})

/** The path of the copy that a roll-back restores. */
async function copyPath(dataDir: string): Promise<string> {
  const copy = (await listCopies(dataDir)).find(({ isReplaced }) => !isReplaced)
  return join(copiesFolder(dataDir), copy?.name ?? '')
}

/** The problems that `verifyPhotos` finds. */
async function problemsOf(ports: Parameters<typeof verifyPhotos>[0]): Promise<string[]> {
  const messages: string[] = []
  for await (const { message } of verifyPhotos(ports)) messages.push(message)
  return messages
}

test('photos whose files were deleted after the copy was made are removed from it, and the gallery has no gap', async () => {
  const { dataDir, projectId } = await updatedSite()
  const [first, second] = query<{ storageKey: string; id: string }>(
    dataDir,
    'select * from "photos" order by "position"',
  )
  await rm(join(dataDir, 'files', first?.storageKey ?? ''))
  const { missing } = await rollBack({ ...input, dataDir })
  expect(missing).toEqual([`files/${first?.storageKey}`])
  const { ports } = await openBackendIn(dataDir)
  const shown = ports.db.selectFrom('photos').select(['id', 'position']).where('deletedAt', 'is', null)
  expect(await shown.execute()).toEqual([{ id: second?.id, position: 1 }])
  expect(await problemsOf(ports)).toEqual([])
  expect(await expireRemoved(ports)).toBe(1)
  expect(await problemsOf(ports)).toEqual([])
  expect(await showProject(ports, projectId, 'admins')).not.toBeNull()
})

test('a project whose files were all deleted is removed; without any files at all, the roll-back is refused', async () => {
  const { dataDir, projectId } = await updatedSite()
  await rename(join(dataDir, 'files'), join(dataDir, 'elsewhere'))
  await mkdir(join(dataDir, 'files'))
  await expect(rollBack({ ...input, dataDir })).rejects.toThrow(
    /^There are no files in .+: if they are on another disk/,
  )
  await rm(join(dataDir, 'files'), { recursive: true })
  await rename(join(dataDir, 'elsewhere'), join(dataDir, 'files'))
  for (const { storageKey } of query<{ storageKey: string }>(dataDir, 'select * from "photos"'))
    await rm(join(dataDir, 'files', storageKey))
  expect((await rollBack({ ...input, dataDir })).missing).toHaveLength(2)
  const { ports } = await openBackendIn(dataDir)
  expect(await showProject(ports, projectId, 'admins')).toBeNull()
  expect(await expireRemoved(ports)).toBe(2)
  expect(await ports.db.selectFrom('projects').select('id').execute()).toEqual([])
  expect(await problemsOf(ports)).toEqual([])
})

test('originals that were set aside after the copy was made do not count as missing', async () => {
  const { dataDir } = await updatedSite()
  await rename(join(dataDir, 'files/Images'), join(dataDir, 'files/aside'))
  await mkdir(join(dataDir, 'files/unowned'), { recursive: true })
  await rename(join(dataDir, 'files/aside'), join(dataDir, 'files/unowned/Images'))
  expect((await rollBack({ ...input, dataDir })).missing).toEqual([])
})

test('a roll-back that was killed while it changed the copy can be repeated', async () => {
  const { dataDir, laterId } = await updatedSite()
  const path = await copyPath(dataDir)
  const script = `
    const { DatabaseSync } = require('node:sqlite')
    const database = new DatabaseSync(process.argv[1])
    database.exec('pragma cache_size = 1; pragma cache_spill = 1; begin immediate')
    database.exec('create table "filler" as with recursive "n" as (select 1 as "i" union all select "i" + 1 from "n" where "i" < 2000) select hex(randomblob(400)) as "text" from "n"')
    database.exec('update "photos" set "alt" = hex(randomblob(20000)); delete from "authSession"')
    process.kill(process.pid, 'SIGKILL')`
  expect(spawnSync(process.execPath, ['-e', script, path]).signal).toBe('SIGKILL')
  expect(await readdir(copiesFolder(dataDir))).toContainEqual(expect.stringMatching(/-journal$/))
  const { replaced } = await rollBack({ ...input, dataDir })
  expect(await readdir(copiesFolder(dataDir))).toEqual([replaced])
  const { ports } = await openBackendIn(dataDir)
  expect(await showProject(ports, laterId, 'admins')).toBeNull()
})

test('a hard link to the database that a killed roll-back left among the copies is refused', async () => {
  const { dataDir, laterId } = await updatedSite()
  const name = 'enfilade-0.1.0-0020-2026-11-21T09-00-30-000Z.replaced.db'
  await link(join(dataDir, 'enfilade.db'), join(copiesFolder(dataDir), name))
  await expect(rollBack({ ...input, dataDir, name })).rejects.toThrow(`${name} is the database itself`)
  const { ports } = await openBackendIn(dataDir)
  expect(await showProject(ports, laterId, 'admins')).not.toBeNull()
  expect(query(dataDir, 'select * from "authSession"')).toHaveLength(1)
})

test.each([
  ['truncated', (database: string) => truncate(database, 8_192)],
  ['empty', (database: string) => truncate(database, 0)],
  ['not a database', (database: string) => writeFile(database, 'x'.repeat(1_000_000))],
])('a damaged database is replaced and kept with its log: %s', async (_, damage) => {
  const { dataDir, projectId } = await updatedSite()
  const log = await leaveLog(dataDir)
  await damage(join(dataDir, 'enfilade.db'))
  const damaged = await readFile(join(dataDir, 'enfilade.db'))
  const { replaced, wasDamaged } = await rollBack({ ...input, dataDir })
  expect(wasDamaged).toBe(true)
  expect(replaced).toMatch(/^enfilade-unknown-0000-.+\.replaced\.db$/)
  const kept = join(copiesFolder(dataDir), replaced)
  // Vitest takes minutes to print the difference between large buffers.
  expect((await readFile(kept)).equals(damaged)).toBe(true)
  expect((await readFile(`${kept}-wal`)).equals(log)).toBe(true)
  expect(await readdir(dataDir)).not.toContain('enfilade.db-wal')
  const { ports } = await openBackendIn(dataDir)
  expect(await showProject(ports, projectId, 'admins')).not.toBeNull()
})

test('a write that is only in the log of an undamaged database is kept with it', async () => {
  const { dataDir, laterId } = await updatedSite()
  await leaveLog(dataDir)
  const { replaced, wasDamaged } = await rollBack({ ...input, dataDir })
  expect(wasDamaged).toBe(false)
  expect(await readdir(copiesFolder(dataDir))).toEqual([replaced])
  await rollBack({ ...input, dataDir, name: replaced, now: new Date(now.getTime() + 120_000) })
  expect(query(dataDir, `select "name" from "projects" where "id" = '${laterId}'`)).toEqual([{ name: 'In the log' }])
})

/** Renames the projects, and leaves this write in the log, as a killed site does. Returns the log. */
async function leaveLog(dataDir: string): Promise<Buffer> {
  const path = join(dataDir, 'enfilade.db')
  const database = new DatabaseSync(path)
  database.exec('pragma journal_mode = wal; pragma wal_autocheckpoint = 0')
  const before = await readFile(path)
  // The version is on the first page: with it in the log, SQLite can open a damaged database.
  database.exec(`pragma user_version = 1; update "projects" set "name" = 'In the log'`)
  const log = await readFile(`${path}-wal`)
  database.close()
  await writeFile(path, before)
  await writeFile(`${path}-wal`, log)
  return log
}

function query<Row>(dataDir: string, sql: string): Row[] {
  const database = new DatabaseSync(join(dataDir, 'enfilade.db'), { readOnly: true })
  try {
    return database.prepare(sql).all() as Row[]
  } finally {
    database.close()
  }
}
