const dayMs = 24 * 60 * 60_000

/** Longest idle time and longest lifetime of a session (NIST SP 800-63B-4, AAL1). */
export const sessionLifetime = { idleMs: 14 * dayMs, maxAgeMs: 30 * dayMs } as const

/** Recording the use of a session is a database write, so it is not done for every request. */
export const recordUseEveryMs = 5 * 60_000
