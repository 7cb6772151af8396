import type { MessageChange } from '#portfolio/contact/inbox.ts'

interface ChangeNotice {
  readonly sentence: (name: string) => string
  readonly undo?: { readonly label: string; readonly change: MessageChange }
  /** Set if the message is closed after the change, because it has left the list or become unread. */
  readonly closes?: true
}

export const changeNotices: Readonly<Partial<Record<MessageChange, ChangeNotice>>> = {
  'mark-unread': { sentence: (name) => `The message from ${name} is marked as unread.`, closes: true },
  'mark-answered': { sentence: (name) => `The message from ${name} is marked as answered.` },
  'undo-answered': { sentence: (name) => `The message from ${name} is no longer marked as answered.` },
  archive: {
    sentence: (name) => `The message from ${name} is now in the archive.`,
    undo: { label: 'Undo archive', change: 'undo-archive' },
    closes: true,
  },
  'undo-archive': { sentence: (name) => `The message from ${name} is back in the inbox.`, closes: true },
  delete: {
    sentence: (name) => `The message from ${name} was deleted.`,
    undo: { label: 'Undo delete', change: 'undo-delete' },
    closes: true,
  },
  'undo-delete': { sentence: (name) => `The message from ${name} is back.`, closes: true },
  'not-spam': {
    sentence: (name) => `The message from ${name} is now in the inbox.`,
    undo: { label: 'Undo move', change: 'undo-move' },
    closes: true,
  },
  'undo-move': { sentence: (name) => `The message from ${name} is back under Spam.`, closes: true },
}
