import type { ProcessLost } from './process-pool.ts'

/** A file that loses its process by itself so often in a row is refused: an overloaded machine may cost one or two. */
const maxFailures = 3
/** Kills count less: the system may end several processes for lack of memory, whatever the file. */
const killsPerFailure = 4
/** Files that are never tried again must not fill the memory. */
const maxCounted = 1_000

/** Counts the processes that each file has lost since it was last read to its end. */
export function countLostProcesses() {
  const lost = new Map<string, number>()
  return {
    /** Counts one; whether the file itself must be the reason, after 3 failures or 12 kills. */
    isRepeated(path: string, { killed }: ProcessLost): boolean {
      const count = (lost.get(path) ?? 0) + (killed ? 1 : killsPerFailure)
      if (lost.size >= maxCounted) lost.clear()
      lost.set(path, count)
      return count >= maxFailures * killsPerFailure
    },
    forget: (path: string) => void lost.delete(path),
  }
}
