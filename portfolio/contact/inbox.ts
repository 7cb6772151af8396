import type { ListedMail } from '#portfolio/mail/mail.ts'

/** The views of the inbox. Each message is in exactly one. */
export const inboxViews = ['inbox', 'archive', 'quarantine', 'deleted'] as const
export type InboxView = (typeof inboxViews)[number]

/** Days for which a message that an admin deleted can be restored. */
export const deletedRetentionDays = 30

export const inboxPageSize = 50

/** Length of the excerpt of a message in the list, in code points. */
export const excerptLength = 160

/** The longest search, in code points; the rest of a longer one is ignored. */
export const maxSearchLength = 100

export interface InboxQuery {
  readonly view: InboxView
  readonly search: string
  /** The last message of the previous page: `{createdAt}_{id}`; empty for the first page. */
  readonly before: string
  /** Id of the open message; empty without one. */
  readonly open: string
}

export interface ListedMessage {
  readonly id: string
  readonly firstName: string
  readonly lastName: string
  readonly subject: string
  readonly excerpt: string
  readonly createdAt: string
  /** Why it looks like spam; `null` if it does not. */
  readonly quarantined: string | null
  readonly isRead: boolean
  readonly isAnswered: boolean
}

export interface OpenMessage {
  readonly id: string
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly subject: string
  readonly message: string
  readonly createdAt: string
  readonly view: InboxView
  readonly quarantined: string | null
  readonly readAt: string | null
  readonly answeredAt: string | null
  readonly notices: readonly ListedMail[]
}

export interface Inbox {
  readonly messages: readonly ListedMessage[]
  /** Value of `before` for the next page; `null` on the last one. */
  readonly next: string | null
  /** The number of messages in each view that match the search. */
  readonly counts: Readonly<Record<InboxView, number>>
  /** `null` if no message is open, or if it has been permanently deleted. */
  readonly open: OpenMessage | null
}

/** The changes that an admin can make to a message: which time each records or clears. */
export const messageChanges = {
  'mark-read': { field: 'readAt', isSet: true },
  'mark-unread': { field: 'readAt', isSet: false },
  'mark-answered': { field: 'answeredAt', isSet: true },
  'undo-answered': { field: 'answeredAt', isSet: false },
  archive: { field: 'archivedAt', isSet: true },
  'undo-archive': { field: 'archivedAt', isSet: false },
  delete: { field: 'deletedAt', isSet: true },
  'undo-delete': { field: 'deletedAt', isSet: false },
  'not-spam': { field: 'notSpamAt', isSet: true },
  'undo-move': { field: 'notSpamAt', isSet: false },
} as const
export type MessageChange = keyof typeof messageChanges

export function isMessageChange(name: string): name is MessageChange {
  return Object.hasOwn(messageChanges, name)
}

export function isInboxView(name: string): name is InboxView {
  return (inboxViews as readonly string[]).includes(name)
}

/** A short reference to a message that a reply can quote: the last eight characters of its id. */
export function referenceOf({ id }: { id: string }): string {
  return id.slice(-8).toUpperCase()
}

/** The column `searchText`: the text in which words are searched. */
export function searchTextOf(
  message: Pick<OpenMessage, 'firstName' | 'lastName' | 'email' | 'subject' | 'message'>,
): string {
  return foldText(
    [`${message.firstName} ${message.lastName}`, message.email, message.subject, message.message].join('\n'),
  )
}

/** The words of a search, folded like `searchTextOf`. A message matches if it contains all of them. */
export function searchWords(search: string): string[] {
  const words = foldText([...search].slice(0, maxSearchLength).join('')).split(/\s+/)
  return [...new Set(words)].filter((word) => word !== '')
}

/** Removes accents and converts to upper case, because the databases differ in which letters they treat as equal. */
function foldText(text: string): string {
  const capitals = text.toWellFormed().replaceAll('\0', '').normalize('NFD').replace(/\p{M}/gu, '').toUpperCase()
  // NFD does not decompose these letters.
  return capitals.replaceAll('Ł', 'L').replaceAll('Ø', 'O').replaceAll('Đ', 'D')
}
