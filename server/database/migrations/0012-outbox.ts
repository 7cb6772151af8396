import { SqliteAdapter, sql, type Kysely } from 'kysely'

// Never change this migration: databases in use have applied it. Add a new one instead.

export async function up(db: Kysely<unknown>): Promise<void> {
  const sqlite = db.getExecutor().adapter instanceof SqliteAdapter
  await sql
    .raw(
      `create table "outbox" (
        "id" text primary key not null,
        "kind" text not null,
        "state" text not null check ("state" in ('waiting', 'sent', 'failed')),
        "recipient" text not null,
        "subject" text not null,
        "text" text not null,
        "replyTo" text,
        "contactMessageId" text references "contactSubmissions" ("id") on delete cascade,
        "attempts" ${sqlite ? 'integer' : 'int8'} not null,
        "dueAt" text not null,
        "answer" text,
        "createdAt" text not null,
        "endedAt" text
      )${sqlite ? ' strict' : ''}`,
    )
    .execute(db)
  await sql`create index "waitingMails" on "outbox" ("dueAt") where "state" = 'waiting'`.execute(db)
  await sql`create index "mailsOfMessages" on "outbox" ("contactMessageId")`.execute(db)
}
