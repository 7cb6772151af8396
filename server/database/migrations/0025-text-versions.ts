import { SqliteAdapter, sql, type Kysely } from 'kysely'

// Never change this migration: databases in use have applied it. Add a new one instead.

/** The last versions of each text. The versions of a project's or a value's texts are deleted with it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter
  const columns = `
    "textKey" text not null,
    "version" ${isSqlite ? 'integer' : 'int8'} not null,
    "text" text not null,
    "savedAt" text,
    "savedBy" text,
    "projectId" text references "projects" ("id") on delete cascade,
    "valueId" text references "studioValues" ("id") on delete cascade,
    primary key ("textKey", "version")`
  await sql.raw(`create table "textVersions" (${columns})${isSqlite ? ' strict' : ''}`).execute(db)
  await sql`create index "versionsOfProject" on "textVersions" ("projectId") where "projectId" is not null`.execute(db)
  await sql`create index "versionsOfValue" on "textVersions" ("valueId") where "valueId" is not null`.execute(db)
}
