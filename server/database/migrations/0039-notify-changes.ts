import { PostgresAdapter, sql, type Kysely } from 'kysely'

// Never change this migration: databases in use have applied it. Add a new one instead.

/** On PostgreSQL, a commit of changes notifies the listeners of `changes`, once and without a payload. */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return
  await sql`create function "notifyChanges"() returns trigger language plpgsql
    as $$ begin perform pg_notify('changes', ''); return null; end $$`.execute(db)
  await sql`create trigger "notifyChanges" after insert on "changes"
    for each statement execute function "notifyChanges"()`.execute(db)
}
