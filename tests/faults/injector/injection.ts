/** A fault to inject into the site's process, and the call that triggers it. */
export interface Injection {
  /** The name of the wrapped call: `link`, `sync`, …, or `sql` for any SQL statement. */
  readonly call: string
  /**
   * A regular expression, matched against the call's argument: one or two paths relative to the data folder, SQL, or
   * `stream` for `write` and `writev`.
   */
  readonly argumentPattern: string
  readonly when: 'before' | 'halfway' | 'after'
  /** The first affected call among those that match: 1 for the first. Later ones are affected too. */
  readonly nth: number
  /** SIGKILL, or the error code of a full, failing or read-only disk. */
  readonly effect: 'kill' | 'ENOSPC' | 'EIO' | 'EROFS'
}
