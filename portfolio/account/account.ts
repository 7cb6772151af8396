/** The only role; compared exactly. */
export const adminRole = 'Admin'

/** Longest e-mail address that can be delivered to (RFC 5321, erratum 1690). */
export const emailLimit = 254

export interface Person {
  readonly userId: string
  readonly email: string
  /** Decides what is shown; commands check the role again. */
  readonly admin: boolean
}
