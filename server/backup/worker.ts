import { setPriority } from 'node:os'
import { join } from 'node:path'
import { describeFailure } from '#server/expected-failure.ts'
import { nullIfMissing } from '#server/storage/durable-write.ts'
import type { BucketBackupInput } from './bucket/backup-bucket.ts'
import { removeOldCopies } from './copies-before-updates.ts'
import { createBackup, type Backup, type BackupInput } from './create.ts'
import { removeExpiredBackups, removeOldBackups } from './retention.ts'
import { readFolderStoreId } from './source-files.ts'

/** The message from `backup-process.ts`. The process makes one backup, in a folder or a bucket, and exits. */
export type BackupRequest = (Omit<BackupInput, 'isNightly'> | Omit<BucketBackupInput, 'isNightly'>) & {
  /** Whether to remove old backups, which requires a trusted clock. */
  readonly deletesExpired: boolean
}

/** `removalFailure`: why old backups were not removed after a backup in a bucket; `null` if nothing failed. */
export type BackupReply =
  | { readonly backup: Backup; readonly removalFailure: string | null }
  | { readonly failure: string }

// A backup must not slow down HTTP requests.
setPriority(10)
process.on('disconnect', () => process.exit())
// A terminal sends signals to the whole process group, but only the server ends this process.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
process.on('message', (request: BackupRequest) => {
  void run(request).then((reply) => process.send?.(reply, () => process.exit()))
})

async function run(request: BackupRequest): Promise<BackupReply> {
  try {
    return 'originals' in request ? await backUpInFolder(request) : await backUpInBucket(request)
  } catch (error) {
    return { failure: describe(error) }
  }
}

async function backUpInFolder(request: BackupRequest & Omit<BackupInput, 'isNightly'>): Promise<BackupReply> {
  const { dataDir, into, now } = request
  // Also after a failed backup: a full disk may be the cause.
  const removeOld = async () => {
    if (!request.deletesExpired) return
    const storeId = await readFolderStoreId(dataDir)
    // The folders may be on different disks, and one of the disks may be missing.
    await removeOldCopies(dataDir, now).finally(() => removeOldBackups(into, storeId, now))
  }
  const backup = await createBackup({ ...request, isNightly: true }).finally(removeOld)
  return { backup, removalFailure: null }
}

async function backUpInBucket(request: BackupRequest & Omit<BucketBackupInput, 'isNightly'>): Promise<BackupReply> {
  const { dataDir, now, deletesExpired } = request
  // Loaded only for backups in a bucket, because the client is large.
  const { createBucketBackup } = await import('./bucket/create.ts')
  const { removeOldBucketBackups } = await import('./bucket/retention.ts')
  const { readSiteStoreId } = await import('./bucket/source-files.ts')
  const removeOld = async () => {
    if (!deletesExpired) return
    await removeOldCopies(dataDir, now)
    // Backups that were made before `BACKUP_DIR` named a bucket.
    await removeExpiredBackups(join(dataDir, 'backups'), await readSiteStoreId(request), now).catch(nullIfMissing)
    await removeOldBucketBackups(request)
  }
  const tryToRemoveOld = () => removeOld().then(() => null, describe)
  const backup = await createBucketBackup({ ...request, isNightly: true }).catch(async (error: unknown) => {
    await tryToRemoveOld()
    throw error
  })
  // The backup is complete, so a failed removal must not cause another attempt.
  return { backup, removalFailure: await tryToRemoveOld() }
}

function describe(error: unknown): string {
  return describeFailure(error) ?? String(error)
}
