import { SqliteAdapter, sql, type Kysely } from 'kysely'

// Never change this migration: databases in use have applied it. Add a new one instead.

/** Whether an image of a gallery is hidden from visitors. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const whole = sql.raw(db.getExecutor().adapter instanceof SqliteAdapter ? 'integer' : 'int8')
  await sql`alter table "photos" add column "hidden" ${whole} not null default 0 check ("hidden" in (0, 1))`.execute(db)
}
