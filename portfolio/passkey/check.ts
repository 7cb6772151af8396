import type { Selectable } from 'kysely'
import type { PasskeyResponse, Ports } from '#portfolio/ports.ts'
import { countAttempt } from '#portfolio/rate-limit/counter.ts'
import { rateLimits } from '#portfolio/rate-limit/rate-limit.ts'
import { done, type Result } from '#portfolio/result.ts'
import type { PasskeysTable } from '#portfolio/tables.ts'
import { inTransaction } from '#portfolio/transaction.ts'

export type StoredPasskey = Selectable<PasskeysTable>

export async function findPasskey({ db }: Pick<Ports, 'db'>, credentialId: string): Promise<StoredPasskey | null> {
  const passkey = await db
    .selectFrom('passkeys')
    .selectAll()
    .where('credentialId', '=', credentialId)
    .executeTakeFirst()
  return passkey ?? null
}

/** Checks that the browser signed an unused challenge with this passkey; `null` if not. Records the use of both. */
export async function checkPasskey(
  ports: Ports,
  passkey: StoredPasskey,
  response: PasskeyResponse,
  boundTo: string,
): Promise<Result | null> {
  const at = ports.now()
  // JSON written by `addPasskey`.
  const transports = JSON.parse(passkey.transports) as string[]
  const verified = await ports.passkeys.verifyRequest(response, { ...passkey, transports }, { boundTo, at })
  if (!verified) return null
  const { challenge, counter, synced, backedUp } = verified
  const used = await inTransaction(ports, async ({ tx, now }) => {
    const firstUse = await countAttempt(tx, at, rateLimits.passkeyChallenge, challenge)
    if (!firstUse.ok) return firstUse
    const state = { counter, synced: synced ? 1 : 0, backedUp: backedUp ? 1 : 0, usedAt: now } as const
    await tx.updateTable('passkeys').set(state).where('id', '=', passkey.id).execute()
    return done()
  })
  return used.ok ? used : null
}
