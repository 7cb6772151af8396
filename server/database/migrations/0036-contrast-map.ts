import { sql, type Kysely } from 'kysely'

// Never change this migration: databases in use have applied it. Add a new one instead.

/** How opaque the scrim behind text must be in each part of the hero; empty until it is measured. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table "photos" add column "contrastMap" text not null default ''`.execute(db)
}
