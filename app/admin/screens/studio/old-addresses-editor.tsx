import { useRef } from 'react'
import { href } from 'react-router'
import { oldAddressLimits, type OldAddress } from '#portfolio/old-address/old-address.ts'
import { useActionFetcher } from '#app/admin/forms/use-action-fetcher.ts'
import { RemoveButton } from '#app/admin/remove/remove-button.tsx'
import { useUndoableRemoval } from '#app/admin/remove/use-undoable-removal.tsx'
import { AddOldAddress, targetPageNames, type ProjectOption } from './add-old-address.tsx'
import { PasteOldAddresses } from './paste-old-addresses.tsx'

interface OldAddressesEditorProps {
  addresses: readonly OldAddress[]
  projects: readonly ProjectOption[]
}

/** The addresses of the former site, each with its target. */
export function OldAddressesEditor({ addresses, projects }: OldAddressesEditorProps) {
  const container = useRef<HTMLDivElement>(null)
  const { submit } = useActionFetcher(href('/studio'))
  const removal = useUndoableRemoval({
    container,
    remove: (addressId) => submit({ intent: 'remove-old-address', addressId }),
    restore: (addressId) => submit({ intent: 'restore-old-address', addressId }),
  })
  return (
    <div ref={container} role="group" aria-label="Old addresses" tabIndex={-1} className="tool-list tool-links">
      {addresses.length === 0 ? (
        <p className="tool-empty-note">
          Addresses of your former site, such as /about.html: an old link leads to the page or project that you choose.
        </p>
      ) : null}
      <ul className="tool-old-addresses">
        {addresses.map(({ id, path, ...target }, index) => (
          <li key={id} className="tool-link-row">
            <p>
              {/* Not a `Link`: the server redirects only document requests. */}
              <a href={encodeURI(path)} dir="ltr">
                {path}
              </a>{' '}
              <span dir="auto">{targetName(target)}</span>
            </p>
            <RemoveButton
              name={`Remove old address ${path}`}
              symbol="×"
              onRemove={() => void removal.remove(id, path, index)}
            />
          </li>
        ))}
      </ul>
      {removal.message}
      {addresses.length < oldAddressLimits.addresses ? (
        <>
          <AddOldAddress projects={projects} />
          <PasteOldAddresses />
        </>
      ) : null}
    </div>
  )
}

function targetName({ page, project }: Pick<OldAddress, 'page' | 'project'>): string {
  if (page !== null) return targetPageNames[page]
  if (!project) return ''
  const state = project.isRemoved ? ', in the bin: not found' : project.isDraft ? ', draft: found by admins only' : ''
  return project.name + state
}
