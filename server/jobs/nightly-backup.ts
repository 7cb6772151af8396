import { backupFact, type BackupFact } from '#portfolio/health/overdue-backup.ts'
import { readFact, recordFact } from '#portfolio/health/fact.ts'
import { publishHealth } from '#portfolio/health/publish.ts'
import type { Ports } from '#portfolio/ports.ts'

/** In the server's local time. */
const backupHour = 3
const dayMs = 24 * 60 * 60_000
/** A site that was not running at night makes a due backup once it has been running for this long. */
const settleMs = 10 * 60_000
const retryMs = 60 * 60_000
const pollEveryMs = 60_000

export interface FinishedBackup {
  readonly folder: string
  readonly sameDisk: boolean
  readonly hasDatabase: boolean
  readonly files: number
  readonly missing: readonly { readonly path: string }[]
  /** Why old backups were not removed; `null` if nothing went wrong. */
  readonly removalFailure: string | null
}

type BackupPorts = Pick<Ports, 'db' | 'log' | 'now' | 'events' | 'newId' | 'mailConfigured' | 'wake'>

export interface BackupJobs {
  /** Starts a backup in the background, unless one is running: now, or after the current check for a due backup. */
  start(): void
  /** Whether this or another process is making a backup. */
  isRunning(): Promise<boolean>
  stop(): Promise<void>
}

export interface BackupLock {
  /** Runs `work` unless another process is making a backup; resolves with whether it ran. */
  runUnlessRunning(work: () => Promise<void>): Promise<boolean>
  isRunning(): Promise<boolean>
}

/** If `backUp` throws, its message is recorded. */
export function startNightlyBackups(
  ports: BackupPorts,
  backUp: () => Promise<FinishedBackup>,
  lock: BackupLock,
): BackupJobs {
  const startedAt = ports.now()
  let running: Promise<unknown> | undefined
  let isBackingUp = false
  /** Whether a backup was requested that has not started. */
  let isRequested = false
  let stopped = false
  const isStopped = () => stopped
  const backUpWithEvents = async () => {
    isBackingUp = true
    isRequested = false
    await publishHealth(ports)
    return backUp().finally(() => (isBackingUp = false))
  }
  const run = (job: () => Promise<void>) => {
    running ??= job()
      .catch((error: unknown) => ports.log.error('the backup job failed', { cause: String(error) }))
      .finally(() => {
        running = undefined
        if (isRequested && !stopped) run(runOnRequest)
      })
  }
  // While the lock is held, the Health pages of all processes say that a backup is being made.
  const runLocked = (work: () => Promise<void>) => lock.runUnlessRunning(work).finally(() => publishHealth(ports))
  const runOnRequest = async () => {
    isRequested = false
    const ran = await runLocked(() => makeBackup(ports, backUpWithEvents, isStopped))
    if (!ran) ports.log.info('no backup was started, because another process is making one')
  }
  const poll = async () => {
    // Checked first without the lock, because the lock occupies a database connection.
    if (!(await isDue(ports, startedAt))) return
    await runLocked(() => runIfDue(ports, startedAt, backUpWithEvents, isStopped))
  }
  const polling = setInterval(() => run(poll), pollEveryMs)
  polling.unref()
  return {
    start() {
      isRequested = !isBackingUp
      run(runOnRequest)
    },
    isRunning: async () => isBackingUp || lock.isRunning(),
    async stop() {
      stopped = true
      clearInterval(polling)
      await running
    },
  }
}

/** Makes a backup if one is due. Must run under the lock: another process may just have made one. */
export async function runIfDue(
  ports: BackupPorts,
  startedAt: Date,
  ...rest: [backUp: () => Promise<FinishedBackup>, isStopped: () => boolean]
): Promise<void> {
  if (await isDue(ports, startedAt)) await makeBackup(ports, ...rest)
}

async function isDue(ports: BackupPorts, startedAt: Date): Promise<boolean> {
  return isBackupDue(await readLast(ports), startedAt, ports.now())
}

/** Makes a backup and records its result. A failure caused by a stop is not recorded. */
async function makeBackup(
  ports: BackupPorts,
  backUp: () => Promise<FinishedBackup>,
  isStopped: () => boolean,
): Promise<void> {
  const last = await readLast(ports)
  const at = ports.now().toISOString()
  try {
    const { missing, files, hasDatabase, removalFailure, ...backup } = await backUp()
    const failure = removalFailure === null ? null : { at, message: `Old backups were not removed: ${removalFailure}` }
    const fact = { ...backup, succeededAt: at, databaseIncluded: hasDatabase, missing: missing.length, failure }
    await recordFact(ports, backupFact, fact)
    if (failure) ports.log.error('old backups were not removed', { cause: removalFailure })
    const paths = missing.map(({ path }) => path)
    ports.log.info('backup made', { folder: backup.folder, files })
    if (paths.length > 0) ports.log.error('files are missing or damaged', { files: paths.slice(0, 100) })
  } catch (error) {
    if (isStopped()) return
    const message = error instanceof Error ? error.message : String(error)
    ports.log.error('the backup failed', { cause: message })
    await recordFact(ports, backupFact, { ...last, failure: { at, message } })
  }
}

async function readLast({ db }: BackupPorts): Promise<BackupFact> {
  return (await readFact(db, backupFact))?.value ?? noBackup
}

/** Whether a backup must be made now. After a failure, the next attempt is an hour later. */
export function isBackupDue({ succeededAt, failure }: BackupFact, startedAt: Date, now: Date): boolean {
  const sinceSuccess = msSince(succeededAt, now)
  if (msSince(failure?.at ?? null, now) < retryMs) return false
  const night = lastNight(now)
  if (sinceSuccess <= now.getTime() - night.getTime()) return false
  if (startedAt <= night) return true
  return sinceSuccess >= dayMs && now.getTime() - startedAt.getTime() >= settleMs
}

export const noBackup: BackupFact = {
  succeededAt: null,
  folder: null,
  sameDisk: false,
  databaseIncluded: false,
  missing: 0,
  failure: null,
}

/** The age of `time`; Infinity for `null`, and for a time that is in the future because the clock was set back. */
function msSince(time: string | null, now: Date): number {
  const ms = time === null ? Infinity : now.getTime() - Date.parse(time)
  return ms < 0 ? Infinity : ms
}

function lastNight(now: Date): Date {
  const night = new Date(now)
  night.setHours(backupHour, 0, 0, 0)
  if (night > now) night.setDate(night.getDate() - 1)
  return night
}
