/** The call at which the site's process is killed with SIGKILL. */
export interface Injection {
  /** The name of the wrapped call: `link`, `sync`, …, or `sql` for any SQL statement. */
  readonly call: string
  /**
   * A regular expression, matched against the call's argument: one or two paths relative to the data folder, SQL, or
   * `stream` for `write` and `writev`.
   */
  readonly argumentPattern: string
  readonly when: 'before' | 'halfway' | 'after'
  /** The number of the call among those that match: 1 for the first. */
  readonly nth: number
}
