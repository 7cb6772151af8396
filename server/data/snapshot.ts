import { DatabaseSync } from 'node:sqlite'

/** One original that a snapshot names, with the size in bytes and the SHA-256 (hex) it was taken in with. */
export interface NamedOriginal {
  readonly photoId: string
  readonly storageKey: string
  readonly bytes: number
  readonly sha256: string
}

/**
 * Writes the database as it is at one moment into a new file, while others go on reading and writing. Photographs
 * that were deleted before `forgetBefore` are left out: the sweep may be taking their files away just now.
 */
export function snapshot(path: string, into: string, forgetBefore: Date): void {
  look(path, (live) => live.prepare('vacuum into ?').run(into))
  const copy = new DatabaseSync(into)
  try {
    copy.exec('pragma foreign_keys = on')
    const before = forgetBefore.toISOString()
    copy.prepare(`delete from "projects" where "deletedAt" < ?`).run(before)
    copy.prepare(`delete from "photos" where "deletedAt" < ?`).run(before)
  } finally {
    copy.close()
  }
}

/** Every original that the rows of a snapshot name. */
export function originalsNamedIn(path: string): NamedOriginal[] {
  const question = `select "id" as "photoId", "storageKey", "bytes", "sha256" from "photos" order by "storageKey"`
  // SQLite tells no types; the columns are those of the table.
  return look(path, (database) => database.prepare(question).all()) as unknown as NamedOriginal[]
}

/** What is wrong with a database file: nothing, when it is whole and every reference leads somewhere. */
export function problemsOf(path: string): string[] {
  try {
    return look(path, (database) => [
      ...ask(database, 'integrity_check').filter((said) => said !== 'ok'),
      ...ask(database, 'foreign_key_check').map((table) => `a row of ${table} leads nowhere`),
    ])
  } catch (error) {
    return [`it cannot be read (${String(error)})`]
  }
}

/** The first column of every row that the check answers with. */
function ask(database: DatabaseSync, check: string): string[] {
  return database
    .prepare(`pragma ${check}`)
    .all()
    .map((row) => String(Object.values(row)[0]))
}

function look<T>(path: string, work: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(path, { readOnly: true, timeout: 5_000 })
  try {
    return work(database)
  } finally {
    database.close()
  }
}
