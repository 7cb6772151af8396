import { href } from 'react-router'
import type { InboxQuery } from '#portfolio/contact/inbox.ts'

/** The inbox URL for this query; empty and default values are omitted. */
export function inboxUrl({ view = 'inbox', ...rest }: Partial<InboxQuery>): string {
  const parameters = Object.entries({ view: view === 'inbox' ? '' : view, ...rest }).filter(([, value]) => value)
  const search = new URLSearchParams(parameters).toString()
  return href('/inbox') + (search && `?${search}`)
}
