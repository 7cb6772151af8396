import { fingerprintOf } from './fingerprint.ts'
import { forget } from './remembered.ts'

interface Chosen {
  readonly key: string
  /** `null` until the file has been read, and when it cannot be. */
  readonly fingerprint: Promise<string | null>
  readonly uploadId: string | null
}

/**
 * Whatever was chosen since the tray was empty, in that order. What hangs has left the tray, but not its place: the
 * others are told to hang next to it, and the same file chosen once more is known.
 */
export function createSelection(scope: string) {
  let chosen: readonly Chosen[] = []
  const find = (key: string) => chosen.find((one) => one.key === key)
  const fingerprint = async (key: string): Promise<string | null> => (await find(key)?.fingerprint) ?? null
  return {
    add(key: string, file: File): void {
      // A file that was moved or taken away since it was chosen.
      const print = fingerprintOf(file, scope).catch(() => null)
      chosen = [...chosen, { key, fingerprint: print, uploadId: null }]
    },
    fingerprint,
    /** Whether the same file was chosen before this one. */
    async isDouble(key: string): Promise<boolean> {
      const print = await fingerprint(key)
      for (const one of chosen) {
        if (one.key === key || print === null) return false
        if ((await one.fingerprint) === print) return true
      }
      return false
    },
    arrived(key: string, uploadId: string | null): void {
      chosen = chosen.map((one) => (one.key === key ? { ...one, uploadId } : one))
    },
    drop: (key: string) => void (chosen = chosen.filter((one) => one.key !== key)),
    /** The uploads that there are, as they were chosen. */
    uploads: () => chosen.flatMap(({ uploadId }) => uploadId ?? []),
    /** All of it hangs or was left out: whatever is chosen from now on is meant anew. */
    end(): void {
      for (const one of chosen) void one.fingerprint.then((print) => print && forget(print))
      chosen = []
    },
  }
}
