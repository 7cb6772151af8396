import { href, Link } from 'react-router'
import type { Inbox, InboxQuery, ListedMessage } from '#portfolio/contact/inbox.ts'
import { useTimeFormat } from '#app/admin/forms/use-time-format.ts'
import { withoutControlCharacters } from './reply-link.ts'
import { inboxUrl } from './inbox-url.ts'
import { nameOf } from './use-message-changes.ts'
import { emptyTexts, viewNotes } from './view-texts.ts'

export function MessageList({ inbox, query }: { inbox: Inbox; query: InboxQuery }) {
  const { view, search, before } = query
  const { messages, next } = inbox
  return (
    <section className="inbox-list" aria-label="List of messages">
      {viewNotes[view] ? <p className="tool-hint">{viewNotes[view]}</p> : null}
      {messages.length === 0 ? (
        <p className="inbox-hint">{search ? 'No message here matches the search.' : emptyTexts[view]}</p>
      ) : (
        <ul>
          {messages.map((message) => (
            <li key={message.id}>
              <MessageRow message={message} query={query} />
            </li>
          ))}
        </ul>
      )}
      <p className="inbox-pages">
        {before ? <Link to={inboxUrl({ view, search })}>Newest messages</Link> : null}
        {next ? <Link to={inboxUrl({ view, search, before: next })}>Older messages</Link> : null}
      </p>
      <p className="inbox-pages">
        <a className="tool-link" href={href('/inbox/export.csv')}>
          Export CSV
        </a>
        <a className="tool-link" href={href('/inbox/export.json')}>
          Export JSON
        </a>
      </p>
    </section>
  )
}

function MessageRow({ message, query }: { message: ListedMessage; query: InboxQuery }) {
  const { formatDate } = useTimeFormat()
  const { id, subject, excerpt, createdAt, quarantined, isRead, isAnswered } = message
  return (
    <Link
      to={inboxUrl({ ...query, open: id })}
      className="inbox-row"
      data-message={id}
      data-unread={isRead ? undefined : ''}
      aria-current={id === query.open ? 'true' : undefined}
      preventScrollReset
    >
      {isRead ? null : <span className="visually-hidden">Unread: </span>}
      <span className="inbox-row-name" dir="auto">
        {nameOf(message)}
      </span>
      <span className="inbox-row-date">
        {isAnswered ? 'Answered · ' : null}
        <time dateTime={createdAt}>{formatDate(createdAt)}</time>
      </span>
      <span className="inbox-row-subject" dir="auto">
        {withoutControlCharacters(subject)}
      </span>
      {query.view === 'quarantine' ? <span className="inbox-row-reason">Reason: {quarantined}</span> : null}
      <span className="inbox-row-excerpt" dir="auto">
        {withoutControlCharacters(excerpt)}
      </span>
    </Link>
  )
}
