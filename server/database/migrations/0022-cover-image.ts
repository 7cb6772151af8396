import { sql, type Kysely } from 'kysely'

// Never change this migration: databases in use have applied it. Add a new one instead.

/** The image of the gallery that was chosen as the cover of a project. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table "projects" add column "coverImageId" text`.execute(db)
}
