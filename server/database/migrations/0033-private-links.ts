import { SqliteAdapter, sql, type Kysely } from 'kysely'

// Never change this migration: databases in use have applied it. Add a new one instead.

/** The private links of drafts. They are deleted with their project. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter
  const columns = `
    "id" text primary key,
    "projectId" text not null references "projects" ("id") on delete cascade,
    "recipient" text not null,
    "expiresAt" text not null,
    "createdAt" text not null,
    "opens" ${isSqlite ? 'integer' : 'int8'} not null default 0,
    "lastOpenedAt" text`
  await sql.raw(`create table "privateLinks" (${columns})${isSqlite ? ' strict' : ''}`).execute(db)
  await sql`create index "privateLinksOfProject" on "privateLinks" ("projectId")`.execute(db)
}
