import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import { defaultTimeZone } from '#portfolio/format-time.ts'
import { dayOf, privateLinkLimits, type PrivateLink } from '#portfolio/private-link/private-link.ts'
import type { Refusal } from '#portfolio/result.ts'
import { FailureMessage } from '#app/admin/forms/failure-message.tsx'
import { projectAction } from '#app/admin/forms/project-action.ts'
import { useActionFetcher } from '#app/admin/forms/use-action-fetcher.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { focusFirstError } from '#app/ui/focus-first-error.ts'
import { StatusMessage } from '#app/ui/status-message.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { useRootData } from '#app/use-root-data.ts'
import { PrivateLinkRow } from './private-link-row.tsx'

interface PrivateLinksProps {
  projectId: string
  links: readonly PrivateLink[]
}

const dayMs = 24 * 60 * 60_000
const proposedDays = 30

/** Creates private links to a draft, and lists those that exist. */
export function PrivateLinks({ projectId, links }: PrivateLinksProps) {
  const { submit, submitting } = useActionFetcher(projectAction(projectId))
  const { timeZone = defaultTimeZone } = useRootData()
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [message, setMessage] = useState<string | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const toggle = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const panelId = useId()
  const ready = useHydrated()
  const [openedAt] = useState(() => Date.now())
  const dayIn = (days: number) => dayOf(openedAt + days * dayMs, timeZone)

  useEffect(() => {
    if (refusal?.fields) focusFirstError(form.current)
  }, [refusal])

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
    const isShared = await run({ intent: 'share-privately', recipient, until }, 'The link is ready to be copied.')
    if (isShared) form.current?.reset()
  }
  const revoke = async (linkId: string) => {
    if (await run({ intent: 'revoke-link', linkId }, 'The link is revoked.')) toggle.current?.focus()
  }
  const { recipient: recipientError, until: untilError } = refusal?.fields ?? {}
  return (
    <div className="tool-private-links" data-open={isOpen || undefined}>
      <div className="tool-private-links-toggle">
        <button
          ref={toggle}
          type="button"
          aria-expanded={isOpen}
          aria-controls={panelId}
          disabled={!ready}
          onClick={() => setIsOpen(!isOpen)}
        >
          Share privately
        </button>
        {links.length > 0 ? <span>{links.length === 1 ? '1 link' : `${links.length} links`}</span> : null}
      </div>
      <div id={panelId} hidden={!isOpen}>
        <p className="tool-hint">
          Anyone with the link sees this draft, and nothing else that is not published. It ends on the day you choose,
          when you revoke it, and when the project is published.
        </p>
        <form ref={form} className="tool-private-link-form" onSubmit={(event) => void share(event)} noValidate>
          <Field
            label="For"
            name="recipient"
            autoComplete="off"
            // UTF-16 units; the server counts code points.
            maxLength={2 * privateLinkLimits.recipient}
            error={recipientError}
          />
          <Field
            label="Until"
            name="until"
            type="date"
            defaultValue={dayIn(proposedDays)}
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
            <PrivateLinkRow key={link.id} link={link} onCopied={setMessage} onRevoke={() => void revoke(link.id)} />
          ))}
        </ul>
      </div>
    </div>
  )
}
