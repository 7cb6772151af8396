import { SqliteAdapter, sql, type Kysely } from 'kysely'

// Never change this migration: databases in use have applied it. Add a new one instead.

export async function up(db: Kysely<unknown>): Promise<void> {
  const sqlite = db.getExecutor().adapter instanceof SqliteAdapter
  const whole = sqlite ? 'integer' : 'int8'
  const strict = sqlite ? ' strict' : ''
  await sql
    .raw(`create table "changes" ("number" ${whole} primary key not null, "event" text not null)${strict}`)
    .execute(db)
  await sql
    .raw(
      `create table "changeCounter" (
        "id" ${whole} primary key not null check ("id" = 1),
        "history" text not null,
        "number" ${whole} not null
      )${strict}`,
    )
    .execute(db)
  const random = sqlite ? 'lower(hex(randomblob(6)))' : `left(replace(gen_random_uuid()::text, '-', ''), 12)`
  await sql.raw(`insert into "changeCounter" ("id", "history", "number") values (1, ${random}, 0)`).execute(db)
}
