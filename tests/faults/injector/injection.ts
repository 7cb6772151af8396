/** A failure of the site's process, and the call that triggers it. */
export interface Injection {
  /** The function that the process calls: `link`, `sync`, `sql`, … */
  readonly call: string
  /** A regular expression for the call's argument: a path in the data folder, or SQL. */
  readonly argument: string
  readonly when: 'before' | 'half-way' | 'after'
  /** 1 for the first matching call. */
  readonly nth: number
  /** SIGKILL, or the error code of a failing disk. */
  readonly effect: 'kill' | 'ENOSPC' | 'EIO' | 'EROFS'
}
