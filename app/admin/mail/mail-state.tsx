import { useState } from 'react'
import { href } from 'react-router'
import type { ListedMail } from '#portfolio/mail/mail.ts'
import type { Refusal } from '#portfolio/result.ts'
import { FailureMessage } from '#app/admin/forms/failure-message.tsx'
import { formatTime } from '#app/ui/format-time.ts'
import { useActionFetcher } from '#app/admin/forms/use-action-fetcher.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'

/** What became of a mail, in the words of the mail server if it failed, and the button that sends it again. */
export function MailState({ mail }: { mail: ListedMail }) {
  return (
    <>
      <p>
        {describeState(mail)}
        {mail.answer ? (
          <>
            {' '}
            Because of this: <q>{mail.answer}</q>
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
      {failure ? <FailureMessage message="The mail could not be sent again" reason={failure} /> : null}
    </>
  )
}

function describeState({ state, attempts, answer, dueAt, endedAt }: ListedMail): string {
  const tried = attempts === 1 ? 'one attempt' : `${attempts} attempts`
  if (state === 'sent') return `Sent ${formatTime(endedAt ?? dueAt)}.`
  if (state === 'failed') return `Failed ${formatTime(endedAt ?? dueAt)}, after ${tried}.`
  if (answer === null) return 'Waiting to be sent.'
  return `Waiting after ${tried}; the next one is ${formatTime(dueAt)}.`
}
