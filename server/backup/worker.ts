import { setPriority } from 'node:os'
import { describeFailure } from '#server/expected-failure.ts'
import type { BucketBackupInput } from './bucket/backup-bucket.ts'
import { removeOldCopies } from './kept-copies.ts'
import { createBackup, type Backup, type BackupInput } from './create.ts'
import { removeOldBackups } from './retention.ts'
import { readStoreId } from './source-files.ts'

/** A message from `backup-process.ts`: the process makes one backup, in a folder or a bucket, and ends. */
export type BackupRequest = (Omit<BackupInput, 'isNightly'> | Omit<BucketBackupInput, 'isNightly'>) & {
  /** Whether to remove old backups, which requires a trusted clock. */
  readonly deletesExpired: boolean
}

export type BackupReply = { readonly backup: Backup } | { readonly failure: string }

// A backup must not slow down HTTP requests.
setPriority(10)
process.on('disconnect', () => process.exit())
// A terminal signals the whole process group. The server ends this process itself.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
process.on('message', (request: BackupRequest) => {
  void run(request).then((reply) => process.send?.(reply, () => process.exit()))
})

async function run(request: BackupRequest): Promise<BackupReply> {
  try {
    return { backup: await makeBackup(request) }
  } catch (error) {
    return { failure: describeFailure(error) ?? String(error) }
  }
}

async function makeBackup(request: BackupRequest): Promise<Backup> {
  const { create, removeOld } = await jobsFor(request)
  // Also after a failed backup: a full disk may be the cause.
  return create().finally(async () => {
    if (!request.deletesExpired) return
    // The folders may be on different disks, and one of the disks may be missing.
    await removeOldCopies(request.dataDir, request.now).finally(removeOld)
  })
}

async function jobsFor(request: BackupRequest) {
  if ('originals' in request) {
    const { dataDir, into, now } = request
    const removeOld = async () => removeOldBackups(into, await readStoreId(dataDir), now)
    return { create: () => createBackup({ ...request, isNightly: true }), removeOld }
  }
  // Loaded only for backups in a bucket, because the client is large.
  const { createBucketBackup } = await import('./bucket/create.ts')
  const { removeOldBucketBackups } = await import('./bucket/retention.ts')
  return {
    create: () => createBucketBackup({ ...request, isNightly: true }),
    removeOld: () => removeOldBucketBackups(request),
  }
}
