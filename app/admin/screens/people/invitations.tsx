import { useRef, useState, type FormEvent } from 'react'
import { href } from 'react-router'
import { emailLimit } from '#portfolio/account/account.ts'
import type { NewInvitation, OpenInvitation } from '#portfolio/people/people.ts'
import type { Refusal } from '#portfolio/result.ts'
import { FailureMessage } from '#app/admin/forms/failure-message.tsx'
import { useTimeFormat } from '#app/admin/forms/use-time-format.ts'
import { useActionFetcher } from '#app/admin/forms/use-action-fetcher.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { InvitationLink } from './invitation-link.tsx'

interface InvitationsProps {
  invitations: readonly OpenInvitation[]
  mailConfigured: boolean
}

export function Invitations({ invitations, mailConfigured }: InvitationsProps) {
  const { formatTime } = useTimeFormat()
  const ready = useHydrated()
  const { submit, submitting } = useActionFetcher<NewInvitation>(href('/people'))
  const [created, setCreated] = useState<NewInvitation | null>(null)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const form = useRef<HTMLFormElement>(null)

  const invite = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (submitting) return
    const email = String(new FormData(event.currentTarget).get('email') ?? '')
    const result = await submit({ intent: 'invite', email })
    setRefusal(result.ok ? null : result)
    // After a refusal, the link of the previous invitation stays, because it cannot be shown again.
    if (!result.ok) return
    setCreated(result.value)
    form.current?.reset()
  }
  const withdraw = async (invitationId: string) => {
    if (submitting) return
    const result = await submit({ intent: 'withdraw', invitationId })
    const hasEnded = result.ok || result.code === 'unknown'
    if (hasEnded && created?.id === invitationId) setCreated(null)
    setRefusal(result.ok ? null : result)
    // The button that was pressed may be gone.
    heading.current?.focus()
  }
  const emailError = refusal?.fields?.['email']
  return (
    <section aria-labelledby="invitations" className="people-invitations">
      <h2 ref={heading} id="invitations" tabIndex={-1}>
        Invitations
      </h2>
      <p className="tool-hint">
        Anyone who follows the link gets an account. You decide afterwards whether they become an admin.
      </p>
      <form ref={form} className="people-invite" onSubmit={(event) => void invite(event)} noValidate>
        <Field
          label="E-mail (optional)"
          name="email"
          type="email"
          autoComplete="off"
          maxLength={emailLimit}
          hint={
            mailConfigured
              ? 'The link is e-mailed to this address, and only this address can use it.'
              : 'With an address, only that address can use the link.'
          }
          error={emailError}
        />
        <Button type="submit" variant="secondary" disabled={!ready} aria-disabled={submitting || undefined}>
          Invite
        </Button>
      </form>
      {refusal && !emailError ? (
        <FailureMessage message="The invitations could not be changed" reason={refusal} />
      ) : null}
      {created ? <InvitationLink key={created.link} invitation={created} isMailed={mailConfigured} /> : null}
      <ul className="people-list">
        {invitations.map(({ id, email, expiresAt }) => (
          <li key={id} className="people-row">
            <div className="people-who">
              <span id={`invitation-${id}`} className="people-email" dir="auto">
                {email || 'Anyone with the link'}
              </span>
              <span className="people-facts">until {formatTime(expiresAt)}</span>
            </div>
            <div className="people-tools">
              <button
                type="button"
                className="tool-link tool-danger"
                aria-describedby={`invitation-${id}`}
                disabled={!ready}
                aria-disabled={submitting || undefined}
                onClick={() => void withdraw(id)}
              >
                Withdraw
              </button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
