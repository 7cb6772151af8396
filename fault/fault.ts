import type { Launch, Site } from '#e2e/site.ts'
import type { Hand } from './hand.ts'

/** A site of one case, with the portfolio that every case begins with, and an admin's hand on it. */
export interface Stage {
  readonly site: Site
  readonly hand: Hand
  /** The project that is there: three images, all made. */
  readonly projectId: string
  readonly imageIds: readonly string[]
  /** What may stand in no log. */
  readonly secrets: readonly string[]
}

/** One fault: what happens, and what must hold all the same. Whatever does not hold is thrown. */
export interface Fault {
  readonly name: string
  /** A program that the machine must have, for the fault cannot be arranged without it. */
  readonly needs?: 'strace' | 'unshare'
  /** Tried in the short run as well. */
  readonly isQuick?: true
  readonly settings?: Record<string, string>
  readonly launch?: Launch
  try(stage: Stage): Promise<void>
  /** Where the data folder lies for whoever looks at it from outside, when the case has put it elsewhere. */
  folderOf?(stage: Stage): Promise<string>
}
