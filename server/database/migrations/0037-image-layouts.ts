import { sql, type Kysely } from 'kysely'

// Never change this migration: databases in use have applied it. Add a new one instead.

/** How an admin wants an image of a gallery to be placed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table "photos" add column "layout" text not null default 'automatic'`.execute(db)
}
