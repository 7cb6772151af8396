import { fork, type ChildProcess } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { nullIfMissing } from '#server/storage/durable-write.ts'
import { createBackupsFolder } from './backup-folder.ts'
import { BackupRefused } from './backup-refused.ts'
import type { Backup } from './create.ts'
import { removeOldCopies } from './copies-before-updates.ts'
import type { BackupReply, BackupRequest } from './worker.ts'

export type FinishedBackup = Backup & { readonly removalFailure: string | null }

export interface BackupProcess {
  /** Makes a backup and removes old ones if `deletesExpired`. Throws `BackupRefused`. */
  run(request: BackupRequest): Promise<FinishedBackup>
  /** Kills the process of a running backup, so that its `run` rejects, and refuses further backups. */
  stop(): void
}

/** Makes backups in a separate process, because SQLite's `vacuum into` blocks the process that calls it. */
export function openBackupProcess(): BackupProcess {
  const program = createRequire(import.meta.url).resolve('#server/backup/worker.ts')
  let child: ChildProcess | undefined
  let stopped = false
  return {
    async run(request) {
      await prepareFolders(request).catch(async (refusal) => {
        // The worker, which would remove old copies, is not started.
        if (request.deletesExpired) await removeOldCopies(request.dataDir, request.now)
        throw refusal
      })
      if (stopped) throw new BackupRefused('The site is stopping.')
      child = fork(program, {
        execArgv: ['--no-warnings'],
        // Only backups in a bucket need the environment: their clients may find credentials and certificates there.
        ...('originals' in request && { env: {} }),
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
        serialization: 'advanced',
      })
      const reply = await askOnce(child, request)
      if ('failure' in reply) throw new BackupRefused(reply.failure)
      return { ...reply.backup, removalFailure: reply.removalFailure }
    },
    stop: () => {
      stopped = true
      child?.kill('SIGKILL')
    },
  }
}

/** Creates only the default folder. If another folder is missing, its disk is probably not mounted. */
async function prepareFolders({ dataDir, into }: Pick<BackupRequest, 'dataDir' | 'into'>): Promise<void> {
  // While a backup in a bucket is made, the copy of the database is kept in this folder.
  if (typeof into === 'object') return createBackupsFolder(join(dataDir, 'backups'))
  if (resolve(into) === join(resolve(dataDir), 'backups')) await createBackupsFolder(into)
  const found = await stat(into).catch(nullIfMissing)
  if (!found?.isDirectory())
    throw new BackupRefused(`The folder ${into} does not exist: create it, or mount its disk, or change BACKUP_DIR.`)
}

function askOnce(child: ChildProcess, request: BackupRequest): Promise<BackupReply> {
  return new Promise((resolve) => {
    child.once('message', (reply: BackupReply) => resolve(reply))
    // A process that cannot be started emits a second error, because the request cannot be sent either.
    child.on('error', (error) => resolve({ failure: `The backup could not be started: ${error.message}.` }))
    child.once('exit', (code, signal) => resolve({ failure: `The backup process ended: ${signal ?? code}.` }))
    child.send(request)
  })
}
