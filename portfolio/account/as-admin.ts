import { changeTogether, type UnitOfWork } from '#portfolio/change-together.ts'
import { claim } from '#portfolio/limit/claim.ts'
import { limits } from '#portfolio/limit/limit.ts'
import { done, type Outcome } from '#portfolio/outcome.ts'
import type { Parts } from '#portfolio/parts.ts'
import type { Person } from './account.ts'
import { admit } from './show.ts'

declare const proof: unique symbol

/**
 * Proof that someone may edit. Only this file makes one, from a read of `users.role` in the transaction
 * of the change, or for whoever sits at the machine itself. An `edit` verb cannot be called without it.
 */
export interface Admin {
  readonly [proof]: true
}

/**
 * Changes together, as this person: refused (`no-session`, `not-admin`) unless they are an admin right now, and
 * (`too-often`) when they have changed as much as anybody can by hand. Hanging pictures, `uncounted`, has no limit.
 */
export async function changeAsAdmin<T>(
  parts: Parts,
  person: Person | null,
  work: (unit: UnitOfWork, admin: Admin) => Promise<Outcome<T>>,
  { counted = true } = {},
): Promise<Outcome<T>> {
  return changeTogether(parts, async (unit) => {
    const admitted = await admit(unit.tx, person)
    if (!admitted.ok) return admitted
    const open = counted ? await claim(unit.tx, parts.now(), limits.change, admitted.value.userId) : done()
    return open.ok ? work(unit, prove()) : open
  })
}

/** Changes together, as whoever sits at the machine: for the samples and the commands, never for a request. */
export async function changeAtTheMachine<T>(
  parts: Parts,
  work: (unit: UnitOfWork, admin: Admin) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  return changeTogether(parts, (unit) => work(unit, prove()))
}

function prove(): Admin {
  // The brand exists in the types alone; this is the one place that gives it.
  return {} as Admin
}
