import type { Session } from '#portfolio/ports.ts'

/** How long a session may do what asks for the password or a passkey again (product decision; NIST asks for none at AAL1). */
export const recentProofMs = 10 * 60_000

export function hasRecentProof({ provenAt }: Pick<Session, 'provenAt'>, now: Date): boolean {
  // A time ahead of the clock counts no longer than one behind it: the clock may have been set back.
  return Math.abs(now.getTime() - provenAt.getTime()) <= recentProofMs
}
