import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { WriterVersion } from '#server/database/migrate.ts'

/** An original that a row of a snapshot refers to, with its size in bytes and its SHA-256 in hexadecimal. */
export interface ReferencedOriginal {
  readonly photoId: string
  readonly storageKey: string
  readonly bytes: number
  readonly sha256: string
}

/** Copies the database, which other processes may use, into a file that does not exist or is empty. */
export function copyDatabaseFile(path: string, into: string): void {
  withReadOnlyDatabase(path, (live) => live.prepare('vacuum into ?').run(into))
}

export function createSnapshot(path: string, into: string, removedBefore: Date): void {
  copyDatabaseFile(path, into)
  clearForReuse(into, removedBefore)
}

/** Suffixes of the files that SQLite keeps beside a database. A killed process leaves them, and SQLite needs them. */
export const sqliteSuffixes = ['-journal', '-wal', '-shm'] as const

/**
 * Deletes sessions and e-mails with one-time links, with which a reader of the copy could log in; private links, which
 * may have been revoked since; and rows removed before `removedBefore`, whose files may be missing, but not photos that
 * images still show. Pauses scheduled publications, which may have taken place or been cancelled since. Begins a new
 * history of changes.
 */
export function clearForReuse(path: string, removedBefore: Date): void {
  inOneTransaction(path, (copy) => {
    const before = removedBefore.toISOString()
    copy.prepare(`delete from "projects" where "deletedAt" < ?`).run(before)
    // Before this version has been started on the database, tables and columns may be missing.
    const hasTable = (name: string) => copy.prepare(`select 1 from sqlite_master where name = ?`).get(name)
    const hasColumn = (name: string, table = 'photos') =>
      copy.prepare(`select 1 from pragma_table_info(?) where name = ?`).get(table, name)
    // An image restored from the bin still shows its former photo.
    const kept = hasColumn('removalId') ? ` or ("removalId" is not null and "deletedAt" >= :before)` : ''
    const former = `select "formerId" from "photos" where ("deletedAt" is null${kept}) and "formerId" is not null`
    const unused = hasColumn('formerId') ? ` and "id" not in (${former})` : ''
    copy.prepare(`delete from "photos" where "deletedAt" < :before${unused}`).run({ before })
    copy.exec(`delete from "authSession"`)
    if (hasTable('outbox'))
      copy.exec(`delete from "outbox" where "state" = 'waiting' and "kind" not in ('enquiry', 'health')`)
    if (hasTable('privateLinks')) copy.exec(`delete from "privateLinks"`)
    if (hasColumn('publishAt', 'projects'))
      copy.exec(
        `update "healthFacts" set "value" = json_set("value", '$.publishingPaused', json('true'))
          where "key" = 'clock' and exists (select 1 from "projects" where "publishAt" is not null)`,
      )
    // After a restore, new changes reuse the numbers of changes that the backup does not contain.
    if (hasTable('changeCounter')) copy.exec(`update "changeCounter" set "history" = lower(hex(randomblob(6)))`)
  })
}

/**
 * Marks photos, and projects without other photos, as removed. A photo in the bin keeps its project, because an admin
 * can restore it. The clean-up deletes them when they have expired.
 */
export function markRemoved(path: string, photoIds: readonly string[], removedAt: Date): void {
  inOneTransaction(path, (copy) => {
    copy.exec('create temporary table "gone" ("id" text primary key)')
    for (const id of photoIds) copy.prepare('insert into "gone" values (?)').run(id)
    const at = removedAt.toISOString()
    copy.prepare(`update "photos" set "deletedAt" = ? where "id" in (select "id" from "gone")`).run(at)
    // Before this version has been started on the database, the column does not exist.
    if (copy.prepare(`select 1 from pragma_table_info('photos') where name = 'formerId'`).get())
      copy.exec(`update "photos" set "formerId" = null where "formerId" in (select "id" from "gone")`)
    copy
      .prepare(
        `update "projects" set "deletedAt" = ?
          where "id" in (select "projectId" from "photos" where "id" in (select "id" from "gone"))
          and "id" not in (select "projectId" from "photos"
            where "projectId" is not null and "id" not in (select "id" from "gone"))`,
      )
      .run(at)
    copy.exec(
      `update "photos" set "position" = "closed"."position"
        from (select "id", row_number() over (partition by "projectId" order by "position", "id") as "position"
          from "photos" where "place" = 'gallery' and "deletedAt" is null) as "closed"
        where "photos"."id" = "closed"."id"
        and "photos"."projectId" in (select "projectId" from "photos" where "id" in (select "id" from "gone"))`,
    )
  })
}

/** Writes everything or nothing. After a kill, `recover` restores the former content. */
function inOneTransaction(path: string, write: (database: DatabaseSync) => void): void {
  const database = new DatabaseSync(path)
  try {
    database.exec('pragma foreign_keys = on; pragma secure_delete = on; begin immediate')
    write(database)
    database.exec('commit')
  } finally {
    // Without a commit, this rolls back.
    database.close()
  }
}

/** Rolls back or completes what a killed process was writing; until then, the file cannot be opened read-only. */
export function recover(path: string): void {
  const database = new DatabaseSync(path)
  try {
    database.prepare('select count(*) from sqlite_master').get()
  } finally {
    database.close()
  }
}

/** Lists the originals to which a database file refers, sorted by storage key. */
export function listOriginals(path: string): ReferencedOriginal[] {
  const query = `select "id" as "photoId", "storageKey", "bytes", "sha256" from "photos" order by "storageKey"`
  // node:sqlite does not type its rows.
  return withReadOnlyDatabase(path, (database) => database.prepare(query).all()) as unknown as ReferencedOriginal[]
}

export function withReadOnlyDatabase<T>(path: string, read: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(path, { readOnly: true, timeout: 5_000 })
  try {
    return read(database)
  } finally {
    database.close()
  }
}

export function readWriterVersion(path: string): WriterVersion {
  return withReadOnlyDatabase(path, (database) => {
    const recordsVersion = database.prepare(`select 1 from sqlite_master where name = 'programVersion'`).get()
    const row = recordsVersion && database.prepare(`select "version" from "programVersion"`).get()
    const last = database.prepare(`select max("name") as "name" from "kysely_migration"`).get()
    return { version: row ? String(row['version']) : null, migration: String(last?.['name']) }
  })
}

/**
 * Applies the write-ahead log and deletes it: SQLite would apply it to a replacement. `false` if another process uses
 * the database.
 */
export function checkpointLog(path: string): boolean {
  const database = new DatabaseSync(path)
  try {
    // SQLite opens the file with the first statement. Closing the last connection deletes the log.
    database.exec('pragma wal_checkpoint(truncate)')
  } finally {
    database.close()
  }
  return !existsSync(`${path}-wal`)
}

/** SQLITE_ERROR (a missing table), SQLITE_CORRUPT and SQLITE_NOTADB. */
const damageCodes = [1, 11, 26]
/** SQLITE_IOERR_SHORT_READ. */
const shortReadCode = 522

/** Whether SQLite threw the error because the file is damaged or is not the database of a site. */
export function isDamage(error: unknown): boolean {
  if (!(error instanceof Error) || !('errcode' in error)) return false
  const code = Number(error.errcode)
  return damageCodes.includes(code % 256) || code === shortReadCode
}
