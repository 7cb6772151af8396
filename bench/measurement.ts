/** A figure of the site, and of the peers that it is compared with: the values of all rounds. */
export interface Measurement {
  readonly label: string
  readonly site: readonly number[]
  /** By the name of the peer. */
  readonly peers?: Readonly<Record<string, readonly number[]>>
  readonly limit?: Limit
}

/** A limit for the median, or for its ratio to the median of a peer. */
export interface Limit {
  readonly atMost?: number
  readonly atLeast?: number
  readonly ofPeer?: string
}

export interface PartOptions {
  readonly rounds: number
  /** Whether to leave out what takes long. */
  readonly quick: boolean
  /** Prints a line about progress. */
  readonly report: (line: string) => void
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return ((sorted[Math.floor((sorted.length - 1) / 2)] ?? NaN) + (sorted[Math.floor(sorted.length / 2)] ?? NaN)) / 2
}

/** The value below which a share of the values lies: 0.99 for the 99th percentile, 1 for the largest value. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN
}

export function isWithinLimit({ site, peers, limit }: Measurement): boolean {
  const { atMost = Infinity, atLeast = -Infinity, ofPeer } = limit ?? {}
  const value = median(site) / (ofPeer === undefined ? 1 : median(peers?.[ofPeer] ?? []))
  return value <= atMost && value >= atLeast
}

/** A line of the table: the median (all rounds), its ratio to the median of each peer (that median), and the limit. */
export function tableRow(measurement: Measurement): string {
  const { label, site, peers = {}, limit } = measurement
  const ratios = Object.entries(peers).map(
    ([peer, values]) => `${(median(site) / median(values)).toFixed(2)} of ${peer} (${format(median(values))})`,
  )
  const columns = [
    label,
    `${format(median(site))} (${site.map(format).join(' ')})`,
    ratios.join(', '),
    limitText(limit),
  ]
  return [...columns, isWithinLimit(measurement) ? '' : 'NOT WITHIN LIMIT'].join(' | ')
}

export const tableHead = 'measured | median (rounds) | ratio | limit |'

function limitText({ atMost, atLeast, ofPeer }: Limit = {}): string {
  const bound = atMost === undefined ? (atLeast === undefined ? '' : `≥ ${atLeast}`) : `≤ ${atMost}`
  return ofPeer ? `${bound} of ${ofPeer}` : bound
}

function format(value: number): string {
  return Number.isNaN(value) ? 'none' : value.toFixed(Math.abs(value) < 10 ? 2 : Math.abs(value) < 100 ? 1 : 0)
}
