import { sql, type AliasableExpression, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely'
import type { Admin } from '#portfolio/account/as-admin.ts'
import { listEmailsAbout } from '#portfolio/mail/read.ts'
import type { Ports } from '#portfolio/ports.ts'
import type { ContactSubmissionsTable, Tables } from '#portfolio/tables.ts'
import {
  excerptLength,
  inboxPageSize,
  inboxViews,
  searchWords,
  type Inbox,
  type InboxQuery,
  type InboxView,
  type ListedMessage,
  type OpenMessage,
} from './inbox.ts'

const exportPageSize = 500

type Db = Ports['db']
type MessageExpressions = ExpressionBuilder<Tables, 'contactSubmissions'>

export type StoredMessage = Omit<ContactSubmissionsTable, 'searchText'> & { readonly view: InboxView }

const storedColumns = [
  'id',
  'firstName',
  'lastName',
  'email',
  'subject',
  'message',
  'createdAt',
  'quarantined',
  'readAt',
  'answeredAt',
  'archivedAt',
  'deletedAt',
  'notSpamAt',
] as const

export async function readInbox(db: Db, _: Admin, query: InboxQuery): Promise<Inbox> {
  const [found, counts, open] = await Promise.all([
    listPage(db, query),
    countMessages(db, query),
    query.open ? readMessage(db, query.open) : null,
  ])
  const messages = found.slice(0, inboxPageSize)
  const last = messages.at(-1)
  return { messages, next: found.length > inboxPageSize && last ? cursorOf(last) : null, counts, open }
}

/** How many messages in the inbox are unread. For admins; the caller checks the role. */
export async function countUnread({ db }: Pick<Ports, 'db'>): Promise<number> {
  const { count } = await db
    .selectFrom('contactSubmissions')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('readAt', 'is', null)
    .where((eb) => isInView(eb, 'inbox'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** All messages that are not deleted, newest first. */
export async function listMessages(db: Db, _: Admin): Promise<StoredMessage[]> {
  return selectStored(db).execute()
}

/** The messages of `listMessages` that are older than `after`, at most 500: for an export in batches. */
export async function listMessagesAfter(
  db: Db,
  _: Admin,
  after: Pick<StoredMessage, 'createdAt' | 'id'> | undefined,
): Promise<StoredMessage[]> {
  return selectStored(db)
    .$if(after !== undefined, (query) => query.where((eb) => isOlder(eb, after?.createdAt ?? '', after?.id ?? '')))
    .limit(exportPageSize)
    .execute()
}

function selectStored(db: Db) {
  return db
    .selectFrom('contactSubmissions')
    .select(storedColumns)
    .select((eb) => viewOf(eb).as('view'))
    .where('deletedAt', 'is', null)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
}

async function listPage(db: Db, { view, search, before }: InboxQuery): Promise<ListedMessage[]> {
  const [, createdAt, id] = /^([\dTZ:.-]+)_(.+)$/.exec(before) ?? []
  const rows = await db
    .selectFrom('contactSubmissions')
    .select(['id', 'firstName', 'lastName', 'subject', 'createdAt', 'quarantined', 'readAt', 'answeredAt'])
    .select((eb) => eb.fn<string>('substr', ['message', sql.lit(1), sql.lit(excerptLength)]).as('excerpt'))
    .where((eb) => eb.and([isInView(eb, view), ...searchConditions(eb, search)]))
    .$if(createdAt !== undefined, (query) => query.where((eb) => isOlder(eb, createdAt ?? '', id ?? '')))
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(inboxPageSize + 1)
    .execute()
  return rows.map(({ readAt, answeredAt, ...row }) => ({
    ...row,
    isRead: readAt !== null,
    isAnswered: answeredAt !== null,
  }))
}

async function countMessages(db: Db, { search }: InboxQuery): Promise<Record<InboxView, number>> {
  const rows = await db
    .selectFrom('contactSubmissions')
    .select((eb) => [viewOf(eb).as('view'), eb.fn.countAll().as('count')])
    .where((eb) => eb.and(searchConditions(eb, search)))
    .groupBy('view')
    .execute()
  const counts = Object.fromEntries(inboxViews.map((view) => [view, 0])) as Record<InboxView, number>
  for (const { view, count } of rows) counts[view] = Number(count)
  return counts
}

async function readMessage(db: Db, id: string): Promise<OpenMessage | null> {
  const message = await db
    .selectFrom('contactSubmissions')
    .select(['id', 'firstName', 'lastName', 'email', 'subject', 'message', 'createdAt'])
    .select(['quarantined', 'readAt', 'answeredAt'])
    .select((eb) => viewOf(eb).as('view'))
    .where('id', '=', id.toWellFormed().replaceAll('\0', ''))
    .executeTakeFirst()
  return message ? { ...message, notices: await listEmailsAbout(db, message.id) } : null
}

function cursorOf({ createdAt, id }: Pick<ListedMessage, 'createdAt' | 'id'>): string {
  return `${createdAt}_${id}`
}

function viewOf(eb: MessageExpressions): AliasableExpression<InboxView> {
  return eb
    .case()
    .when('deletedAt', 'is not', null)
    .then(sql.lit<InboxView>('deleted'))
    .when(eb.and([eb('quarantined', 'is not', null), eb('notSpamAt', 'is', null)]))
    .then(sql.lit<InboxView>('quarantine'))
    .when('archivedAt', 'is not', null)
    .then(sql.lit<InboxView>('archive'))
    .else(sql.lit<InboxView>('inbox'))
    .end()
}

function isInView(eb: MessageExpressions, view: InboxView): Expression<SqlBool> {
  return eb(viewOf(eb), '=', view)
}

function isOlder(eb: MessageExpressions, createdAt: string, id: string): Expression<SqlBool> {
  return eb.or([eb('createdAt', '<', createdAt), eb.and([eb('createdAt', '=', createdAt), eb('id', '<', id)])])
}

/** Conditions for messages that contain all words of the search, or whose reference is the search. */
function searchConditions(eb: MessageExpressions, search: string): Expression<SqlBool>[] {
  const words = searchWords(search)
  const found = words.map((word) => sql<SqlBool>`${eb.ref('searchText')} like ${patternOf(word)} escape '!'`)
  const isReference = words.length === 1 && /^[\dA-F]{8}$/.test(words[0] ?? '')
  return isReference ? [eb.or([...found, eb('id', 'like', `%${words[0]?.toLowerCase()}`)])] : found
}

function patternOf(word: string): string {
  return `%${word.replace(/[!%_]/g, '!$&')}%`
}
