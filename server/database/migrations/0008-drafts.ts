import { sql, type Kysely } from 'kysely'

// Never change this migration: databases in use have applied it. Add a new one instead.

/** When a project was published; null for a draft. Existing projects are published. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table "projects" add column "publishedAt" text`.execute(db)
  await sql`update "projects" set "publishedAt" = "createdAt"`.execute(db)
}
