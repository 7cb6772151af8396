import { createHash } from 'node:crypto'
import type { ExpressionBuilder } from 'kysely'
import { done, refused, type Result, type Refusal } from '#portfolio/result.ts'
import type { Ports } from '#portfolio/ports.ts'
import type { Tables } from '#portfolio/tables.ts'
import type { RateLimit } from './rate-limit.ts'

const writeOrderToleranceMs = 60_000

/** Counts an attempt in one statement and refuses it above the limit (`too-often`). */
export async function countAttempt(
  db: Ports['db'],
  now: Date,
  limit: RateLimit,
  ...subjects: readonly string[]
): Promise<Result> {
  const key = counterKey(limit.name, ...subjects)
  const windowEnd = new Date(now.getTime() + limit.windowMs).toISOString()
  const { count, until } = await db
    .insertInto('tallies')
    .values({ key, count: 1, until: windowEnd })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((eb) => {
        const isRunning = endsWithin(eb, now, limit.windowMs)
        return {
          count: eb
            .case()
            .when(isRunning)
            .then(eb('tallies.count', '+', 1))
            .else(1)
            .end(),
          until: eb.case().when(isRunning).then(eb.ref('tallies.until')).else(windowEnd).end(),
        }
      }),
    )
    .returning(['count', 'until'])
    .executeTakeFirstOrThrow()
  return count > limit.max ? refuseTooOften(now, until) : done()
}

export async function undoAttempt(db: Ports['db'], limit: RateLimit, ...subjects: readonly string[]): Promise<void> {
  await db
    .updateTable('tallies')
    .set((eb) => ({ count: eb('count', '-', 1) }))
    .where('key', '=', counterKey(limit.name, ...subjects))
    .where('count', '>', 0)
    .execute()
}

/** Refuses when the limit is already reached, without counting. */
export async function checkLimit(
  db: Ports['db'],
  now: Date,
  limit: RateLimit,
  ...subjects: readonly string[]
): Promise<Result> {
  const tally = await db
    .selectFrom('tallies')
    .select('until')
    .where('key', '=', counterKey(limit.name, ...subjects))
    .where((eb) => endsWithin(eb, now, limit.windowMs))
    .where('count', '>=', limit.max)
    .executeTakeFirst()
  return tally ? refuseTooOften(now, tally.until) : done()
}

export async function resetCounter(db: Ports['db'], name: string, ...subjects: readonly string[]): Promise<void> {
  await db
    .deleteFrom('tallies')
    .where('key', '=', counterKey(name, ...subjects))
    .execute()
}

/**
 * Whether `until` is in the future, by at most `windowMs`. A later time was stored while the clock was ahead, and
 * counts as past. The tolerance covers concurrent requests that do not write in the order in which they read the clock.
 */
export function endsWithin(eb: ExpressionBuilder<Tables, 'tallies'>, now: Date, windowMs: number) {
  const latest = new Date(now.getTime() + windowMs + writeOrderToleranceMs).toISOString()
  return eb.and([eb('tallies.until', '>', now.toISOString()), eb('tallies.until', '<=', latest)])
}

/** Key of a counter: a hash, so that no client address and no mistyped password is stored. */
export function counterKey(name: string, ...subjects: readonly string[]): string {
  return createHash('sha256')
    .update(JSON.stringify([name, ...subjects]))
    .digest('base64url')
}

/** Refuses an attempt until `until` (ISO 8601), with the time to wait. */
export function refuseTooOften(now: Date, until: string): Refusal {
  const seconds = Math.max(1, Math.ceil((Date.parse(until) - now.getTime()) / 1_000))
  const wait = seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
  return refused('too-often', `Too many attempts. Please wait ${wait} and try again.`, { retryAfter: seconds })
}
