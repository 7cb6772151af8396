import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { WriterVersion } from './migrate.ts'

/** An original that a row of a snapshot refers to, with its size in bytes and its SHA-256 in hexadecimal. */
export interface ReferencedOriginal {
  readonly photoId: string
  readonly storageKey: string
  readonly bytes: number
  readonly sha256: string
}

/** Copies the database file into one that does not exist or is empty, while other processes may use it. */
export function copyDatabaseFile(path: string, into: string): void {
  withReadOnlyDatabase(path, (live) => live.prepare('vacuum into ?').run(into))
}

/** Copies the database without what `clearForReuse` deletes. */
export function snapshot(path: string, into: string, removedBefore: Date): void {
  copyDatabaseFile(path, into)
  clearForReuse(into, removedBefore)
}

/**
 * Deletes from an older copy what lets its holder log in, and rows removed before `removedBefore`, whose files may be
 * missing unless pages show them.
 */
export function clearForReuse(path: string, removedBefore: Date): void {
  const copy = new DatabaseSync(path)
  try {
    copy.exec('pragma foreign_keys = on; pragma secure_delete = on')
    const before = removedBefore.toISOString()
    copy.prepare(`delete from "projects" where "deletedAt" < ?`).run(before)
    // Before the first start of this version, tables and columns may be missing.
    const hasTable = (name: string) => copy.prepare(`select 1 from sqlite_master where name = ?`).get(name)
    const hasFormer = copy.prepare(`select 1 from pragma_table_info('photos') where name = 'formerId'`).get()
    const former = `select "formerId" from "photos" where "deletedAt" is null and "formerId" is not null`
    const unused = hasFormer ? ` and "id" not in (${former})` : ''
    copy.prepare(`delete from "photos" where "deletedAt" < ?${unused}`).run(before)
    copy.exec(`delete from "authSession"`)
    if (hasTable('outbox'))
      copy.exec(`delete from "outbox" where "state" = 'waiting' and "kind" not in ('enquiry', 'health')`)
    // After a restore, other changes get the numbers of those that the backup does not have.
    if (hasTable('changeCounter')) copy.exec(`update "changeCounter" set "history" = lower(hex(randomblob(6)))`)
  } finally {
    copy.close()
  }
}

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

/** What a database file records about the version that has written it. */
export function readWriterVersion(path: string): WriterVersion {
  return withReadOnlyDatabase(path, (database) => {
    const recordsVersion = database.prepare(`select 1 from sqlite_master where name = 'programVersion'`).get()
    const row = recordsVersion && database.prepare(`select "version" from "programVersion"`).get()
    const last = database.prepare(`select max("name") as "name" from "kysely_migration"`).get()
    return { version: row ? String(row['version']) : null, migration: String(last?.['name']) }
  })
}

/**
 * Moves the write-ahead log into the database file: beside another database, SQLite would apply it to that one. `false`
 * if another process uses the database.
 */
export function finishLog(path: string): boolean {
  const database = new DatabaseSync(path)
  try {
    // SQLite opens the file with the first statement. Closing the last connection deletes the log.
    database.exec('pragma wal_checkpoint(truncate)')
  } finally {
    database.close()
  }
  return !existsSync(`${path}-wal`)
}
