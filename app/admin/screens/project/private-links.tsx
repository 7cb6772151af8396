import { useEffect, useRef, useState, type FormEvent } from 'react'
import { defaultTimeZone } from '#portfolio/format-time.ts'
import { dayOf, privateLinkLimits, type PrivateLink } from '#portfolio/private-link/private-link.ts'
import type { Refusal } from '#portfolio/result.ts'
import { FailureMessage } from '#app/admin/forms/failure-message.tsx'
import { projectAction } from '#app/admin/forms/project-action.ts'
import { useActionFetcher } from '#app/admin/forms/use-action-fetcher.ts'
import { Button } from '#app/ui/button.tsx'
import { ConfirmDialog } from '#app/ui/dialog/confirm-dialog.tsx'
import { Field } from '#app/ui/field.tsx'
import { focusFirstError } from '#app/ui/focus-first-error.ts'
import { StatusMessage } from '#app/ui/status-message.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { useReturnFocus } from '#app/ui/use-return-focus.ts'
import { useRootData } from '#app/use-root-data.ts'
import { PrivateLinkRow } from './private-link-row.tsx'
import type { Panel } from './use-panel.tsx'

interface PrivateLinksProps {
  projectId: string
  links: readonly PrivateLink[]
  panel: Panel
}

const dayMs = 24 * 60 * 60_000
const defaultDays = 30

export function PrivateLinks({ projectId, links, panel }: PrivateLinksProps) {
  const { submit, submitting } = useActionFetcher(projectAction(projectId))
  const { timeZone = defaultTimeZone } = useRootData()
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [message, setMessage] = useState<string | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const [linkToRevoke, setLinkToRevoke] = useState<PrivateLink | null>(null)
  const ready = useHydrated()
  const [mountedAt] = useState(() => Date.now())
  const dayIn = (days: number) => dayOf(mountedAt + days * dayMs, timeZone)

  useEffect(() => {
    if (refusal?.fields) focusFirstError(form.current)
  }, [refusal])
  // The button that opened the dialog disappears with the link.
  useReturnFocus(panel.findButton, linkToRevoke !== null)

  const run = async (fields: Record<string, string>, success: string) => {
    const result = await submit(fields)
    setRefusal(result.ok ? null : result)
    setMessage(result.ok ? success : null)
    return result.ok
  }
  const share = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (submitting) return
    const typed = new FormData(event.currentTarget)
    const [recipient, until] = [String(typed.get('recipient')), String(typed.get('until'))]
    const isShared = await run({ intent: 'share-privately', recipient, until }, 'The link is ready to copy.')
    if (isShared) form.current?.reset()
  }
  const revoke = async () => {
    if (!linkToRevoke || submitting) return
    await run({ intent: 'revoke-link', linkId: linkToRevoke.id }, 'The link was revoked.')
    setLinkToRevoke(null)
  }
  const { recipient: recipientError, until: untilError } = refusal?.fields ?? {}
  return (
    <div id={panel.id} className="tool-private-links" hidden={!panel.isOpen}>
      <p className="tool-hint">
        Anyone with the link sees this draft, and nothing else that is not published. It ends on the day you choose,
        when you revoke it, or when the project is published.
      </p>
      <form ref={form} className="tool-private-link-form" onSubmit={(event) => void share(event)} noValidate>
        <Field
          label="For"
          name="recipient"
          hint="A name, so that you know whose link it is."
          autoComplete="off"
          // `maxLength` counts UTF-16 code units; the server counts code points.
          maxLength={2 * privateLinkLimits.recipient}
          error={recipientError}
        />
        <Field
          label="Until"
          name="until"
          type="date"
          defaultValue={dayIn(defaultDays)}
          min={dayIn(0)}
          error={untilError}
        />
        <Button type="submit" disabled={!ready} aria-disabled={submitting || undefined}>
          Create link
        </Button>
      </form>
      {refusal && !refusal.fields ? <FailureMessage message="Failed to change the links" reason={refusal} /> : null}
      <StatusMessage>{message}</StatusMessage>
      <ul className="tool-private-link-list" aria-label="Private links">
        {links.map((link) => (
          <PrivateLinkRow key={link.id} link={link} onCopied={setMessage} onRevoke={() => setLinkToRevoke(link)} />
        ))}
      </ul>
      <ConfirmDialog
        open={linkToRevoke !== null}
        question="Are you sure you want to revoke this link?"
        subject={linkToRevoke ? `For ${linkToRevoke.recipient}. The link stops working at once.` : undefined}
        yes="Yes, Revoke"
        no="Cancel"
        busy={submitting}
        onYes={() => void revoke()}
        onNo={() => setLinkToRevoke(null)}
      />
    </div>
  )
}
