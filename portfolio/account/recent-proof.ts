import type { Session } from '#portfolio/ports.ts'

/** How long a proof is recent. A product decision: NIST SP 800-63B sets no such limit for single actions. */
export const recentProofMs = 10 * 60_000

export function hasRecentProof({ provenAt }: Pick<Session, 'provenAt'>, now: Date): boolean {
  // If the clock was set back, `provenAt` may be in the future: the same limit holds in both directions.
  return Math.abs(now.getTime() - provenAt.getTime()) <= recentProofMs
}
