import { href } from 'react-router'
import type { InboxQuery } from '#portfolio/contact/inbox.ts'

/** The URL of these messages; what is empty or the default is left out. */
export function inboxUrl({ view = 'inbox', ...rest }: Partial<InboxQuery>): string {
  const given = Object.entries({ view: view === 'inbox' ? '' : view, ...rest }).filter(([, value]) => value)
  const search = new URLSearchParams(given).toString()
  return href('/inbox') + (search && `?${search}`)
}
