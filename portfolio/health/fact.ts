import type { z } from 'zod'
import type { Ports } from '#portfolio/ports.ts'

/** A health fact that a job or a command records: its key, and the schema of its JSON value. */
export interface FactDefinition<T> {
  readonly key: string
  readonly schema: z.ZodType<T>
}

/** The last value; `null` if it was never recorded, cannot be read, or was recorded by a version with another shape. */
export async function readFact<T>(
  db: Ports['db'],
  { key, schema }: FactDefinition<T>,
): Promise<{ value: T; recordedAt: Date } | null> {
  const row = await db.selectFrom('healthFacts').selectAll().where('key', '=', key).executeTakeFirst()
  if (!row) return null
  const { success, data } = schema.safeParse(parseJson(row.value))
  return success ? { value: data, recordedAt: new Date(row.recordedAt) } : null
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Replaces the last value, or only the one recorded at `replaced`: `false` if another one was recorded since. */
export async function recordFact<T>(
  { db, now }: Pick<Ports, 'db' | 'now'>,
  { key }: FactDefinition<T>,
  value: T,
  replaced?: Date,
): Promise<boolean> {
  const row = { value: JSON.stringify(value), recordedAt: now().toISOString() }
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('healthFacts')
    .values({ key, ...row })
    .onConflict((conflict) => {
      const update = conflict.column('key').doUpdateSet(row)
      return replaced ? update.where('healthFacts.recordedAt', '=', replaced.toISOString()) : update
    })
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}
