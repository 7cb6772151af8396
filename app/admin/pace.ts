/** What is told of files on their way. */
export interface Load {
  readonly size: number
  /** Bytes that have arrived. */
  readonly arrived: number
  /** Whether it will not be sent: it was refused. */
  readonly out: boolean
}

const windowMs = 15_000
/** So long it takes until an estimate says more than nothing. */
const leastMs = 4_000

/** Files and bytes, in all and arrived. */
export function sumUp(loads: readonly Load[]) {
  const sent = loads.filter((load) => !load.out)
  const bytes = sent.reduce((sum, load) => sum + load.size, 0)
  const arrived = sent.reduce((sum, load) => sum + Math.min(load.arrived, load.size), 0)
  return { files: sent.length, bytes, arrived }
}

/** Watches how fast bytes go; says how long the rest will take, or `null` when that would be a guess. */
export function createPace() {
  let seen: { at: number; sent: number }[] = []
  return {
    /** `sent` counts the bytes that went over the line; what had arrived before does not count. */
    see(at: number, sent: number): void {
      seen = [...seen.filter((one) => at - one.at <= windowMs), { at, sent }]
    },
    secondsFor(bytesLeft: number): number | null {
      const [first, last] = [seen[0], seen.at(-1)]
      if (!first || !last || last.at - first.at < leastMs || last.sent <= first.sent) return null
      return (bytesLeft * (last.at - first.at)) / 1_000 / (last.sent - first.sent)
    },
  }
}

const megabyte = 1024 * 1024

/** `12 MB`; below ten with one decimal. */
export function spellBytes(bytes: number): string {
  const megabytes = bytes / megabyte
  return `${megabytes < 9.95 ? megabytes.toFixed(1) : Math.round(megabytes).toLocaleString('en-GB')} MB`
}

/** `about 4 minutes`: rounded as coarsely as it is known. */
export function spellSeconds(seconds: number): string {
  if (seconds < 10) return 'a few seconds'
  if (seconds < 50) return `about ${Math.ceil(seconds / 10) * 10} seconds`
  const minutes = Math.round(seconds / 60)
  if (minutes <= 1) return 'about a minute'
  if (minutes < 60) return `about ${minutes} minutes`
  const hours = Math.round(minutes / 60)
  return hours === 1 ? 'about an hour' : `about ${hours} hours`
}
