import { useRef } from 'react'
import { href } from 'react-router'
import { socialLinkLimits, type SocialLink } from '#portfolio/social-link/social-link.ts'
import { useActionFetcher } from '#app/admin/forms/use-action-fetcher.ts'
import { RemoveButton } from '#app/admin/remove/remove-button.tsx'
import { useUndoableRemoval } from '#app/admin/remove/use-undoable-removal.tsx'
import { AdminStyles } from '#app/admin/styles/admin-styles.tsx'
import { AddTextForm } from './add-text-form.tsx'

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
      {links.length < socialLinkLimits.links ? (
        <AddTextForm
          label="Address of a profile"
          buttonLabel="Add social link"
          intent="add-link"
          field="href"
          type="url"
          inputMode="url"
          placeholder="https://"
          maxLength={socialLinkLimits.href}
        />
      ) : null}
    </div>
  )
}
