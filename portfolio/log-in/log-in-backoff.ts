import { sql } from 'kysely'
import { done, type Result } from '#portfolio/result.ts'
import { counterKey, endsWithin, refuseTooOften, resetCounter } from '#portfolio/rate-limit/counter.ts'
import type { Ports } from '#portfolio/ports.ts'
import { failuresResetAfterMs } from '#portfolio/rate-limit/rate-limit.ts'

const minute = 60_000

/** Wrong passwords for one account, from all client addresses, before the delays begin. */
export const freeAttempts = 10
/** The delay after the tenth wrong password and after each later one; the last value repeats. */
export const backoffMs = [0.5, 1, 2, 4, 8, 16, 32, 60].map((minutes) => minutes * minute)
const longestBackoffMs = Math.max(...backoffMs)

/** How long a client address is exempt from the delays of an account after a log-in to that account. */
export const knownAddressLifetimeMs = 30 * 24 * 60 * minute

const failuresCounter = 'wrong passwords'
const knownAddressCounter = 'entered from'

/** Counts an attempt in one statement. The tenth and each later one start a longer delay, up to an hour. */
export async function startAttempt(db: Ports['db'], now: Date, account: string): Promise<Result<{ count: number }>> {
  const [moment, key] = [now.toISOString(), counterKey(failuresCounter, account)]
  const resetBefore = later(now, -failuresResetAfterMs)
  const attempt = await db
    .insertInto('tallies')
    .values({ key, count: 1, until: moment })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({
          count: sql<number>`case when "tallies"."until" <= ${resetBefore} then 1 else "tallies"."count" + 1 end`,
          until: sql<string>`case when "tallies"."until" <= ${resetBefore} then ${moment} ${delaysFrom(now)} end`,
        })
        // A free attempt stores its own time in `until`. That time can be after `now`: a concurrent request may read
        // the clock later but write first. So below the limit, only the count matters.
        .where((eb) => eb.or([eb('tallies.count', '<', freeAttempts), eb.not(endsWithin(eb, now, longestBackoffMs))])),
    )
    .returning('count')
    .executeTakeFirst()
  if (attempt) return done(attempt)
  const refused = await db.selectFrom('tallies').select('until').where('key', '=', key).executeTakeFirst()
  // A log-in may have cleared the counter in between.
  return refused ? refuseTooOften(now, refused.until) : startAttempt(db, now, account)
}

function delaysFrom(now: Date) {
  const steps = backoffMs.slice(0, -1).map((ms, step) => {
    return sql`when "tallies"."count" = ${sql.lit(freeAttempts - 1 + step)} then ${later(now, ms)}`
  })
  const longest = later(now, longestBackoffMs)
  const free = sql`when "tallies"."count" < ${sql.lit(freeAttempts - 1)} then ${now.toISOString()}`
  return sql`${free} ${sql.join(steps, sql` `)} else ${longest}`
}

/** The number of wrong passwords for an account since the counter was reset. */
export async function countFailures(db: Ports['db'], now: Date, account: string): Promise<number> {
  const tally = await db
    .selectFrom('tallies')
    .select('count')
    .where('key', '=', counterKey(failuresCounter, account))
    .where('until', '>', later(now, -failuresResetAfterMs))
    .executeTakeFirst()
  return tally?.count ?? 0
}

export async function clearFailures(db: Ports['db'], account: string): Promise<void> {
  await resetCounter(db, failuresCounter, account)
}

/** Ends the delay after a correct password, and exempts this client address from later ones. */
export async function rememberClientAddress(
  db: Ports['db'],
  now: Date,
  account: string,
  clientAddress: string,
): Promise<void> {
  await clearFailures(db, account)
  const until = later(now, knownAddressLifetimeMs)
  await db
    .insertInto('tallies')
    .values({ key: counterKey(knownAddressCounter, account, clientAddress), count: 1, until })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ until }))
    .execute()
}

export async function isKnownClientAddress(
  db: Ports['db'],
  now: Date,
  account: string,
  clientAddress: string,
): Promise<boolean> {
  const tally = await db
    .selectFrom('tallies')
    .select('key')
    .where('key', '=', counterKey(knownAddressCounter, account, clientAddress))
    .where((eb) => endsWithin(eb, now, knownAddressLifetimeMs))
    .executeTakeFirst()
  return tally !== undefined
}

function later(now: Date, ms: number): string {
  return new Date(now.getTime() + ms).toISOString()
}
