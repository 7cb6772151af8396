import { useId, useRef, useState, type FormEvent } from 'react'
import { href } from 'react-router'
import { socialLinkLimits, type SocialLink } from '#portfolio/social-link/social-link.ts'
import type { Refusal } from '#portfolio/result.ts'
import { FailureMessage } from '#app/admin/forms/failure-message.tsx'
import { useActionFetcher } from '#app/admin/forms/use-action-fetcher.ts'
import { RemoveButton } from '#app/admin/remove/remove-button.tsx'
import { useUndoableRemoval } from '#app/admin/remove/use-undoable-removal.tsx'
import { AdminStyles } from '#app/admin/styles/admin-styles.tsx'
import { Button } from '#app/ui/button.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'

/** The social links with admin controls. */
export default function SocialLinksEditor({ links }: { links: readonly SocialLink[] }) {
  const container = useRef<HTMLDivElement>(null)
  const { submit } = useActionFetcher(href('/studio'))
  const removal = useUndoableRemoval({
    container,
    remove: (linkId) => submit({ intent: 'remove-link', linkId }),
    restore: (linkId) => submit({ intent: 'restore-link', linkId }),
  })
  return (
    <div ref={container} role="group" aria-label="Social links" tabIndex={-1} className="tool-list tool-links">
      <AdminStyles />
      {links.length === 0 ? (
        <p className="tool-empty-note">Links to your profiles on social networks appear here.</p>
      ) : null}
      <ul>
        {links.map(({ id, href: address, label }, index) => (
          <li key={id} className="tool-link-row">
            <a href={address} rel="me noopener" title={address}>
              {label}
            </a>
            <RemoveButton
              name={`Remove social link ${index + 1}`}
              symbol="×"
              onRemove={() => void removal.remove(id, label, index)}
            />
          </li>
        ))}
      </ul>
      {removal.message}
      {links.length < socialLinkLimits.links ? <AddSocialLink /> : null}
    </div>
  )
}

function AddSocialLink() {
  const { submit, submitting } = useActionFetcher<{ id: string }>(href('/studio'))
  const [address, setAddress] = useState('')
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const id = useId()
  const ready = useHydrated()
  const error = refusal?.fields?.['href']
  const add = async (event: FormEvent) => {
    event.preventDefault()
    if (submitting) return
    setRefusal(null)
    const result = await submit({ intent: 'add-link', href: address })
    if (result.ok) setAddress('')
    else setRefusal(result)
  }
  return (
    <form className="tool-field" noValidate onSubmit={(event) => void add(event)}>
      <label htmlFor={id} className="tool-label">
        Address of a profile
      </label>
      <input
        id={id}
        type="url"
        inputMode="url"
        autoComplete="off"
        placeholder="https://"
        className="tool-line-input"
        maxLength={socialLinkLimits.href}
        readOnly={submitting}
        disabled={!ready}
        value={address}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        onChange={({ currentTarget }) => setAddress(currentTarget.value)}
      />
      {error ? (
        <p id={`${id}-error`} role="alert" className="tool-error">
          {error}
        </p>
      ) : null}
      {refusal && !error ? <FailureMessage message="Failed to update the studio" reason={refusal} /> : null}
      <div className="tool-row">
        <Button type="submit" variant="secondary" aria-busy={submitting || undefined}>
          Add social link
        </Button>
      </div>
    </form>
  )
}
