import { SqliteAdapter, sql, type Kysely } from 'kysely'

// Frozen. A later wish is a later migration.

/** What is counted so that nobody tries too often; and what came through the contact form but is kept apart. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const sqlite = db.getExecutor().adapter instanceof SqliteAdapter
  const columns = `"key" text primary key, "count" ${sqlite ? 'integer' : 'int8'} not null, "until" text not null`
  await sql.raw(`create table "tallies" (${columns})${sqlite ? ' strict' : ''}`).execute(db)
  await sql`create index "talliesByAge" on "tallies" ("until")`.execute(db)
  await sql`alter table "contactSubmissions" add column "quarantined" text`.execute(db)
}
