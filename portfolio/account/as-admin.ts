import { inTransaction, type TransactionPorts, type UnitOfWork } from '#portfolio/transaction.ts'
import { countAttempt } from '#portfolio/rate-limit/counter.ts'
import { rateLimits } from '#portfolio/rate-limit/rate-limit.ts'
import { done, type Result } from '#portfolio/result.ts'
import type { Ports } from '#portfolio/ports.ts'
import type { Person } from './account.ts'
import { requireAdmin } from './session.ts'

declare const adminBrand: unique symbol

/**
 * The right to run an admin's commands and queries: the role was just checked, or the operator or scheduler runs them.
 * Created only in this file.
 */
export interface Admin {
  readonly [adminBrand]: true
  /** `null` for the operator and the scheduler. */
  readonly userId: string | null
}

/** Runs an admin's command in a transaction. Refuses non-admins, and more than 120 changes a minute if `counted`. */
export async function asAdmin<T>(
  ports: Ports,
  person: Person | null,
  command: (unit: UnitOfWork, admin: Admin) => Promise<Result<T>>,
  { counted = true } = {},
): Promise<Result<T>> {
  return inTransaction(ports, async (unit) => {
    const admitted = await requireAdmin(unit.tx, person)
    if (!admitted.ok) return admitted
    const allowed = counted
      ? await countAttempt(unit.tx, ports.now(), rateLimits.change, admitted.value.userId)
      : done()
    return allowed.ok ? command(unit, admit(admitted.value.userId)) : allowed
  })
}

/** Runs an admin's query outside a transaction, so that it works while nothing can be written. Refuses non-admins. */
export async function readAsAdmin<T>(
  ports: Pick<Ports, 'db'>,
  person: Person | null,
  query: (db: Ports['db'], admin: Admin) => Promise<T>,
): Promise<Result<T>> {
  const admitted = await requireAdmin(ports.db, person)
  return admitted.ok ? done(await query(ports.db, admit(admitted.value.userId))) : admitted
}

/** Runs a command in a transaction as the operator: for samples and command-line tools, never for a request. */
export async function asOperator<T>(
  ports: Ports,
  command: (unit: UnitOfWork, admin: Admin) => Promise<Result<T>>,
): Promise<Result<T>> {
  return inTransaction(ports, (unit) => command(unit, admit(null)))
}

export async function asScheduler<T>(
  ports: TransactionPorts,
  command: (unit: UnitOfWork, admin: Admin) => Promise<Result<T>>,
): Promise<Result<T>> {
  return inTransaction(ports, (unit) => command(unit, admit(null)))
}

/** Runs an admin's query as the operator, without a transaction: for command-line tools, never for a request. */
export async function readAsOperator<T>(
  { db }: Pick<Ports, 'db'>,
  query: (db: Ports['db'], admin: Admin) => Promise<T>,
): Promise<T> {
  return query(db, admit(null))
}

function admit(userId: string | null): Admin {
  // The brand exists only in the type; no other code may make this assertion.
  return { userId } as Admin
}
