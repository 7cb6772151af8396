import { sql, SqliteAdapter, type Kysely } from 'kysely'

// Never change this migration: databases in use have applied it. Add a new one instead.

export async function up(db: Kysely<unknown>): Promise<void> {
  // STRICT makes SQLite check types as PostgreSQL does.
  const strict = db.getExecutor().adapter instanceof SqliteAdapter ? ' strict' : ''
  await sql
    .raw(
      `create table "oneTimeLinks" (
        "id" text primary key,
        "tokenHash" text not null unique,
        "purpose" text not null check ("purpose" in ('reset', 'invitation', 'email')),
        "userId" text references "authUser" ("id") on delete cascade,
        "email" text not null default '',
        "createdAt" text not null,
        "expiresAt" text not null,
        "usedAt" text)${strict}`,
    )
    .execute(db)
  await sql`create index "linksOfUser" on "oneTimeLinks" ("userId")`.execute(db)
}
