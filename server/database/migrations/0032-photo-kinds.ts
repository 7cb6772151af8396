import { sql, type Kysely } from 'kysely'

// Never change this migration: databases in use have applied it. Add a new one instead.

/** What the picture of an image is: a photograph, a render, a drawing or a plan. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table "photos" add column "kind" text not null default 'photograph'`.execute(db)
}
