/** What shall happen to the process of a site, and at which step of its work. */
export interface Blow {
  /** What the process does: `link`, `sync`, `sql`, … */
  readonly verb: string
  /** A regular expression over what it does it to: a path in the data folder, or SQL. */
  readonly about: string
  readonly when: 'before' | 'half-way' | 'after'
  /** The first time, or a later one. */
  readonly nth: number
  /** A kill, or the code of an error that a disk can give. */
  readonly does: 'kill' | 'ENOSPC' | 'EIO' | 'EROFS'
}
