import { copyRows } from '#server/database/copy-rows.ts'
import { findDatabaseFileProblems } from '#server/database/integrity.ts'
import { isCurrent, migrate } from '#server/database/migrate.ts'
import { openPostgres } from '#server/database/postgres/postgres.ts'
import { batchLimits } from '#server/database/postgres/pool.ts'
import { openSqlite } from '#server/database/sqlite/sqlite.ts'
import { clearForReuse } from '#server/database/sqlite/snapshot.ts'
import { BackupRefused } from '#server/backup/backup-refused.ts'

/**
 * Copies a PostgreSQL database into a SQLite file at `path`, without what `clearForReuse` deletes. Throws
 * `BackupRefused` for a database of an earlier version or a damaged copy.
 */
export async function copyPostgresDatabase(url: string, path: string, removedBefore: Date): Promise<void> {
  const [from, to] = [openPostgres(url, batchLimits), openSqlite(path)]
  try {
    if (!(await isCurrent(from)))
      throw new BackupRefused(
        'The database was written by an earlier version: start the site once with this version, then try again.',
      )
    await migrate(to)
    await copyRows(from, to)
  } finally {
    await Promise.all([from.destroy(), to.destroy()])
  }
  clearForReuse(path, removedBefore)
  const [problem] = findDatabaseFileProblems(path)
  if (problem) throw new BackupRefused(`The copy of the database is damaged: ${problem}.`)
}
