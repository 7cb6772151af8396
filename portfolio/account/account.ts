/** The only role; compared exactly. */
export const adminRole = 'Admin'

/** Password length in code points (NIST SP 800-63B-4 asks for at least 8 with any characters allowed). */
export const passwordLimits = { min: 8, max: 256 } as const

/** Longest e-mail address that can be delivered to (RFC 5321, erratum 1690). */
export const emailLimit = 254

export const passwordRule = `At least ${passwordLimits.min} characters, not a common one, and not your e-mail address.`

export interface Person {
  readonly userId: string
  readonly email: string
  /** Decides what is shown; commands check the role again. */
  readonly admin: boolean
}
