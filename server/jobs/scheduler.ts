import { expireLinks, expireSessions } from '#portfolio/account/expire.ts'
import { checkHealth } from '#portfolio/health/attention.ts'
import { watchClock } from '#portfolio/health/watch-clock.ts'
import { expireMessages } from '#portfolio/contact/expire.ts'
import { expireCounters } from '#portfolio/rate-limit/expire.ts'
import { expireMails } from '#portfolio/mail/expire.ts'
import { expireStudioRows } from '#portfolio/studio/expire.ts'
import { FileStoreFailed, DatabaseFailed, type FileStore, type Log, type Mailer, type Ports } from '#portfolio/ports.ts'
import { deriveNextPhoto, releaseClaims } from '#portfolio/photo/derive.ts'
import { collectOrphanFiles, expireUnownedFiles, moveOwnedFilesBack } from '#portfolio/photo/collect.ts'
import { expireRemoved, expireTemporaryFiles, expireFormerDerivatives, expireUploads } from '#portfolio/photo/expire.ts'
import { openMailDelivery } from './mail-delivery.ts'

const cleanUpEveryMs = 60 * 60_000
/** How often due mails and photos whose claim has expired are looked for, and the clock and the health are checked. */
const pollEveryMs = 60_000

const deriveConcurrency = 2
/** They delete by age, so they need a correct clock. */
const cleanUpJobs: readonly ((ports: Ports) => Promise<unknown>)[] = [
  expireRemoved,
  expireFormerDerivatives,
  collectOrphanFiles,
  expireUnownedFiles,
  expireUploads,
  expireTemporaryFiles,
  expireStudioRows,
  expireMessages,
  expireMails,
  expireSessions,
  expireLinks,
  expireCounters,
]

/** The running background jobs. A failure is logged and does not affect other jobs. */
export interface Scheduler {
  /** Starts to derive the waiting photos and to send the mails that are due. */
  wake(): void
  idle(): Promise<void>
  /** Resolves with the time if deletions by age may run, or else with `null`. */
  checkClock(): Promise<Date | null>
  /** Stops the running jobs before they write their next file. */
  stop(): Promise<void>
}

/** Starts the background jobs: photos are derived and mails sent on demand, clean-up runs once an hour. */
export async function startScheduler(allPorts: Ports, mailer: Mailer | null = null): Promise<Scheduler> {
  await releaseClaims(allPorts)
  const running = new Set<Promise<void>>()
  let stopped = false
  const isStopped = () => stopped
  const ports = {
    ...allPorts,
    files: refuseWritesOnceStopped(allPorts.files, isStopped),
    log: lowerErrorsOnceStopped(allPorts.log, isStopped),
  }

  const deriveAll = async () => {
    while (!stopped && (await deriveNextPhoto(ports)));
  }
  const mails = mailer && openMailDelivery(ports, mailer, isStopped, logFailure(ports))
  const wake = () => {
    mails?.wake()
    while (!stopped && running.size < deriveConcurrency) {
      const job: Promise<void> = deriveAll()
        .catch(logFailure(ports))
        .finally(() => running.delete(job))
      running.add(job)
    }
  }
  const checkClock = watchClock(ports)
  const poll = () => {
    wake()
    checkClock()
      .then(() => checkHealth(ports))
      .catch(logFailure(ports))
  }
  const polling = setInterval(poll, pollEveryMs)
  const startCleanUp = () => void cleanUp(ports, checkClock).catch(logFailure(ports))
  const cleaning = setInterval(startCleanUp, cleanUpEveryMs)
  const idle = async () => {
    while (running.size > 0) await Promise.all(running)
    await mails?.idle()
  }
  wake()
  startCleanUp()

  return {
    wake,
    idle,
    checkClock,
    stop: () => {
      stopped = true
      clearInterval(polling)
      clearInterval(cleaning)
      return idle()
    },
  }
}

/** Runs the clean-up jobs once. They run independently: a failure is logged and stops no other. */
export async function cleanUp(ports: Ports, checkClock: () => Promise<Date | null>): Promise<void> {
  const time = await checkClock()
  // All jobs use the time that was checked.
  const jobPorts = { ...ports, now: () => new Date(time ?? ports.now()) }
  const jobs = time ? cleanUpJobs : [moveOwnedFilesBack]
  await Promise.all(jobs.map((job) => job(jobPorts).catch(logFailure(ports))))
}

/** A photo that is being derived waits for the next start; the refused write does not count as an attempt. */
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
function lowerErrorsOnceStopped(log: Log, isStopped: () => boolean): Log {
  return { ...log, error: (message, detail) => (isStopped() ? log.info(message, detail) : log.error(message, detail)) }
}

function logFailure(ports: Ports) {
  return (error: unknown) => {
    // Port errors have the system's error as their cause.
    const isPortError = error instanceof FileStoreFailed || error instanceof DatabaseFailed
    ports.log.error('a background job failed', { cause: String(isPortError ? error.cause : error) })
  }
}
