import { SqliteAdapter, sql, type Kysely } from 'kysely'

// Never change this migration: databases in use have applied it. Add a new one instead.

export async function up(db: Kysely<unknown>): Promise<void> {
  const sqlite = db.getExecutor().adapter instanceof SqliteAdapter
  await (sqlite ? allowLogoInSqlite(db) : allowLogoInPostgres(db))
}

// SQLite cannot change a check constraint, so the table is created again, with every column that it has by now.
async function allowLogoInSqlite(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ type: string; sql: string }>`
    select type, sql from sqlite_master where tbl_name = 'photos' and sql is not null`.execute(db)
  const table = rows.find(({ type }) => type === 'table')?.sql ?? ''
  const replaced = table
    .replace(/^create table "?photos"?/i, 'create table "photosWithLogo"')
    .replaceAll(`'portrait', 'value'`, `'portrait', 'value', 'logo'`)
  await sql.raw(replaced).execute(db)
  await sql`insert into "photosWithLogo" select * from "photos"`.execute(db)
  await sql`drop table "photos"`.execute(db)
  await sql`alter table "photosWithLogo" rename to "photos"`.execute(db)
  for (const { type, sql: index } of rows) if (type === 'index') await sql.raw(index).execute(db)
}

async function allowLogoInPostgres(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select conname as name from pg_constraint where conrelid = '"photos"'::regclass and contype = 'c'
    and pg_get_constraintdef(oid) like '%portrait%'`.execute(db)
  for (const { name } of rows) await sql`alter table "photos" drop constraint ${sql.id(name)}`.execute(db)
  await sql`alter table "photos"
    add check ("place" in ('cover', 'gallery', 'hero', 'portrait', 'value', 'logo')),
    add check (("projectId" is null) = ("place" in ('hero', 'portrait', 'value', 'logo')))`.execute(db)
}
