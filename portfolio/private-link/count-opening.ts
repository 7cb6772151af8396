import type { Ports } from '#portfolio/ports.ts'
import { countAttempt } from '#portfolio/rate-limit/counter.ts'
import { rateLimits } from '#portfolio/rate-limit/rate-limit.ts'
import { done, type Result } from '#portfolio/result.ts'
import { inTransaction } from '#portfolio/transaction.ts'
import { publishToAdmins, unknownLink } from './link-change.ts'
import { findSharedDraft } from './show.ts'

/** Counts one opening of a private link. Limited by client address. */
export async function countOpening(ports: Ports, token: string, clientAddress: string): Promise<Result> {
  // Guessed tokens are refused without a transaction.
  if (ports.privateLinkTokens.read(token) === null) return unknownLink
  return inTransaction(ports, async (unit) => {
    const allowed = await countAttempt(unit.tx, ports.now(), rateLimits.openPrivateLink, clientAddress)
    if (!allowed.ok) return allowed
    const draft = await findSharedDraft({ ...ports, db: unit.tx }, token)
    if (!draft) return unknownLink
    await unit.tx
      .updateTable('privateLinks')
      .set((eb) => ({ opens: eb('opens', '+', 1), lastOpenedAt: unit.now }))
      .where('id', '=', draft.linkId)
      .execute()
    publishToAdmins(unit, draft.projectId)
    return done()
  })
}
