/** The one role there is; compared exactly. */
export const adminRole = 'Admin'

/** Password length in code points (NIST SP 800-63B-4 asks for at least 8 with any characters allowed). */
export const passwordLimits = { min: 8, max: 256 } as const

/** Longest e-mail address that can be delivered to (RFC 5321, erratum 1690). */
export const emailLimit = 254

/** Shown before the rule is broken. */
export const passwordRule = `At least ${passwordLimits.min} characters, not a common one, and not your e-mail address.`

const day = 24 * 60 * 60_000

/** How long a session lasts unused, and at most: what opens more doors closes sooner. */
export const sessionLimits = {
  visitor: { idleMs: 7 * day, atMostMs: 30 * day },
  admin: { idleMs: day / 2, atMostMs: 7 * day },
} as const

/** Who asks, as pages know it; `null` for someone who is not signed in. */
export interface Person {
  readonly userId: string
  readonly email: string
  /** For what is *shown* only. What may be *done* is asked again in the transaction of the change. */
  readonly admin: boolean
}
