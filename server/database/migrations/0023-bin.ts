import { sql, type Kysely } from 'kysely'

// Never change this migration: databases in use have applied it. Add a new one instead.

/** Images that were removed together have the same `removalId`; a photo that was replaced has none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table "photos" add column "removalId" text`.execute(db)
  // For each image whose photos are all removed: the photo that was removed last.
  await sql`update "photos" set "removalId" = "id"
    where "place" = 'gallery' and "deletedAt" is not null and not exists (
      select 1 from "photos" as "other"
      where "other"."projectId" = "photos"."projectId"
        and coalesce("other"."imageId", "other"."id") = coalesce("photos"."imageId", "photos"."id")
        and ("other"."deletedAt" is null or "other"."deletedAt" > "photos"."deletedAt"
          or ("other"."deletedAt" = "photos"."deletedAt" and "other"."id" > "photos"."id")))`.execute(db)
  await sql`create index "removedImages" on "photos" ("removalId") where "removalId" is not null`.execute(db)
}
