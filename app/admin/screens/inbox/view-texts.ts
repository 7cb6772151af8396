import { deletedRetentionDays, type InboxView } from '#portfolio/contact/inbox.ts'

export const viewNames: Readonly<Record<InboxView, string>> = {
  inbox: 'Inbox',
  archive: 'Archive',
  quarantine: 'Spam',
  deleted: 'Deleted',
}

export const viewNotes: Readonly<Partial<Record<InboxView, string>>> = {
  quarantine: 'Messages that look like spam are kept here, with the reason. Nothing is discarded.',
  deleted: `Deleted messages stay for ${deletedRetentionDays} days; then they are deleted for good.`,
}

export const emptyTexts: Readonly<Record<InboxView, string>> = {
  inbox: 'No messages. What visitors send with the contact form arrives here.',
  archive: 'The archive is empty.',
  quarantine: 'There is no spam.',
  deleted: 'There are no deleted messages.',
}
