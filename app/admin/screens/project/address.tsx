import { useEffect, useEffectEvent, useId, useRef, useState, type FormEvent } from 'react'
import { href, useLocation, useNavigate, useParams } from 'react-router'
import { slugLimits } from '#portfolio/project-address/slug.ts'
import type { Project } from '#portfolio/project/project.ts'
import type { Refusal } from '#portfolio/result.ts'
import { FailureMessage } from '#app/admin/forms/failure-message.tsx'
import { projectAction } from '#app/admin/forms/project-action.ts'
import { navigateKeepingPage } from '#app/admin/forms/unsaved-changes.ts'
import { useActionFetcher } from '#app/admin/forms/use-action-fetcher.ts'
import { Button } from '#app/ui/button.tsx'
import { StatusMessage } from '#app/ui/status-message.tsx'
import type { Panel } from './use-panel.tsx'

interface AddressProps {
  project: Pick<Project, 'id' | 'slug'>
  panel: Panel
}

export function Address({ project: { id, slug }, panel }: AddressProps) {
  const [changed, setChanged] = useState(false)
  useFollowSlug(slug)
  const close = (isChanged: boolean) => {
    panel.close()
    setChanged(isChanged)
  }
  return (
    <div id={panel.id} className="tool-address">
      <StatusMessage>{changed ? 'The address was changed. The previous one leads here.' : null}</StatusMessage>
      {panel.isOpen ? <AddressEditor id={id} slug={slug} onDone={close} /> : null}
    </div>
  )
}

interface AddressEditorProps {
  id: string
  slug: string
  onDone: (isChanged: boolean) => void
}

function AddressEditor({ id, slug, onDone }: AddressEditorProps) {
  const { submit, submitting } = useActionFetcher<{ slug: string }>(projectAction(id))
  const [text, setText] = useState(slug)
  const [baseSlug, setBaseSlug] = useState(slug)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const inputId = useId()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.select(), [])
  const error = refusal?.fields?.['slug']
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (submitting) return
    setRefusal(null)
    const result = await submit({ intent: 'edit-address', slug: text, baseSlug })
    if (result.ok) return onDone(result.value.slug !== baseSlug)
    setRefusal(result)
    // Saving again replaces the other admin's address, which the message shows.
    if (result.conflict) setBaseSlug(result.conflict.theirs)
  }
  return (
    <form className="tool-field" noValidate onSubmit={(event) => void save(event)}>
      <label htmlFor={inputId} className="tool-label">
        Address
      </label>
      <div className="tool-address-input" dir="ltr">
        <span aria-hidden>/projects/</span>
        <input
          id={inputId}
          type="text"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          ref={input}
          className="tool-line-input"
          maxLength={slugLimits.length}
          readOnly={submitting}
          value={text}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${inputId}-error` : undefined}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          // Escape also ends the composition of an input method.
          onKeyDown={({ key, nativeEvent }) =>
            key === 'Escape' && !nativeEvent.isComposing && !submitting && onDone(false)
          }
        />
      </div>
      {error ? (
        <p id={`${inputId}-error`} role="alert" className="tool-error">
          {error}
        </p>
      ) : null}
      {refusal && !error ? <FailureMessage message="Failed to change the address" reason={describe(refusal)} /> : null}
      <div className="tool-row">
        <Button type="submit" aria-busy={submitting || undefined}>
          Save
        </Button>
        <Button variant="secondary" aria-disabled={submitting || undefined} onClick={() => submitting || onDone(false)}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

function describe(refusal: Refusal): Refusal {
  const { conflict, message } = refusal
  return conflict
    ? { ...refusal, message: `${message} It is now “${conflict.theirs}”. Save again to replace it.` }
    : refusal
}

/**
 * Replaces a former slug in the address bar, even while a text is edited: once another project has that slug, the page
 * would load the other project. Does not revalidate.
 */
function useFollowSlug(slug: string): void {
  const isFormer = useParams()['slug'] !== slug
  const { search, state } = useLocation()
  const navigate = useNavigate()
  const follow = useEffectEvent(() => {
    const to = { pathname: href('/projects/:slug', { slug }), search }
    const options = { replace: true, state, preventScrollReset: true, defaultShouldRevalidate: false }
    navigateKeepingPage(() => void navigate(to, options))
  })
  useEffect(() => {
    if (isFormer) follow()
  }, [isFormer])
}
