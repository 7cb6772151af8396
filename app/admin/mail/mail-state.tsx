import { useState } from 'react'
import { href } from 'react-router'
import type { ListedMail } from '#portfolio/mail/mail.ts'
import type { Refusal } from '#portfolio/result.ts'
import { FailureMessage } from '#app/admin/forms/failure-message.tsx'
import { useActionFetcher } from '#app/admin/forms/use-action-fetcher.ts'
import { useTimeFormat, type FormatTime } from '#app/admin/forms/use-time-format.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'

export function MailState({ mail }: { mail: ListedMail }) {
  const { formatTime } = useTimeFormat()
  return (
    <>
      <p>
        {describeState(mail, formatTime)}
        {mail.failure ? (
          <>
            {' '}
            Reason: <q>{mail.failure}</q>
          </>
        ) : null}
      </p>
      {mail.canSendAgain ? <SendAgain id={mail.id} /> : null}
    </>
  )
}

function SendAgain({ id }: { id: string }) {
  const { submit, submitting } = useActionFetcher(href('/studio/health'))
  const [failure, setFailure] = useState<Refusal | null>(null)
  const ready = useHydrated()
  const sendAgain = async () => {
    const result = await submit({ intent: 'send-again', mailId: id })
    setFailure(result.ok ? null : result)
  }
  return (
    <>
      <button
        type="button"
        className="tool-link"
        disabled={!ready}
        aria-disabled={submitting || undefined}
        onClick={() => void sendAgain()}
      >
        Send again
      </button>
      {failure ? <FailureMessage message="The e-mail could not be sent again" reason={failure} /> : null}
    </>
  )
}

function describeState({ state, attempts, failure, dueAt, endedAt }: ListedMail, formatTime: FormatTime): string {
  const attemptsText = attempts === 1 ? 'one attempt' : `${attempts} attempts`
  if (state === 'sent') return `Sent ${formatTime(endedAt ?? dueAt)}.`
  if (state === 'failed') return `Failed ${formatTime(endedAt ?? dueAt)}, after ${attemptsText}.`
  if (failure === null) return 'Waiting to be sent.'
  return `Waiting after ${attemptsText}; the next attempt is at ${formatTime(dueAt)}.`
}
