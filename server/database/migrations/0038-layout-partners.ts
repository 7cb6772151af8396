import { sql, type Kysely } from 'kysely'

// Never change this migration: databases in use have applied it. Add a new one instead.

/** The image that an image shares a row with, or is compared with: its layout counts only while that image follows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table "photos" add column "layoutPartner" text`.execute(db)
  await sql`update "photos" set "layoutPartner" = (
      select coalesce("next"."imageId", "next"."id") from "photos" as "next"
        where "next"."projectId" = "photos"."projectId" and "next"."place" = 'gallery' and "next"."deletedAt" is null
          and "next"."position" > "photos"."position" order by "next"."position" limit 1
    ) where "layout" in ('pair', 'compare') and "deletedAt" is null`.execute(db)
}
