import { deletedRetentionDays, type InboxView } from '#portfolio/contact/inbox.ts'

export const viewNames: Readonly<Record<InboxView, string>> = {
  inbox: 'Inbox',
  archive: 'Archive',
  quarantine: 'Quarantine',
  deleted: 'Deleted',
}

/** The notes above the lists. */
export const viewNotes: Readonly<Partial<Record<InboxView, string>>> = {
  quarantine: 'What looks like spam is set apart here, with the reason. Nothing is dropped.',
  deleted: `Deleted messages stay for ${deletedRetentionDays} days; then they are deleted for good.`,
}

export const emptyTexts: Readonly<Record<InboxView, string>> = {
  inbox: 'No messages. What visitors send with the contact form arrives here.',
  archive: 'Nothing is in the archive.',
  quarantine: 'Nothing is in the quarantine.',
  deleted: 'Nothing is deleted.',
}
