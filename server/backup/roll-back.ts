import { join } from 'node:path'
import { databasePath } from '#server/database/database-file.ts'
import { findDatabaseFileProblems } from '#server/database/integrity.ts'
import { clearForReuse, finishLog, readWriterVersion } from '#server/database/sqlite-snapshot.ts'
import { renameDurably, syncToDisk } from '#server/storage/durable-write.ts'
import { BackupRefused } from './backup-refused.ts'
import { copyFile, tryLink } from './copy-file.ts'
import { copiesFolder, copyName, listCopies, type DatabaseCopy } from './kept-copies.ts'

export interface RollBackInput {
  readonly dataDir: string
  /** The name of a copy; `null` for that of the last update. */
  readonly name: string | null
  readonly now: Date
  /** Photos and projects removed earlier are left out, because their files may be missing. */
  readonly removedBefore: Date
}

/**
 * Puts a copy in the place of the database and keeps the replaced one; no process may use them. Needs no space for
 * another copy: the disk may be full. Throws `BackupRefused`, and then the database is the former one.
 */
export async function rollBack({
  dataDir,
  name,
  now,
  removedBefore,
}: RollBackInput): Promise<{ copy: DatabaseCopy; replaced: string }> {
  const folder = copiesFolder(dataDir)
  const copies = (await listCopies(dataDir)).filter(({ isUnfinished }) => !isUnfinished)
  const copy = copies.find((found) => (name === null ? !found.isReplaced : found.name === name))
  if (!copy) throw new BackupRefused(`There is no ${name ?? 'copy from before an update'} in ${folder}.`)
  const path = join(folder, copy.name)
  const [problem] = findDatabaseFileProblems(path)
  if (problem) throw new BackupRefused(`The copy ${copy.name} is damaged: ${problem}.`)
  clearForReuse(path, removedBefore)
  const database = databasePath(dataDir)
  const replaced = copyName(readWriterVersion(database), now, true)
  if (!finishLog(database))
    throw new BackupRefused(`Another process uses the database ${database}: stop it, then try again.`)
  await keep(database, join(folder, replaced))
  await syncToDisk(folder)
  await renameDurably(path, database)
  return { copy, replaced }
}

async function keep(database: string, as: string): Promise<void> {
  if (!(await tryLink(database, as))) await copyFile(database, as)
}
