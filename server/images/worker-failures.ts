import type { WorkerFailed } from './process-pool.ts'

/** A file is refused after this many failures in a row. An overloaded machine may cause one or two. */
const maxFailures = 3
/** Kills count less: the system may kill several processes for lack of memory, whatever the file. */
const killsPerFailure = 4
/** Limits the memory for the counts of files that are never tried again. */
const maxCounted = 1_000

/** Counts the worker failures that each file has caused since it was last processed completely. */
export function openFailureCounter() {
  const counts = new Map<string, number>()
  return {
    /** Counts a failure. Returns true after 3 failures or 12 kills: the file itself must be the cause. */
    countFailure(path: string, { killed }: WorkerFailed): boolean {
      const count = (counts.get(path) ?? 0) + (killed ? 1 : killsPerFailure)
      if (counts.size >= maxCounted) counts.clear()
      counts.set(path, count)
      return count >= maxFailures * killsPerFailure
    },
    forget: (path: string) => void counts.delete(path),
  }
}
