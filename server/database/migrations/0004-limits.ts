import { SqliteAdapter, sql, type Kysely } from 'kysely'

// Never change this migration: databases in use have applied it. Add a new one instead.

export async function up(db: Kysely<unknown>): Promise<void> {
  const sqlite = db.getExecutor().adapter instanceof SqliteAdapter
  const columns = `"key" text primary key, "count" ${sqlite ? 'integer' : 'int8'} not null, "until" text not null`
  await sql.raw(`create table "tallies" (${columns})${sqlite ? ' strict' : ''}`).execute(db)
  await sql`create index "talliesByAge" on "tallies" ("until")`.execute(db)
  await sql`alter table "contactSubmissions" add column "quarantined" text`.execute(db)
}
