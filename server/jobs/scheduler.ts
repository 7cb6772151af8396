import { expireLinks, expireSessions } from '#portfolio/account/expire.ts'
import { checkHealth } from '#portfolio/health/attention.ts'
import { watchClock } from '#portfolio/health/watch-clock.ts'
import { expireMessages } from '#portfolio/contact/expire.ts'
import { expireCounters } from '#portfolio/rate-limit/expire.ts'
import { expireVersions } from '#portfolio/history/expire.ts'
import { expireEmails } from '#portfolio/mail/expire.ts'
import { expirePrivateLinks } from '#portfolio/private-link/expire.ts'
import { expireStudioRows } from '#portfolio/studio/expire.ts'
import { FileStoreFailed, DatabaseFailed, type FileStore, type Log, type Mailer, type Ports } from '#portfolio/ports.ts'
import { deriveNextPhoto } from '#portfolio/derivative/derive.ts'
import { queueOutdatedPhotos, releaseClaims } from '#portfolio/derivative/derive-queue.ts'
import { collectOrphanFiles, expireUnownedFiles, moveOwnedFilesBack } from '#portfolio/photo/collect.ts'
import {
  deleteErased,
  expireRemoved,
  expireFormerCrops,
  expireFormerDerivatives,
  expireTemporaryFiles,
  expireUploads,
} from '#portfolio/photo/expire.ts'
import { traceJob } from '#server/telemetry/channels.ts'
import { openMailDelivery } from './mail-delivery.ts'
import { openPublishing } from './publishing.ts'

const cleanUpEveryMs = 60 * 60_000
/** How often to look for due e-mails, publications and photos with expired claims, and to check clock and health. */
const pollEveryMs = 60_000

const deriveConcurrency = 2
/** Jobs that act by age: they need a trusted clock. */
const cleanUpJobs: readonly ((ports: Ports) => Promise<unknown>)[] = [
  expireRemoved,
  expireFormerDerivatives,
  expireFormerCrops,
  collectOrphanFiles,
  expireUnownedFiles,
  expireUploads,
  expireTemporaryFiles,
  expireStudioRows,
  expireVersions,
  expireMessages,
  expireEmails,
  expireSessions,
  expireLinks,
  expirePrivateLinks,
  expireCounters,
]

/** The running background jobs. A failure is logged and does not affect other jobs. */
export interface Scheduler {
  /** Derives photos, sends e-mails and publishes drafts, as far as they are due. */
  wake(): void
  /** Resolves when nothing is being derived, sent or published. */
  idle(): Promise<void>
  /** Resolves with the time, or `null` while deletions by age are paused. */
  checkClock(): Promise<Date | null>
  /** Stops deriving, e-mailing and publishing, and waits for running jobs other than the clean-up. */
  stop(): Promise<void>
}

/** With `sharesData`, other processes run the same jobs on this data, so claimed photos stay claimed at the start. */
export async function startScheduler(
  allPorts: Ports,
  mailer: Mailer | null = null,
  { sharesData = false } = {},
): Promise<Scheduler> {
  if (!sharesData) await releaseClaims(allPorts)
  let stopped = false
  const isStopped = () => stopped
  const ports = {
    ...allPorts,
    files: refuseWritesOnceStopped(allPorts.files, isStopped),
    log: logErrorsAsInfoOnceStopped(allPorts.log, isStopped),
  }

  const deriving = openDeriving(ports, isStopped)
  const checkClock = watchClock(ports)
  const publishing = openPublishing(
    ports,
    { readTime: () => checkClock('publishing'), maxTimerMs: pollEveryMs },
    logFailure(ports),
  )
  const mailDelivery = mailer && openMailDelivery(ports, mailer, isStopped, logFailure(ports))
  const wake = () => {
    mailDelivery?.wake()
    publishing.wake()
    deriving.wake()
  }
  const poll = () => {
    wake()
    checkClock()
      .then(() => checkHealth(ports))
      .catch(logFailure(ports))
  }
  const pollTimer = setInterval(poll, pollEveryMs)
  const startCleanUp = () => void cleanUp(ports, checkClock).catch(logFailure(ports))
  const cleanUpTimer = setInterval(startCleanUp, cleanUpEveryMs)
  const idle = async () => {
    await deriving.idle()
    await Promise.all([mailDelivery?.idle(), publishing.idle()])
  }
  wake()
  startCleanUp()

  return {
    wake,
    idle,
    checkClock: () => checkClock(),
    stop: () => {
      stopped = true
      publishing.stop()
      clearInterval(pollTimer)
      clearInterval(cleanUpTimer)
      return idle()
    },
  }
}

function openDeriving(ports: Ports, isStopped: () => boolean) {
  const running = new Set<Promise<void>>()
  let queued: Promise<void> | null = null
  // The site does not wait for this at the start, and repeats it at the next wake after a failure: with many photos on
  // a busy database, these statements may exceed their time limit.
  const queueOnce = () =>
    (queued ??= traceJob('queueOutdatedPhotos', () => queueOutdatedPhotos(ports, { isStopped })).catch(
      (error: unknown) => {
        queued = null
        logFailure(ports)(error)
      },
    ))
  const deriveAll = async () => {
    await queueOnce()
    while (!isStopped() && (await traceJob('deriveNextPhoto', () => deriveNextPhoto(ports, isStopped))));
  }
  return {
    wake() {
      while (!isStopped() && running.size < deriveConcurrency) {
        const job: Promise<void> = deriveAll()
          .catch(logFailure(ports))
          .finally(() => running.delete(job))
        running.add(job)
      }
    },
    async idle() {
      while (running.size > 0) await Promise.all(running)
    },
  }
}

/** Runs the clean-up jobs once; without a trusted clock, only two that ignore age. A failure stops no other job. */
export async function cleanUp(ports: Ports, checkClock: () => Promise<Date | null>): Promise<void> {
  const time = await checkClock()
  // The clock may jump after the check.
  const jobPorts = { ...ports, now: () => new Date(time ?? ports.now()) }
  const jobs = time ? cleanUpJobs : [moveOwnedFilesBack, deleteErased]
  await Promise.all(jobs.map((job) => traceJob(job.name, () => job(jobPorts)).catch(logFailure(ports))))
}

/** After a stop, a photo being derived waits for the next start; its refused write does not count as an attempt. */
function refuseWritesOnceStopped(files: FileStore, isStopped: () => boolean): FileStore {
  return {
    ...files,
    write: async (key, bytes) => {
      if (isStopped()) throw new FileStoreFailed(new Error('the site is stopping'))
      return files.write(key, bytes)
    },
  }
}

/** After a stop, unfinished jobs are not errors: they are logged as information. */
function logErrorsAsInfoOnceStopped(log: Log, isStopped: () => boolean): Log {
  return { ...log, error: (message, detail) => (isStopped() ? log.info(message, detail) : log.error(message, detail)) }
}

function logFailure(ports: Ports) {
  return (error: unknown) => {
    // Port errors have the system's error as their cause.
    const isPortError = error instanceof FileStoreFailed || error instanceof DatabaseFailed
    ports.log.error('a background job failed', { cause: String(isPortError ? error.cause : error) })
  }
}
