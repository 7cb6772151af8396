import { forgetEndedSessions } from '#portfolio/account/forget.ts'
import { forgetOldMessages } from '#portfolio/contact/forget.ts'
import { forgetOldTallies } from '#portfolio/limit/forget.ts'
import { FilesFailed, StoreFailed, type Files, type Log, type Parts } from '#portfolio/parts.ts'
import { makeNextPhoto, releaseClaims } from '#portfolio/photo/make.ts'
import { sweepDeleted, sweepDrafts, sweepFormer, sweepUnowned, sweepUploads } from '#portfolio/photo/sweep.ts'

const sweepEveryMs = 60 * 60_000
/** A claim that a dead process left behind is picked up again this often. */
const lookEveryMs = 60_000
const makers = 2
/** Each goes its own way: one that fails keeps no other, and is told. */
const sweeps: readonly ((parts: Parts) => Promise<unknown>)[] = [
  sweepDeleted,
  sweepFormer,
  sweepUnowned,
  sweepUploads,
  sweepDrafts,
  forgetOldMessages,
  forgetEndedSessions,
  forgetOldTallies,
]

/** The clock: it asks for what nobody waits for. */
export interface Clock {
  /** There is something to make. */
  wake(): void
  /** Resolves when nothing is left to make. */
  idle(): Promise<void>
  /** Leaves what is under way at the next file that it would write. */
  stop(): Promise<void>
}

/** Starts the clock: makes photographs as they come, sweeps once an hour. */
export async function startClock(given: Parts): Promise<Clock> {
  await releaseClaims(given)
  const running = new Set<Promise<void>>()
  let stopped = false
  const isStopped = () => stopped
  const parts = { ...given, files: untilStopped(given.files, isStopped), log: calmOnce(given.log, isStopped) }

  const make = async () => {
    while (!stopped && (await makeNextPhoto(parts)));
  }
  const wake = () => {
    while (!stopped && running.size < makers) {
      const work: Promise<void> = make()
        .catch(tell(parts))
        .finally(() => running.delete(work))
      running.add(work)
    }
  }
  const sweep = () => {
    for (const work of sweeps) work(parts).catch(tell(parts))
  }
  const looking = setInterval(wake, lookEveryMs)
  const sweeping = setInterval(sweep, sweepEveryMs)
  const idle = async () => {
    while (running.size > 0) await Promise.all(running)
  }
  wake()
  sweep()

  return {
    wake,
    idle,
    stop: () => {
      stopped = true
      clearInterval(looking)
      clearInterval(sweeping)
      return idle()
    },
  }
}

/** Once stopped, it takes nothing more: a photograph in the making waits for the next start, at no cost of a try. */
function untilStopped(files: Files, isStopped: () => boolean): Files {
  return {
    ...files,
    write: async (key, bytes) => {
      if (isStopped()) throw new FilesFailed(new Error('the site is stopping'))
      return files.write(key, bytes)
    },
  }
}

/** What stopping leaves unfinished is no fault: it is told, but alarms nobody. */
function calmOnce(log: Log, isStopped: () => boolean): Log {
  return { ...log, error: (message, detail) => (isStopped() ? log.info(message, detail) : log.error(message, detail)) }
}

function tell(parts: Parts) {
  return (error: unknown) => {
    // Those that bear a name of the product say in their cause what the system said.
    const named = error instanceof FilesFailed || error instanceof StoreFailed
    parts.log.error('the clock stumbled', { cause: String(named ? error.cause : error) })
  }
}
