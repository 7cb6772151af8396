import { sql, type Kysely } from 'kysely'

// Never change this migration: databases in use have applied it. Add a new one instead.

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table "oneTimeLinks" add column "createdBy" text references "users" ("id") on delete set null`.execute(
    db,
  )
  await sql`create index "linksByCreator" on "oneTimeLinks" ("createdBy")`.execute(db)
  await sql`alter table "outbox" add column "userId" text references "authUser" ("id") on delete cascade`.execute(db)
  await sql`create index "mailsOfUser" on "outbox" ("userId")`.execute(db)
}
