import { Fragment, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import { referenceOf, type MessageChange, type OpenMessage } from '#portfolio/contact/inbox.ts'
import { copyText } from '#app/admin/forms/copy-text.ts'
import { useTimeFormat } from '#app/admin/forms/use-time-format.ts'
import { MailState } from '#app/admin/mail/mail-state.tsx'
import { buttonClass } from '#app/ui/button.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { replyLink, withoutControlCharacters } from './reply-link.ts'
import { nameOf } from './use-message-changes.ts'

interface MessageViewProps {
  message: OpenMessage
  listUrl: string
  onChange: (message: OpenMessage, change: MessageChange) => Promise<void>
}

/** The open message. Opening a message marks it as read. */
export function MessageView({ message, listUrl, onChange }: MessageViewProps) {
  const { formatTime } = useTimeFormat()
  const heading = useRef<HTMLHeadingElement>(null)
  const address = useRef<HTMLSpanElement>(null)
  const onOpened = useEffectEvent(() => {
    heading.current?.focus()
    if (message.readAt === null && message.view !== 'deleted') void onChange(message, 'mark-read')
  })
  useEffect(() => onOpened(), [])

  const copyAddress = async () => {
    const isCopied = await copyText(message.email)
    if (!isCopied && address.current) getSelection()?.selectAllChildren(address.current)
    return isCopied
  }
  const undoAnswered = async () => {
    await onChange(message, 'undo-answered')
    // The pressed button has been removed.
    heading.current?.focus()
  }
  return (
    <article aria-labelledby="open-message" className="inbox-message">
      <Link to={listUrl} className="tool-link inbox-back" preventScrollReset>
        Back to the list
      </Link>
      <h2 ref={heading} id="open-message" tabIndex={-1} dir="auto">
        {withoutControlCharacters(message.subject)}
      </h2>
      <dl className="inbox-facts">
        <dt>From</dt>
        <dd dir="auto">{nameOf(message)}</dd>
        <dt>Address</dt>
        <dd>
          <span ref={address}>{message.email}</span>
        </dd>
        <dt>Received</dt>
        <dd>
          <time dateTime={message.createdAt}>{formatTime(message.createdAt)}</time>
        </dd>
        <dt>Reference</dt>
        <dd>{referenceOf(message)}</dd>
        <MessageState message={message} undoAnswered={() => void undoAnswered()} />
        {message.notices.map((notice) => (
          <Fragment key={notice.id}>
            <dt>By e-mail</dt>
            <dd className="inbox-mail">
              <p>To {notice.recipient}</p>
              <MailState mail={notice} />
            </dd>
          </Fragment>
        ))}
      </dl>
      <MessageTools message={message} onChange={onChange} copyAddress={copyAddress} />
      <div className="inbox-text" dir="auto">
        {message.message}
      </div>
    </article>
  )
}

function MessageState({ message, undoAnswered }: { message: OpenMessage; undoAnswered: () => void }) {
  const { formatDate } = useTimeFormat()
  const { view, quarantined, answeredAt } = message
  const ready = useHydrated()
  return (
    <>
      {view === 'quarantine' ? (
        <>
          <dt>Spam</dt>
          <dd>Reason: {quarantined}.</dd>
        </>
      ) : null}
      {view === 'archive' || view === 'deleted' ? (
        <>
          <dt>State</dt>
          <dd>{view === 'archive' ? 'In the archive' : 'Deleted'}</dd>
        </>
      ) : null}
      {answeredAt ? (
        <>
          <dt>Answered</dt>
          <dd className="inbox-answered">
            <time dateTime={answeredAt}>{formatDate(answeredAt)}</time>
            {view === 'deleted' ? null : (
              <button type="button" className="tool-link" disabled={!ready} onClick={undoAnswered}>
                Undo answered
              </button>
            )}
          </dd>
        </>
      ) : null}
    </>
  )
}

const toolsOf: Readonly<Record<OpenMessage['view'], readonly (readonly [MessageChange, label: string])[]>> = {
  inbox: [
    ['mark-unread', 'Mark unread'],
    ['archive', 'Archive'],
    ['delete', 'Delete'],
  ],
  archive: [
    ['undo-archive', 'Undo archive'],
    ['delete', 'Delete'],
  ],
  quarantine: [
    ['not-spam', 'Not spam'],
    ['delete', 'Delete'],
  ],
  deleted: [['undo-delete', 'Undo delete']],
}

function MessageTools({
  message,
  onChange,
  copyAddress,
}: Pick<MessageViewProps, 'message' | 'onChange'> & { copyAddress: () => Promise<boolean> }) {
  const ready = useHydrated()
  const { formatDate } = useTimeFormat()
  const [copied, setCopied] = useState<string | null>(null)
  const onCopy = async () => {
    setCopied(null)
    setCopied(
      (await copyAddress())
        ? 'The address was copied.'
        : 'The browser does not allow copying. The address is selected.',
    )
  }
  const isAnswerable = message.view === 'inbox' || message.view === 'archive'
  return (
    <div className="inbox-tools">
      {isAnswerable ? (
        <a
          className={buttonClass('primary')}
          href={replyLink(message, formatDate(message.createdAt))}
          onClick={() => void onChange(message, 'mark-answered')}
        >
          Answer
        </a>
      ) : null}
      <button type="button" className="tool-link" disabled={!ready} onClick={() => void onCopy()}>
        Copy address
      </button>
      {toolsOf[message.view].map(([change, label]) => (
        <button
          key={change}
          type="button"
          className={change === 'delete' ? 'tool-link tool-danger' : 'tool-link'}
          disabled={!ready}
          onClick={() => void onChange(message, change)}
        >
          {label}
        </button>
      ))}
      <p role="status" className="tool-hint">
        {copied}
      </p>
    </div>
  )
}
