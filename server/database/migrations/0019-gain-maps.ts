import { SqliteAdapter, sql, type Kysely } from 'kysely'

// Never change this migration: databases in use have applied it. Add a new one instead.

/** Whether a photo has derivatives for HDR screens. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const whole = db.getExecutor().adapter instanceof SqliteAdapter ? 'integer' : 'int8'
  await sql`alter table "photos" add column "gainMap" ${sql.raw(whole)} not null default 0 check ("gainMap" in (0, 1))`.execute(
    db,
  )
}
