export interface FileProgress {
  readonly size: number
  readonly uploadedBytes: number
  /** Whether the file is left out of the totals because it was refused. */
  readonly excluded: boolean
}

const windowMs = 15_000
/** The shortest time span of samples that gives an estimate. */
const minSampleMs = 4_000

export function sumProgress(files: readonly FileProgress[]) {
  const counted = files.filter((file) => !file.excluded)
  const bytes = counted.reduce((sum, file) => sum + file.size, 0)
  const uploadedBytes = counted.reduce((sum, file) => sum + Math.min(file.uploadedBytes, file.size), 0)
  const filesLeft = counted.filter((file) => file.uploadedBytes < file.size).length
  return { files: counted.length, filesLeft, bytes, uploadedBytes }
}

export function createTransferRate() {
  let samples: { atMs: number; sentBytes: number }[] = []
  return {
    /** `sentBytes` is the total sent since the measurement began. */
    addSample(atMs: number, sentBytes: number): void {
      samples = [...samples.filter((sample) => atMs - sample.atMs <= windowMs), { atMs, sentBytes }]
    },
    /** How long the rest takes; `null` without enough samples or while the connection is stalled. */
    estimateSeconds(bytesLeft: number): number | null {
      const [first, last] = [samples[0], samples.at(-1)]
      if (!first || !last || last.atMs - first.atMs < minSampleMs || last.sentBytes <= first.sentBytes) return null
      return (bytesLeft * (last.atMs - first.atMs)) / 1_000 / (last.sentBytes - first.sentBytes)
    },
  }
}
