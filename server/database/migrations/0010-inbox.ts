import { sql, type Kysely } from 'kysely'

// Never change this migration: databases in use have applied it. Add a new one instead.

interface Before {
  contactSubmissions: Record<'id' | 'firstName' | 'lastName' | 'email' | 'subject' | 'message' | 'searchText', string>
}

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['readAt', 'answeredAt', 'archivedAt', 'deletedAt', 'notSpamAt'])
    await sql.raw(`alter table "contactSubmissions" add column "${column}" text`).execute(db)
  await sql`alter table "contactSubmissions" add column "searchText" text not null default ''`.execute(db)
  await fillSearchText(db as Kysely<Before>)
  await sql`create index "messagesByAge" on "contactSubmissions" ("createdAt", "id")`.execute(db)
  // A covering index for the count of unread messages.
  await sql`create index "unreadMessages" on "contactSubmissions" ("quarantined", "notSpamAt", "archivedAt", "deletedAt")
    where "readAt" is null`.execute(db)
}

async function fillSearchText(db: Kysely<Before>): Promise<void> {
  const messages = await db.selectFrom('contactSubmissions').selectAll().execute()
  for (const { id, firstName, lastName, email, subject, message } of messages) {
    const text = [`${firstName} ${lastName}`, email, subject, message].join('\n')
    await db
      .updateTable('contactSubmissions')
      .set({ searchText: fold(text) })
      .where('id', '=', id)
      .execute()
  }
}

function fold(text: string): string {
  const capitals = text.toWellFormed().normalize('NFD').replace(/\p{M}/gu, '').toUpperCase()
  return capitals.replaceAll('Ł', 'L').replaceAll('Ø', 'O').replaceAll('Đ', 'D')
}
