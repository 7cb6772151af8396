import { SqliteAdapter, sql, type Kysely } from 'kysely'

// Never change this migration: databases in use have applied it. Add a new one instead.

/**
 * Adds the table of the setup. `{screen}Left` is 1 until an admin has completed that screen. On a site that has no
 * admin yet, marks the sample texts: nobody can have edited them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const sqlite = db.getExecutor().adapter instanceof SqliteAdapter
  const whole = sqlite ? 'integer' : 'int8'
  const left = (screen: string) => `"${screen}Left" ${whole} not null default 0`
  await sql
    .raw(
      `create table "siteSetup" (
        "id" ${whole} primary key not null check ("id" = 1),
        "claimId" text,
        "claimCreatedAt" text,
        "claimUsedAt" text,
        "visibility" text not null default 'open' check ("visibility" in ('open', 'unlisted', 'closed')),
        ${['words', 'pictures', 'samples', 'opening'].map(left).join(', ')}
      )${sqlite ? ' strict' : ''}`,
    )
    .execute(db)
  for (const table of ['studioTexts', 'studioValues', 'studioLinks'])
    await sql.raw(`alter table "${table}" add column "sample" ${whole} not null default 0`).execute(db)
  const unclaimed = `not exists (select 1 from "users" where "role" = 'Admin')
    and exists (select 1 from "projects" where "requestId" like 'sample:%')`
  for (const table of ['studioTexts', 'studioValues', 'studioLinks'])
    await sql.raw(`update "${table}" set "sample" = 1 where ${unclaimed}`).execute(db)
  await sql`create index "admins" on "users" ("id") where "role" = 'Admin'`.execute(db)
}
