import { sql, type Kysely } from 'kysely'

// Never change this migration: databases in use have applied it. Add a new one instead.

/** The crops of a photo, and why its derivation failed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table "photos" add column "crops" text not null default '[]'`.execute(db)
  await sql`alter table "photos" add column "formerCrops" text not null default '[]'`.execute(db)
  await sql`alter table "photos" add column "failure" text not null default ''`.execute(db)
}
