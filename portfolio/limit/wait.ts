import { sql } from 'kysely'
import { done, type Outcome } from '#portfolio/outcome.ts'
import { forgetTally, keyOf, tooOften, type Store } from './claim.ts'
import { forgivenAfterMs, freeTries, knownForMs, waitsMs } from './limit.ts'

const waiting = 'wrong passwords'
const known = 'entered from'

/**
 * Takes the next turn at an account, whoever asks from wherever: ten are free, then each turn opens the next one only
 * after a growing wait, of an hour at most. Refused while it lasts. One statement: two never take the same turn.
 */
export async function takeTurn(db: Store, now: Date, account: string): Promise<Outcome<{ turn: number }>> {
  const [moment, key] = [now.toISOString(), keyOf(waiting, account)]
  const forgiven = later(now, -forgivenAfterMs)
  const turn = await db
    .insertInto('tallies')
    .values({ key, count: 1, until: moment })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({
          count: sql<number>`case when "tallies"."until" <= ${forgiven} then 1 else "tallies"."count" + 1 end`,
          until: sql<string>`case when "tallies"."until" <= ${forgiven} then ${moment} ${waitsFrom(now)} end`,
        })
        .where('tallies.until', '<=', moment),
    )
    .returning('count')
    .executeTakeFirst()
  if (turn) return done({ turn: turn.count })
  const { until } = await db.selectFrom('tallies').select('until').where('key', '=', key).executeTakeFirstOrThrow()
  return tooOften(now, until)
}

// Which wait follows is decided by the count that the same statement finds.
function waitsFrom(now: Date) {
  const steps = waitsMs.slice(0, -1).map((ms, step) => {
    return sql`when "tallies"."count" = ${sql.lit(freeTries - 1 + step)} then ${later(now, ms)}`
  })
  const longest = later(now, waitsMs.at(-1) ?? 0)
  const free = sql`when "tallies"."count" < ${sql.lit(freeTries - 1)} then ${now.toISOString()}`
  return sql`${free} ${sql.join(steps, sql` `)} else ${longest}`
}

/** How many wrong passwords there have been for this account since somebody last entered it. */
export async function countWrong(db: Store, now: Date, account: string): Promise<number> {
  const tally = await db
    .selectFrom('tallies')
    .select('count')
    .where('key', '=', keyOf(waiting, account))
    .where('until', '>', later(now, -forgivenAfterMs))
    .executeTakeFirst()
  return tally?.count ?? 0
}

/** Lets nobody wait for this account any more. */
export async function forgive(db: Store, account: string): Promise<void> {
  await forgetTally(db, waiting, account)
}

/** Somebody knew the password: nobody waits any more, and this address will not wait for others. */
export async function welcome(db: Store, now: Date, account: string, address: string): Promise<void> {
  await forgive(db, account)
  const until = later(now, knownForMs)
  await db
    .insertInto('tallies')
    .values({ key: keyOf(known, account, address), count: 1, until })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ until }))
    .execute()
}

/** Whether this account was entered from this address within the last month. */
export async function isKnown(db: Store, now: Date, account: string, address: string): Promise<boolean> {
  const tally = await db
    .selectFrom('tallies')
    .select('key')
    .where('key', '=', keyOf(known, account, address))
    .where('until', '>', now.toISOString())
    .executeTakeFirst()
  return tally !== undefined
}

function later(now: Date, ms: number): string {
  return new Date(now.getTime() + ms).toISOString()
}
