import { z } from 'zod'

/** Whether the clock is trusted. `recordedAt` of this fact is the time of the last check. */
export const clockFact = {
  key: 'clock',
  schema: z.object({
    /** How long deletions by age stay paused, in milliseconds of the machine's uptime; 0 while the clock is trusted. */
    pausedForMs: z.number(),
    /** The last jump: its size in milliseconds, positive for a jump forward, and the time after it (ISO 8601). */
    jump: z.object({ ms: z.number(), at: z.string() }).nullable(),
    /** The last time before a trusted clock went back; kept until the pause ends. */
    latest: z.string().optional(),
    /**
     * After a jump while the site ran: no project is published by its schedule until an admin confirms the clock, or
     * deletions are no longer paused and nothing is scheduled.
     */
    publishingPaused: z.literal(true).optional(),
  }),
}

export type ClockState = z.infer<typeof clockFact.schema>

/** Between two checks, the clock may differ from the uptime by this much. */
export const maxDriftMs = 10 * 60_000

/** At the start, the clock may differ from the last recorded time by this much. */
export const maxStepAcrossStartMs = 48 * 60 * 60_000

export const trustedClock: ClockState = { pausedForMs: 0, jump: null }

/** How long deletions by age pause after a jump, so that the operator can notice it. */
export const pauseAfterJumpMs = 7 * 24 * 60 * 60_000
