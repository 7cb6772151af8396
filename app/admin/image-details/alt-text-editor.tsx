import { useId, useRef, useState, type FormEvent } from 'react'
import { photoLimits, type PhotoView } from '#portfolio/photo/photo.ts'
import type { Refusal } from '#portfolio/result.ts'
import { StatusMessage } from '#app/ui/status-message.tsx'
import { useActionFetcher } from '#app/admin/forms/use-action-fetcher.ts'
import { useAltTextDraft } from './alt-text-draft.ts'
import { FailureMessage } from '#app/admin/forms/failure-message.tsx'
import { OfferedCaption } from './offered-caption.tsx'
import { useUnsavedChanges } from '#app/admin/forms/unsaved-changes.ts'

interface AltTextEditorProps {
  action: string
  photo: PhotoView
  /** For accessible names: `image 3`. */
  name: string
}

/** Edits and saves the alt text of one image. */
export function AltTextEditor({ action, photo, name }: AltTextEditorProps) {
  const { submit, submitting } = useActionFetcher(action)
  // The server refuses the change if the saved text differs from the draft's `baseText`.
  const [draft, setDraft] = useAltTextDraft(photo.id)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [saved, setSaved] = useState(false)
  const id = useId()
  const text = draft?.text ?? photo.alt
  const input = useRef<HTMLInputElement>(null)
  const change = (value: string) => {
    setSaved(false)
    setDraft(value === photo.alt ? null : { text: value, baseText: draft?.baseText ?? photo.alt })
  }
  useUnsavedChanges(draft !== null && draft.text !== photo.alt)

  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (submitting) return
    setSaved(false)
    setRefusal(null)
    const result = await submit({
      intent: 'set-alt-text',
      photoId: photo.id,
      alt: text,
      baseText: draft?.baseText ?? photo.alt,
    })
    setSaved(result.ok)
    if (result.ok) return setDraft(null)
    setRefusal(result)
    if (result.conflict) setDraft({ text, baseText: result.conflict.theirs })
  }
  const theirs = refusal?.conflict?.theirs
  return (
    <form className="tool-alt-text-form" noValidate onSubmit={(event) => void save(event)}>
      <label htmlFor={id} className="tool-label">
        Alt text
      </label>
      <div className="tool-text-line">
        <input
          ref={input}
          id={id}
          type="text"
          dir="auto"
          autoComplete="off"
          aria-label={`Alt text of ${name}`}
          aria-describedby={`${id}-hint`}
          maxLength={photoLimits.alt}
          readOnly={submitting}
          value={text}
          onChange={({ currentTarget }) => change(currentTarget.value)}
        />
        <button
          type="submit"
          className="tool-link"
          aria-label={`Save alt text of ${name}`}
          aria-busy={submitting || undefined}
        >
          Save
        </button>
      </div>
      <p id={`${id}-hint`} className="tool-hint">
        Describe the picture for people who cannot see it.
      </p>
      {photo.alt === '' ? (
        <OfferedCaption
          photoId={photo.originalId}
          text={text}
          onUse={(caption) => {
            change(caption)
            // The button is about to be removed.
            input.current?.focus()
          }}
        />
      ) : null}
      {refusal ? <FailureMessage message="Failed to update project data" reason={refusal} /> : null}
      {theirs === undefined ? null : (
        <p className="tool-hint">
          {theirs === '' ? 'Someone removed the alt text.' : <CurrentText text={theirs} />} Save again to replace it
          with yours.
        </p>
      )}
      <StatusMessage>{saved ? 'Saved.' : null}</StatusMessage>
    </form>
  )
}

function CurrentText({ text }: { text: string }) {
  return (
    <>
      It now says: “<bdi>{text}</bdi>”
    </>
  )
}
