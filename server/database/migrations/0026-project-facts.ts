import { SqliteAdapter, sql, type Kysely } from 'kysely'

// Never change this migration: databases in use have applied it. Add a new one instead.

/** The facts of projects, which are deleted with their project, and the studio's list of sectors. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter
  const [integer, strict] = isSqlite ? ['integer', ' strict'] : ['int8', '']
  const facts = `
    "projectId" text not null references "projects" ("id") on delete cascade,
    "key" text not null,
    "text" text not null,
    "version" ${integer} not null,
    primary key ("projectId", "key")`
  const sectors = `
    "id" text primary key not null,
    "name" text not null,
    "version" ${integer} not null,
    "deletedAt" text`
  await sql.raw(`create table "projectFacts" (${facts})${strict}`).execute(db)
  await sql.raw(`create table "sectors" (${sectors})${strict}`).execute(db)
}
