import { SqliteAdapter, sql, type Kysely } from 'kysely'

// Never change this migration: databases in use have applied it. Add a new one instead.

export async function up(db: Kysely<unknown>): Promise<void> {
  const sqlite = db.getExecutor().adapter instanceof SqliteAdapter
  const columns = '"key" text primary key not null, "value" text not null, "recordedAt" text not null'
  await sql.raw(`create table "healthFacts" (${columns})${sqlite ? ' strict' : ''}`).execute(db)
}
