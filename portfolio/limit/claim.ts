import { createHash } from 'node:crypto'
import { done, refused, type Outcome, type Refusal } from '#portfolio/outcome.ts'
import type { Parts } from '#portfolio/parts.ts'
import type { Limit } from './limit.ts'

/** The database, or the transaction of a change. */
export type Store = Pick<Parts, 'db'>['db']

/**
 * Counts one try, and refuses (`too-often`) the one that is too many. One statement: a hundred tries in the
 * same instant are a hundred counts.
 */
export async function claim(db: Store, now: Date, limit: Limit, ...who: readonly string[]): Promise<Outcome> {
  const key = keyOf(limit.name, ...who)
  const [moment, later] = [now.toISOString(), new Date(now.getTime() + limit.withinMs).toISOString()]
  const { count, until } = await db
    .insertInto('tallies')
    .values({ key, count: 1, until: later })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((of) => ({
        count: of
          .case()
          .when('tallies.until', '<=', moment)
          .then(1)
          .else(of('tallies.count', '+', 1))
          .end(),
        until: of.case().when('tallies.until', '<=', moment).then(later).else(of.ref('tallies.until')).end(),
      })),
    )
    .returning(['count', 'until'])
    .executeTakeFirstOrThrow()
  return count > limit.most ? tooOften(now, until) : done()
}

/** Takes one try back: it was none of those that are counted. */
export async function giveBack(db: Store, limit: Limit, ...who: readonly string[]): Promise<void> {
  await db
    .updateTable('tallies')
    .set((of) => ({ count: of('count', '-', 1) }))
    .where('key', '=', keyOf(limit.name, ...who))
    .where('count', '>', 0)
    .execute()
}

/** Refuses whoever has used up a limit already, without counting. */
export async function isOpen(db: Store, now: Date, limit: Limit, ...who: readonly string[]): Promise<Outcome> {
  const tally = await db
    .selectFrom('tallies')
    .select('until')
    .where('key', '=', keyOf(limit.name, ...who))
    .where('until', '>', now.toISOString())
    .where('count', '>=', limit.most)
    .executeTakeFirst()
  return tally ? tooOften(now, tally.until) : done()
}

/** Forgets what was counted under these names. */
export async function forgetTally(db: Store, name: string, ...who: readonly string[]): Promise<void> {
  await db
    .deleteFrom('tallies')
    .where('key', '=', keyOf(name, ...who))
    .execute()
}

/** The key of a tally. A fingerprint: neither addresses nor what people type in the wrong field is stored. */
export function keyOf(name: string, ...who: readonly string[]): string {
  return createHash('sha256')
    .update(JSON.stringify([name, ...who]))
    .digest('base64url')
}

/** The refusal of a try that comes too early; `until` is when the next one may come. */
export function tooOften(now: Date, until: string): Refusal {
  const seconds = Math.max(1, Math.ceil((Date.parse(until) - now.getTime()) / 1_000))
  const wait = seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
  return refused('too-often', `That was too often. Please wait ${wait} and try again.`, { retryAfter: seconds })
}
