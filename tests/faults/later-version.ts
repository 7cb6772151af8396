import { pathToFileURL } from 'node:url'

/** Loaded with `--import`, it turns the site into a later version with the migration in `ENFILADE_MIGRATION`. */
export const laterVersionPreload = pathToFileURL(`${import.meta.dirname}/later-version-preload.ts`).href

/** The migration of the later version. It adds columns and writes every photo row. */
export const laterMigration = [
  'alter table "photos" add column "later" text',
  'update "photos" set "later" = "id"',
  'alter table "projects" add column "later" text',
]
export const failingMigration = [...laterMigration, 'insert into "missing" values (1)']
