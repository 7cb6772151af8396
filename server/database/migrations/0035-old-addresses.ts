import { SqliteAdapter, sql, type Kysely } from 'kysely'

// Never change this migration: databases in use have applied it. Add a new one instead.

/** The addresses of the studio's former site, each with the page or project of this one to which it redirects. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const strict = db.getExecutor().adapter instanceof SqliteAdapter ? ' strict' : ''
  const columns = `
    "id" text primary key not null,
    "path" text not null,
    "page" text,
    "projectId" text references "projects" ("id") on delete cascade,
    "deletedAt" text,
    check (("page" is null) <> ("projectId" is null))`
  await sql.raw(`create table "oldAddresses" (${columns})${strict}`).execute(db)
  await sql`create unique index "oldAddressPaths" on "oldAddresses" ("path") where "deletedAt" is null`.execute(db)
  await sql`create index "oldAddressesOfProject" on "oldAddresses" ("projectId")`.execute(db)
}
