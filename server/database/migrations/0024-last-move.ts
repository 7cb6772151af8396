import { SqliteAdapter, sql, type Kysely } from 'kysely'

// Never change this migration: databases in use have applied it. Add a new one instead.

/** The rows that the last change of an order moved, and their former positions, so that it can be undone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const whole = db.getExecutor().adapter instanceof SqliteAdapter ? 'integer' : 'int8'
  for (const table of ['projects', 'photos']) {
    await sql.raw(`alter table "${table}" add column "moveId" text`).execute(db)
    await sql.raw(`alter table "${table}" add column "formerPosition" ${whole}`).execute(db)
  }
}
