/** What to do about a problem. The terminal and the health page word it differently. */
export type Advice =
  | 'make-space'
  | 'check-clock'
  | 'first-backup'
  | 'back-up'
  | 'retry-backup'
  | 'copy-backup'
  | 'check-files'
  | 'save-database'
  | 'check-database'
  | 'check-pictures'
  | 'publish-site'
  | 'use-https'
  | 'set-mail-server'
  | 'confirm-mail'
  | 'check-mail'

/** A sentence without its full stop. */
export interface HealthSentence {
  readonly text: string
  readonly advice?: Advice
  /** Only the operator needs it: an id, a folder, a limit. */
  readonly technical?: boolean
}

/** The state of one part of the site, such as the disk. */
export interface HealthLine {
  readonly part: string
  readonly needsAttention: boolean
  readonly sentences: readonly HealthSentence[]
}

/** The notice that admins see on every page: the parts that need attention, or what is wrong with mail. */
export type HealthNotice = { readonly parts: readonly string[] } | { readonly mail: 'unconfirmed' | 'failing' }
