import { setPriority } from 'node:os'
import { describeFailure } from '#server/expected-failure.ts'
import { removeOldCopies } from './kept-copies.ts'
import { createBackup, type Backup, type BackupInput } from './create.ts'
import { removeOldBackups } from './retention.ts'
import { readStoreId } from './source-files.ts'

/** A message from `backup-process.ts`. The process makes one backup and ends. */
export type BackupRequest = Omit<BackupInput, 'isNightly'> & {
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
    // Also after a failed backup: a full disk may be the cause.
    const removeOld = async () => {
      if (!request.deletesExpired) return
      const storeId = await readStoreId(request.dataDir)
      // The folders may be on different disks, and one of the disks may be missing.
      await removeOldCopies(request.dataDir, request.now).finally(() =>
        removeOldBackups(request.into, storeId, request.now),
      )
    }
    return { backup: await createBackup({ ...request, isNightly: true }).finally(removeOld) }
  } catch (error) {
    return { failure: describeFailure(error) ?? String(error) }
  }
}
