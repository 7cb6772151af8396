import { sql, type Kysely } from 'kysely'

// Never change this migration: databases in use have applied it. Add a new one instead.

/** The image that a photo belongs to since it replaced another one; an image has one photo that is not removed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table "photos" add column "imageId" text`.execute(db)
  await sql`alter table "photos" add column "replacedId" text`.execute(db)
  await sql`create unique index "onePhotoOfImage" on "photos" (coalesce("imageId", "id"))
    where "deletedAt" is null`.execute(db)
}
