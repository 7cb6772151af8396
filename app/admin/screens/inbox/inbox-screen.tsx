import { useEffect, useEffectEvent, useRef } from 'react'
import { Link, useNavigate } from 'react-router'
import type { Inbox, InboxQuery } from '#portfolio/contact/inbox.ts'
import { FailureMessage } from '#app/admin/forms/failure-message.tsx'
import { AdminStyles } from '#app/admin/styles/admin-styles.tsx'
import { StatusMessage } from '#app/ui/status-message.tsx'
import { InboxNavigation } from './inbox-navigation.tsx'
import { inboxUrl } from './inbox-url.ts'
import { MessageList } from './message-list.tsx'
import { MessageView } from './message-view.tsx'
import { useMessageChanges } from './use-message-changes.ts'

export default function InboxScreen({ inbox, query }: { inbox: Inbox; query: InboxQuery }) {
  const { messages, open } = inbox
  const container = useRef<HTMLDivElement>(null)
  const noticeRef = useRef<HTMLDivElement>(null)
  const navigate = useNavigate()
  const listUrl = inboxUrl({ ...query, open: '' })
  const lastOpen = useRef('')
  const latestQuery = useRef(query)
  useEffect(() => void (latestQuery.current = query), [query])

  const { change, changedId, failure, notice, undo } = useMessageChanges((id) => {
    // The admin may have opened another message or view since the change was sent.
    const latest = latestQuery.current
    if (id === latest.open && query.view === latest.view)
      return void navigate(inboxUrl({ ...latest, open: '' }), { replace: true, preventScrollReset: true })
    // The undo button that was pressed is about to be removed.
    const { activeElement } = document
    if (activeElement === document.body || noticeRef.current?.contains(activeElement)) noticeRef.current?.focus()
  })
  const onOpenChanged = useEffectEvent((id: string) => {
    const closed = id ? '' : lastOpen.current
    lastOpen.current = id
    if (!closed) return
    // A message that has left the list has no row. The notice is focused instead; its undo button follows it.
    const row = container.current?.querySelector<HTMLElement>(rowOf(closed))
    const target = row ?? noticeRef.current
    target?.focus()
  })
  useEffect(() => onOpenChanged(query.open), [query.open])

  // An open message that is archived or deleted has its own undo button.
  const hasOwnUndo = open !== null && open.id === changedId && (open.view === 'archive' || open.view === 'deleted')
  return (
    <div ref={container} className="inbox" data-open={query.open ? '' : undefined}>
      <AdminStyles />
      <InboxNavigation query={query} counts={inbox.counts} />
      <div className="inbox-columns">
        <div className="inbox-side">
          <div ref={noticeRef} className="inbox-notice" tabIndex={-1}>
            <StatusMessage>
              {notice ? (
                <p className="inbox-notice-text">
                  <span dir="auto">{notice}</span>
                  {undo && !hasOwnUndo ? (
                    <button type="button" className="tool-link" onClick={undo.run}>
                      {undo.label}
                    </button>
                  ) : null}
                </p>
              ) : null}
            </StatusMessage>
            {failure ? <FailureMessage message="The message could not be changed" reason={failure} /> : null}
          </div>
          <div className="inbox-open">
            {open ? (
              <MessageView key={open.id} message={open} listUrl={listUrl} onChange={change} />
            ) : (
              <NothingOpen isGone={query.open !== ''} isEmpty={messages.length === 0} listUrl={listUrl} />
            )}
          </div>
        </div>
        <MessageList inbox={inbox} query={query} />
      </div>
    </div>
  )
}

function NothingOpen({ isGone, isEmpty, listUrl }: { isGone: boolean; isEmpty: boolean; listUrl: string }) {
  if (!isGone) return isEmpty ? null : <p className="inbox-hint">Choose a message to read it.</p>
  return (
    <>
      <Link to={listUrl} className="tool-link inbox-back" preventScrollReset>
        Back to the list
      </Link>
      <p role="status">This message is no longer here: it was deleted for good.</p>
    </>
  )
}

function rowOf(id: string): string {
  return `[data-message="${CSS.escape(id)}"]`
}
