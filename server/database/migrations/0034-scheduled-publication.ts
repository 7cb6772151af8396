import { sql, type Kysely } from 'kysely'

// Never change this migration: databases in use have applied it. Add a new one instead.

/** When a draft is published; null for a project without a schedule. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table "projects" add column "publishAt" text`.execute(db)
  // A job looks for the next one every minute.
  await sql`create index "projectsToPublish" on "projects" ("publishAt") where "publishAt" is not null`.execute(db)
}
