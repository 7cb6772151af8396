import { sql, type Kysely } from 'kysely'

// Never change this migration: databases in use have applied it. Add a new one instead.

/** The image of a photo that replaced another. An image has one current photo, but may still show a former one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table "photos" add column "imageId" text`.execute(db)
  await sql`alter table "photos" add column "replacedId" text`.execute(db)
  await sql`alter table "photos" add column "formerId" text`.execute(db)
  await sql`create unique index "onePhotoOfImage" on "photos" (coalesce("imageId", "id"))
    where "deletedAt" is null`.execute(db)
  await sql`create index "formerPhotos" on "photos" ("formerId")
    where "deletedAt" is null and "formerId" is not null`.execute(db)
}
