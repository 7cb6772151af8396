import { SqliteAdapter, sql, type Kysely } from 'kysely'

// Never change this migration: databases in use have applied it. Add a new one instead.

interface Before {
  studio: { words: string }
}
interface After {
  studioTexts: { key: string; text: string; version: number }
  studioValues: { id: string; position: number; title: string; text: string; drawing: string; createdAt: string }
  studioLinks: { id: string; position: number; label: string; href: string; createdAt: string }
}

/** The JSON in the table `studio`. */
interface Words {
  readonly name: string
  readonly city: string
  readonly phone: string
  readonly email: string
  readonly social: { readonly label: string; readonly href: string }
  readonly summary: string
  readonly biography: readonly string[]
  readonly values: readonly { readonly title: string; readonly text: string }[]
}

/** The drawings that the Values page showed, in order. */
const drawings = ['bespoke', 'room', 'materials']

/** Copies the texts from the table `studio`, which stays unchanged. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const sqlite = db.getExecutor().adapter instanceof SqliteAdapter
  const whole = sqlite ? 'integer' : 'int8'
  const create = (name: string, columns: string) =>
    sql.raw(`create table "${name}" (${columns})${sqlite ? ' strict' : ''}`).execute(db)
  await create('studioTexts', `"key" text primary key not null, "text" text not null, "version" ${whole} not null`)
  await create(
    'studioValues',
    `
    "id" text primary key not null,
    "position" ${whole} not null,
    "title" text not null,
    "titleVersion" ${whole} not null default 1,
    "text" text not null,
    "textVersion" ${whole} not null default 1,
    "drawing" text not null,
    "photoId" text,
    "createdAt" text not null,
    "deletedAt" text`,
  )
  await create(
    'studioLinks',
    `
    "id" text primary key not null,
    "position" ${whole} not null,
    "label" text not null,
    "href" text not null,
    "createdAt" text not null,
    "deletedAt" text`,
  )
  const columns = [
    `"caption" text not null default ''`,
    `"captionVersion" ${whole} not null default 1`,
    `"shownProjectId" text`,
  ]
  for (const column of columns) await sql.raw(`alter table "photos" add column ${column}`).execute(db)
  await (sqlite ? allowValuePhotosInSqlite(db) : allowValuePhotosInPostgres(db))
  await copyWords(db as Kysely<Before & After>)
}

// SQLite cannot change a check constraint, so the table is created again, with every column that it has by now.
async function allowValuePhotosInSqlite(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ type: string; sql: string }>`
    select type, sql from sqlite_master where tbl_name = 'photos' and sql is not null`.execute(db)
  const table = rows.find(({ type }) => type === 'table')?.sql ?? ''
  const replaced = table
    .replace(/^create table "?photos"?/i, 'create table "photosWithValues"')
    .replaceAll(`'hero', 'portrait'`, `'hero', 'portrait', 'value'`)
  await sql.raw(replaced).execute(db)
  await sql`insert into "photosWithValues" select * from "photos"`.execute(db)
  await sql`drop table "photos"`.execute(db)
  await sql`alter table "photosWithValues" rename to "photos"`.execute(db)
  for (const { type, sql: index } of rows) if (type === 'index') await sql.raw(index).execute(db)
}

async function allowValuePhotosInPostgres(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select conname as name from pg_constraint where conrelid = '"photos"'::regclass and contype = 'c'
    and pg_get_constraintdef(oid) like '%portrait%'`.execute(db)
  for (const { name } of rows) await sql`alter table "photos" drop constraint ${sql.id(name)}`.execute(db)
  await sql`alter table "photos"
    add check ("place" in ('cover', 'gallery', 'hero', 'portrait', 'value')),
    add check (("projectId" is null) = ("place" in ('hero', 'portrait', 'value')))`.execute(db)
}

async function copyWords(db: Kysely<Before & After>): Promise<void> {
  const row = await db.selectFrom('studio').select('words').executeTakeFirst()
  if (!row) return
  const { name, city, phone, email, social, summary, biography, values } = JSON.parse(row.words) as Partial<Words>
  const texts = {
    // There was one name; the page About showed it as the designer's.
    studioName: name,
    designerName: name,
    city,
    phone,
    email,
    searchDescription: summary,
    biography: biography?.join('\n\n'),
  }
  for (const [key, text] of Object.entries(texts))
    if (text) await db.insertInto('studioTexts').values({ key, text, version: 1 }).execute()
  const createdAt = new Date().toISOString()
  for (const [index, { title, text }] of (values ?? []).entries()) {
    const position = index + 1
    const drawing = drawings[index] ?? ''
    await db
      .insertInto('studioValues')
      .values({ id: `value-${position}`, position, title, text, drawing, createdAt })
      .execute()
  }
  if (!social?.href) return
  await db
    .insertInto('studioLinks')
    .values({ id: 'link-1', position: 1, ...social, createdAt })
    .execute()
}
