import { sql, type Kysely } from 'kysely'

// Never change this migration: databases in use have applied it. Add a new one instead.

/** Who took the photo of an image; empty if nobody is named. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table "photos" add column "credit" text not null default ''`.execute(db)
}
