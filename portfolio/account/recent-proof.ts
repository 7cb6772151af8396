import type { Session } from '#portfolio/ports.ts'

/** How long a proof allows actions that require one (product decision; NIST requires no repeated proof at AAL1). */
export const recentProofMs = 10 * 60_000

export function hasRecentProof({ provenAt }: Pick<Session, 'provenAt'>, now: Date): boolean {
  // If the clock was set back, `provenAt` may be in the future: the same limit holds in both directions.
  return Math.abs(now.getTime() - provenAt.getTime()) <= recentProofMs
}
