import { useState } from 'react'
import { href, Link } from 'react-router'
import {
  mailRetentionDays,
  type ListedMail,
  type MailKind,
  type MailList,
  type MailStatus,
} from '#portfolio/mail/mail.ts'
import type { Result } from '#portfolio/result.ts'
import { FailureMessage } from '#app/admin/forms/failure-message.tsx'
import { useActionFetcher } from '#app/admin/forms/use-action-fetcher.ts'
import { useTimeFormat } from '#app/admin/forms/use-time-format.ts'
import { MailState } from '#app/admin/mail/mail-state.tsx'
import { Button } from '#app/ui/button.tsx'
import { StatusMessage } from '#app/ui/status-message.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'

const kindNames: Readonly<Record<MailKind, string>> = {
  enquiry: 'Message from the contact form',
  reset: 'Link for a new password',
  invitation: 'Invitation',
  confirmation: 'Confirmation of an address',
  test: 'Test e-mail',
  health: 'Warning about the site',
}

export interface MailProps extends MailList {
  /** `null` if no mail server is configured. */
  readonly status: MailStatus | null
  /** The address of this admin. */
  readonly email: string
}

export function MailControls({ status, email }: MailProps) {
  if (!status) return null
  return (
    <>
      <p className="tool-hint">
        Mail is sent from {status.from} through {status.host}.
      </p>
      <TestMail email={email} />
    </>
  )
}

export function RecentEmails({ status, listed, moreCount }: MailProps) {
  if (!status && listed.length === 0) return null
  return (
    <section className="tool-setting" aria-labelledby="emails">
      <h2 className="tool-label" id="emails">
        E-mails of the last {mailRetentionDays} days
      </h2>
      <div>
        {listed.length === 0 ? <p>None yet.</p> : <Emails emails={listed} />}
        {moreCount > 0 ? (
          <p className="tool-hint">{moreCount === 1 ? '1 more is' : `${moreCount} more are`} not listed.</p>
        ) : null}
      </div>
    </section>
  )
}

function TestMail({ email }: { email: string }) {
  const { submit, submitting } = useActionFetcher(href('/studio/health'))
  const [result, setResult] = useState<Result | null>(null)
  const ready = useHydrated()
  const send = async () => {
    setResult(null)
    setResult(await submit({ intent: 'send-test-mail' }))
  }
  return (
    <div className="tool-test-mail">
      <Button
        variant="secondary"
        disabled={!ready}
        aria-disabled={submitting || undefined}
        onClick={() => void (submitting || send())}
      >
        Send a test mail
      </Button>
      <StatusMessage>
        {result?.ok ? (
          <p>A test e-mail to {email} is on its way. Open it, follow its link and press the button there.</p>
        ) : null}
      </StatusMessage>
      {result?.ok === false ? <FailureMessage message="No test e-mail was sent" reason={result} /> : null}
    </div>
  )
}

function Emails({ emails }: { emails: readonly ListedMail[] }) {
  const { formatTime } = useTimeFormat()
  return (
    <ul className="tool-emails">
      {emails.map((mail) => (
        <li key={mail.id}>
          <p className="tool-mail-about">
            <span>{kindNames[mail.kind]}</span>
            <time dateTime={mail.createdAt}>{formatTime(mail.createdAt)}</time>
          </p>
          <p className="tool-hint">To {mail.recipient}</p>
          <MailState mail={mail} />
          {mail.contactMessageId ? (
            <Link className="tool-link" to={`${href('/inbox')}?open=${mail.contactMessageId}`}>
              Open the message
            </Link>
          ) : null}
        </li>
      ))}
    </ul>
  )
}
