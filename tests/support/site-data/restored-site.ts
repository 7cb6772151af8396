import { copyFileSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { readRows, restoreStores, type StoredRows } from '#tests/support/scaled/browser/restore-stores.ts'
import { SiteProcess } from '#tests/support/site/site-process.ts'
import { markSessionsAsUsed } from '#tests/support/site/site-state.ts'

const folders = ['files', 'uploads']
const databaseFile = 'enfilade.db'

/** A running site makes its first backup after ten minutes; it would contain data changed by a test. */
const maxAgeMs = 5 * 60_000

/**
 * A site that tests use one after another. Its data is restored in between, which is 20 times faster than starting a new
 * process. A site that a test stopped, suspended or left busy is replaced by a new one.
 */
export class RestoredSite {
  readonly #prepared: string
  #site: SiteProcess | undefined
  #startedAt = 0
  /** Size and modification time of each file when the data was last restored. */
  #files = new Map<string, string>()
  /** The rows of a site on PostgreSQL. */
  #rows: StoredRows | undefined

  constructor(prepared: string) {
    this.#prepared = prepared
  }

  /** Returns a running site with the prepared data. */
  async take(): Promise<SiteProcess> {
    if (this.#site && !(await this.#restore(this.#site))) await this.close()
    if (!this.#site) {
      this.#site = await SiteProcess.open(this.#prepared)
      this.#startedAt = performance.now()
      if (this.#site.bucket) this.#rows = await readRows(this.#site)
      else this.#files = filesBelow(this.#site.dataDir)
    }
    await markSessionsAsUsed(this.#site)
    return this.#site
  }

  async close(): Promise<void> {
    await this.#site?.close()
    this.#site = undefined
  }

  async #restore(site: SiteProcess): Promise<boolean> {
    if (site.wasInterrupted || site.process.exitCode !== null || isBusy(site)) return false
    if (performance.now() - this.#startedAt > maxAgeMs) return false
    const isRestored = this.#rows ? await restoreStores(site, this.#rows) : this.#restoreFolder(site)
    site.output = ''
    site.log = ''
    return isRestored
  }

  #restoreFolder(site: SiteProcess): boolean {
    if (!restoreRows(site, join(this.#prepared, databaseFile))) return false
    for (const path of filesBelow(site.dataDir).keys()) if (!this.#files.has(path)) rmSync(join(site.dataDir, path))
    const found = filesBelow(site.dataDir)
    for (const [path, version] of this.#files) {
      if (found.get(path) === version) continue
      mkdirSync(dirname(join(site.dataDir, path)), { recursive: true })
      copyFileSync(join(this.#prepared, path), join(site.dataDir, path))
      this.#files.set(path, versionOf(join(site.dataDir, path)))
    }
    return true
  }
}

/** Whether derivatives are pending, which would be written into the restored data. */
function isBusy(site: SiteProcess): boolean {
  return site.sql(`select id from photos where state <> 'ready' limit 1`).length > 0
}

/** Restores all rows in one transaction. Returns false if a test has changed the schema. */
function restoreRows(site: SiteProcess, prepared: string): boolean {
  const database = new DatabaseSync(site.database, { timeout: 60_000, enableForeignKeyConstraints: false })
  try {
    // Immutable, so that SQLite creates no lock or WAL files beside it.
    database.prepare('attach ? as prepared').run(`file:${prepared}?immutable=1`)
    const schemaOf = (name: string) => database.prepare(`select type, name, sql from ${name}.sqlite_schema`).all()
    const schema = schemaOf('prepared')
    if (JSON.stringify(schemaOf('main')) !== JSON.stringify(schema)) return false
    database.exec('begin immediate')
    for (const { type, name } of schema) {
      // Change numbers are not reset, because the site has already delivered the earlier changes.
      if (type !== 'table' || name === 'changes' || name === 'changeCounter') continue
      database.exec(`delete from main."${name}"; insert into main."${name}" select * from prepared."${name}"`)
    }
    database.exec('commit')
    return true
  } finally {
    database.close()
  }
}

function filesBelow(dataDir: string): Map<string, string> {
  const paths = folders.flatMap((folder) =>
    readdirSync(join(dataDir, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  )
  return new Map(paths.map((path) => [path.slice(dataDir.length + 1), versionOf(path)]))
}

function versionOf(path: string): string {
  const { size, mtimeMs } = statSync(path)
  return `${size} ${mtimeMs}`
}
