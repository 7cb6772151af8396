import { SqliteAdapter, sql, type Kysely } from 'kysely'

// Never change this migration: databases in use have applied it. Add a new one instead.

export async function up(db: Kysely<unknown>): Promise<void> {
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter
  const whole = isSqlite ? 'integer' : 'int8'
  await sql`alter table "authSession" add column "label" text not null default ''`.execute(db)
  await sql`alter table "authSession" add column "provenAt" text`.execute(db)
  // Every session began with a password.
  await sql`update "authSession" set "provenAt" = "createdAt"`.execute(db)
  await sql
    .raw(
      `create table "passkeys" (
        "id" text primary key,
        "userId" text not null references "authUser" ("id") on delete cascade,
        "name" text not null,
        "credentialId" text not null unique,
        "publicKey" text not null,
        "counter" ${whole} not null,
        "transports" text not null,
        "synced" ${whole} not null check ("synced" in (0, 1)),
        "backedUp" ${whole} not null check ("backedUp" in (0, 1)),
        "createdAt" text not null,
        "usedAt" text
      )${isSqlite ? ' strict' : ''}`,
    )
    .execute(db)
  await sql`create index "passkeysOfUser" on "passkeys" ("userId")`.execute(db)
}
