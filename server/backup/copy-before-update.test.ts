import { mkdir, readdir, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import packageJson from '#package.json' with { type: 'json' }
import { openAdapters } from '#server/compose/open-adapters.ts'
import { openedSite } from '#tests/support/site-data/opened-site.ts'
import { origin } from '#tests/support/backend/test-backend.ts'
import { copyBeforeUpdate } from './copy-before-update.ts'
import { copiesFolder, copyName, listCopies, maxCopyAgeMs, removeOldCopies } from './copies-before-updates.ts'

const silent = { info: () => {}, warn: () => {}, error: () => {} }
const now = new Date('2026-11-21T09:00:00Z')

/** Runs SQL on the database of a data folder, as another process would. */
function run<Row>(dataDir: string, sql: string, name = 'enfilade.db'): Row[] {
  const database = new DatabaseSync(join(dataDir, name))
  try {
    return database.prepare(sql).all() as Row[]
  } finally {
    database.close()
  }
}

async function start(dataDir: string): Promise<void> {
  await (await openAdapters({ dataDir, origin, databaseUrl: null }, silent)).close()
}

/** The data folder of a site whose last version was 0.0.9. */
async function siteOfFormerVersion(): Promise<string> {
  const dataDir = await openedSite()
  run(dataDir, `update "programVersion" set "version" = '0.0.9'`)
  return dataDir
}

/** The next start applies the migration again, which fails because its column already exists. */
function forgetMigration(dataDir: string): void {
  run(dataDir, `delete from "kysely_migration" where "name" >= '0038-layout-partners'`)
}

test('a first start and a start of the same version make no copy', async () => {
  const dataDir = await openedSite()
  await start(dataDir)
  expect(await readdir(dataDir)).not.toContain('before-updates')
})

test('the first start of another version makes one copy, readable by its user only; the next start makes none', async () => {
  const dataDir = await siteOfFormerVersion()
  await start(dataDir)
  await start(dataDir)
  const [copy, ...more] = await listCopies(dataDir)
  expect(more).toEqual([])
  expect(copy).toMatchObject({ version: '0.0.9', isReplaced: false, isUnfinished: false })
  const name = join('before-updates', copy?.name ?? '')
  expect((await stat(join(dataDir, name))).mode & 0o777).toBe(0o600)
  expect(run(dataDir, `select "version" from "programVersion"`, name)).toEqual([{ version: '0.0.9' }])
  expect(run(dataDir, `select "version" from "programVersion"`)).toEqual([{ version: packageJson.version }])
})

test('a failed migration is reported in one sentence, changes nothing and keeps the copy', async () => {
  const dataDir = await siteOfFormerVersion()
  forgetMigration(dataDir)
  const records = () => run(dataDir, `select "name" from "kysely_migration"`)
  const before = records()
  await expect(start(dataDir)).rejects.toThrow(
    /^The database could not be updated \([^\n]+\) and is unchanged: the previous version of Enfilade can still open it\.$/,
  )
  expect(records()).toEqual(before)
  expect(run(dataDir, `select "version" from "programVersion"`)).toEqual([{ version: '0.0.9' }])
  expect(await listCopies(dataDir)).toHaveLength(1)
})

test('a start repeated after a failed migration makes no second copy, unless something was written', async () => {
  const dataDir = await siteOfFormerVersion()
  forgetMigration(dataDir)
  await utimes(join(dataDir, 'enfilade.db'), 0, 0)
  await expect(start(dataDir)).rejects.toThrow(/is unchanged/)
  const first = await listCopies(dataDir)
  await expect(start(dataDir)).rejects.toThrow(/is unchanged/)
  expect(await listCopies(dataDir)).toEqual(first)
  run(dataDir, 'create table "later" ("id" text)')
  await expect(start(dataDir)).rejects.toThrow(/is unchanged/)
  const [later, ...more] = await listCopies(dataDir)
  expect(more).toEqual([])
  expect(later?.name).not.toBe(first[0]?.name)
})

test('a database that cannot be copied is not updated', async () => {
  const dataDir = await siteOfFormerVersion()
  await writeFile(copiesFolder(dataDir), 'a file in its place')
  await expect(start(dataDir)).rejects.toThrow(/^The database was not updated, because it cannot be copied \(.+\)\.$/)
  expect(run(dataDir, `select "version" from "programVersion"`)).toEqual([{ version: '0.0.9' }])
})

test('a copy made after another process has updated the database is not kept', async () => {
  const dataDir = await siteOfFormerVersion()
  await copyBeforeUpdate(dataDir, { version: '0.0.8', migration: '0001-the-house' }, now)
  expect(await readdir(copiesFolder(dataDir))).toEqual([])
})

test('the newest copy from each of the last three versions is kept, and every database that a roll-back replaced', async () => {
  const dataDir = await siteOfFormerVersion()
  await mkdir(copiesFolder(dataDir))
  const migration = '0001-the-house'
  const minute = (n: number) => new Date(now.getTime() + n * 60_000)
  const names = [
    ...[1, 2, 3].map((n) => copyName({ version: `0.0.${n}`, migration }, minute(n))),
    copyName({ version: '0.0.3', migration }, minute(0)),
    ...[1, 2].map((n) => copyName({ version: '0.0.4', migration }, minute(n), true)),
  ]
  for (const name of [...names, 'notes.txt']) await writeFile(join(copiesFolder(dataDir), name), '')
  await writeFile(
    join(copiesFolder(dataDir), `${copyName({ version: '0.0.9', migration }, minute(-61))}.unfinished`),
    '',
  )
  await start(dataDir)
  const kept = (await readdir(copiesFolder(dataDir))).filter((name) => !name.includes('0.0.9'))
  expect(kept.sort()).toEqual([names[1], names[2], names[4], names[5], 'notes.txt'].sort())
  expect((await listCopies(dataDir)).filter(({ version }) => version === '0.0.9')).toMatchObject([
    { isUnfinished: false },
  ])
})

test('copies older than 35 days are removed, and no other files', async () => {
  const dataDir = await openedSite()
  await mkdir(copiesFolder(dataDir))
  const former = { version: '0.0.9', migration: '0001-the-house' }
  const old = copyName(former, new Date(now.getTime() - maxCopyAgeMs - 1))
  const replaced = copyName(former, new Date(now.getTime() - maxCopyAgeMs - 1), true)
  const recent = copyName(former, new Date(now.getTime() - maxCopyAgeMs))
  for (const name of [old, replaced, recent, 'notes.txt']) {
    await writeFile(join(copiesFolder(dataDir), name), '')
    await utimes(join(copiesFolder(dataDir), name), 0, 0)
  }
  for (const suffix of ['-journal', '-wal', '-shm']) await writeFile(join(copiesFolder(dataDir), old + suffix), '')
  await removeOldCopies(dataDir, now)
  expect(await readdir(copiesFolder(dataDir))).toEqual([recent, 'notes.txt'])
})

test('an invalid version cannot make the name of a copy point outside the folder', () => {
  const migration = '0001-the-house'
  expect(copyName({ version: '../../etc', migration }, now)).toBe('enfilade-unknown-0001-2026-11-21T09-00-00-000Z.db')
  expect(copyName({ version: null, migration }, now)).toBe('enfilade-unknown-0001-2026-11-21T09-00-00-000Z.db')
})
