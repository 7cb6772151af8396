import type { Launch, SiteProcess } from '#tests/support/site/site-process.ts'
import type { AdminClient } from './admin-client.ts'

/** The site of one case, on a copy of the base data folder, and a logged-in admin. */
export interface FaultContext {
  readonly site: SiteProcess
  readonly client: AdminClient
  /** The only project. It has three images with all their derivatives. */
  readonly projectId: string
  readonly imageIds: readonly string[]
  /** Strings that no log may contain. */
  readonly secrets: readonly string[]
}

type Program = 'strace' | 'unshare' | 'prlimit'

/** A fault, and the check that the site keeps its guarantees despite it. */
export interface Fault {
  readonly name: string
  /** The programs that inject the fault; without them the case is skipped. */
  readonly needs?: Program | readonly Program[]
  readonly settings?: Record<string, string>
  readonly launch?: Launch
  /** Injects the fault and throws if a guarantee is violated. */
  run(context: FaultContext): Promise<void>
  /** Returns a copy of the data folder that the test can read, for faults that mount it only for the site. */
  folderOf?(context: FaultContext): Promise<string>
}
