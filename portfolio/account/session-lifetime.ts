const dayMs = 24 * 60 * 60_000

/** Longest idle time and longest lifetime of a session. */
export const sessionLifetime = {
  user: { idleMs: 7 * dayMs, atMostMs: 30 * dayMs },
  admin: { idleMs: dayMs / 2, atMostMs: 7 * dayMs },
} as const
