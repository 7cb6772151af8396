import { countAttempt } from '#portfolio/rate-limit/counter.ts'
import { rateLimits } from '#portfolio/rate-limit/rate-limit.ts'
import { refused, type Refusal, type Result } from '#portfolio/result.ts'
import type { Ports, Session } from '#portfolio/ports.ts'
import { inTransaction, type UnitOfWork } from '#portfolio/transaction.ts'

export const notSignedIn: Refusal = refused('no-session', 'Please log in first.')

/** Runs a command in a transaction. Refuses a session that has been deleted, and more than 120 changes a minute. */
export async function asUser<T>(
  ports: Ports,
  session: Session,
  command: (unit: UnitOfWork, session: Session) => Promise<Result<T>>,
): Promise<Result<T>> {
  return inTransaction(ports, async (unit) => {
    const open = await unit.tx.selectFrom('authSession').select('id').where('id', '=', session.id).executeTakeFirst()
    if (!open) return notSignedIn
    const allowed = await countAttempt(unit.tx, ports.now(), rateLimits.change, session.userId)
    return allowed.ok ? command(unit, session) : allowed
  })
}
