import { sql, type Kysely } from 'kysely'

// Never change this migration: databases in use have applied it. Add a new one instead.

/** How opaque a scrim text on the hero needs in each part of it; empty until it is measured. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table "photos" add column "contrastMap" text not null default ''`.execute(db)
}
