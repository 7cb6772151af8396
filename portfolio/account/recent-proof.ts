import type { Session } from '#portfolio/ports.ts'

/** How long a proof allows actions that require one (product decision; NIST requires no repeated proof at AAL1). */
export const recentProofMs = 10 * 60_000

export function hasRecentProof({ provenAt }: Pick<Session, 'provenAt'>, now: Date): boolean {
  // If the clock was set back, `provenAt` is in the future. It counts no longer than a time in the past.
  return Math.abs(now.getTime() - provenAt.getTime()) <= recentProofMs
}
