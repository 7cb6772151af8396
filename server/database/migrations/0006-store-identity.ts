import { SqliteAdapter, sql, type Kysely } from 'kysely'

// Never change this migration: databases in use have applied it. Add a new one instead.

export async function up(db: Kysely<unknown>): Promise<void> {
  const sqlite = db.getExecutor().adapter instanceof SqliteAdapter
  const columns = `"id" ${sqlite ? 'integer' : 'int8'} primary key check ("id" = 1), "storeId" text not null`
  await sql.raw(`create table "storeIdentity" (${columns})${sqlite ? ' strict' : ''}`).execute(db)
}
