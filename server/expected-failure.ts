import { DatabaseFailed, FileStoreFailed } from '#portfolio/ports.ts'
import { SampleRefused } from '#samples/sample-refused.ts'
import { BackupRefused } from './backup/backup-refused.ts'
import { SourceFailed } from './backup/copy-file.ts'
import { WeakSecret } from './compose/secret.ts'
import { InvalidConfig } from './config.ts'
import { DataFolderInUse } from './database/data-folder-lock.ts'
import { StoreMismatch } from './database/match-store.ts'
import { RowsDiffer } from './database/copy-rows.ts'
import { UsedDatabase } from './database/used-database.ts'
import { NewerDatabase, UpdateFailed } from './database/migrate.ts'
import { oneLine } from './database/one-line.ts'
import { MoveRefused } from './move/move-refused.ts'
import { errorCode } from './storage/durable-write.ts'
import { BucketFailed, BucketRefused } from './storage/bucket-errors.ts'

/** Errors whose messages are written for the operator. */
const refusals = [
  DataFolderInUse,
  InvalidConfig,
  NewerDatabase,
  UpdateFailed,
  StoreMismatch,
  WeakSecret,
  BackupRefused,
  BucketRefused,
  UsedDatabase,
  RowsDiffer,
  MoveRefused,
  SampleRefused,
]

/** The message for the operator about a refusal or a system failure; `null` for any other error, which is a bug. */
export function describeFailure(error: unknown): string | null {
  if (refusals.some((refusal) => error instanceof refusal)) return (error as Error).message
  if (error instanceof BucketFailed)
    return `The bucket cannot be used (${oneLine(error.reason)}): check the settings that begin with S3_.`
  if (error instanceof FileStoreFailed || error instanceof SourceFailed) return describeFailure(error.cause)
  const cause = error instanceof DatabaseFailed ? error.cause : error
  if (!(cause instanceof Error) || (errorCode(cause) === '' && !(error instanceof DatabaseFailed))) return null
  // If connecting to several addresses fails, the message of Node's error is empty.
  const reason = oneLine(cause.message || errorCode(cause))
  if (isOutOfSpace(cause))
    return `The database cannot be used (${reason}), probably because its disk is full: free some space, then start again.`
  if (error instanceof DatabaseFailed || errorCode(cause) === 'ERR_SQLITE_ERROR')
    return `The database cannot be used (${reason}): check DATA_DIR and DATABASE_URL, or restore a backup.`
  if (['ENOSPC', 'EDQUOT'].includes(errorCode(cause)))
    return `The disk is full (${reason}): free some space, then try again.`
  if ('syscall' in cause)
    return `The operating system refused access to a file or folder (${reason}): check its path and permissions.`
  return null
}

// https://sqlite.org/rescode.html: SQLITE_FULL, and SQLITE_IOERR_SHMSIZE if the write-ahead log's index cannot grow.
function isOutOfSpace(cause: Error): boolean {
  return 'errcode' in cause && [13, 4874].includes(Number(cause.errcode))
}
