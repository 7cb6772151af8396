import { setPriority } from 'node:os'
import { describeFailure } from '#server/expected-failure.ts'
import { removeOldCopies } from './kept-copies.ts'
import { createBackup, type Backup, type BackupInput } from './create.ts'
import { removeOldBackups } from './retention.ts'
import { readStoreId } from './source-files.ts'

/** A message from `backup-process.ts`. The process makes one backup and ends. */
export type BackupRequest = Omit<BackupInput, 'isNightly'> & {
  /** Whether old backups are removed: the clock is trusted. */
  readonly removesOld: boolean
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
    // After a failure too, which may be caused by a full disk.
    const removeOld = async () => {
      if (!request.removesOld) return
      const storeId = await readStoreId(request.dataDir)
      // Two places, of which the disk of one may be missing.
      await removeOldCopies(request.dataDir, request.now).finally(() =>
        removeOldBackups(request.into, storeId, request.now),
      )
    }
    return { backup: await createBackup({ ...request, isNightly: true }).finally(removeOld) }
  } catch (error) {
    return { failure: describeFailure(error) ?? String(error) }
  }
}
