import { useId, useRef, useState, type FormEvent } from 'react'
import type { PhotoView } from '#portfolio/photo/photo.ts'
import { photoLimits } from '#portfolio/photo/photo-limits.ts'
import type { Refusal } from '#portfolio/result.ts'
import { StatusMessage } from '#app/ui/status-message.tsx'
import { useActionFetcher } from '#app/admin/forms/use-action-fetcher.ts'
import { useImageTextDraft, type ImageTextField } from './image-text-draft.ts'
import { FailureMessage } from '#app/admin/forms/failure-message.tsx'
import { OfferedText } from './offered-texts.tsx'
import { useUnsavedChanges } from '#app/admin/forms/unsaved-changes.ts'

interface ImageTextEditorProps {
  action: string
  field: ImageTextField
  /** A text embedded in the original that is offered for this field; empty if there is none, or none loaded yet. */
  offered: string
  photo: PhotoView
  /** For accessible names: `image 3`. */
  name: string
}

export const creditHint = 'The name of the person who took, rendered or drew the picture; shown in the viewer.'

const fields = {
  caption: {
    label: 'Caption',
    intent: 'set-caption',
    hint: 'Everyone sees it: in the viewer, in print, and below the picture if a visitor asks for captions.',
    source: 'caption',
  },
  alt: {
    label: 'Alternative text',
    intent: 'set-alt-text',
    hint: 'Describe the picture for people who cannot see it.',
    source: 'caption',
  },
  credit: { label: 'Credit', intent: 'set-credit', hint: creditHint, source: 'credit' },
} as const

export function ImageTextEditor({ action, field, offered, photo, name }: ImageTextEditorProps) {
  const { label, intent, hint, source } = fields[field]
  const labelInSentence = label.toLowerCase()
  const saved = photo[field]
  const { submit, submitting } = useActionFetcher(action)
  // The server refuses the change if the saved text is neither the draft's `baseText` nor the new text.
  const [draft, setDraft] = useImageTextDraft(photo.id, field)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [isSaved, setIsSaved] = useState(false)
  const id = useId()
  const text = draft?.text ?? saved
  const input = useRef<HTMLInputElement>(null)
  const change = (value: string) => {
    setIsSaved(false)
    setDraft(value === saved ? null : { text: value, baseText: draft?.baseText ?? saved })
  }
  useUnsavedChanges(draft !== null && draft.text !== saved)

  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (submitting) return
    setIsSaved(false)
    setRefusal(null)
    const result = await submit({ intent, photoId: photo.id, [field]: text, baseText: draft?.baseText ?? saved })
    setIsSaved(result.ok)
    if (result.ok) return setDraft(null)
    setRefusal(result)
    if (result.conflict) setDraft({ text, baseText: result.conflict.theirs })
  }
  const theirs = refusal?.conflict?.theirs
  return (
    <form className="tool-image-text-form" noValidate onSubmit={(event) => void save(event)}>
      <label htmlFor={id} className="tool-label">
        {label}
      </label>
      <div className="tool-text-line">
        <input
          ref={input}
          id={id}
          type="text"
          dir="auto"
          autoComplete="off"
          aria-label={`${label} of ${name}`}
          aria-describedby={`${id}-hint`}
          maxLength={photoLimits[field]}
          readOnly={submitting}
          value={text}
          onChange={({ currentTarget }) => change(currentTarget.value)}
        />
        <button
          type="submit"
          className="tool-link"
          aria-label={`Save ${labelInSentence} of ${name}`}
          aria-busy={submitting || undefined}
        >
          Save
        </button>
      </div>
      <p id={`${id}-hint`} className="tool-hint">
        {hint}
      </p>
      {saved === '' ? (
        <OfferedText
          source={source}
          offered={offered}
          text={text}
          onUse={(chosen) => {
            change(chosen)
            // The button is about to be removed.
            input.current?.focus()
          }}
        />
      ) : null}
      {refusal ? <FailureMessage message="Failed to update project data" reason={refusal} /> : null}
      {theirs === undefined ? null : (
        <p className="tool-hint">
          {theirs === '' ? (
            `Someone removed the ${labelInSentence}. Save again to set yours.`
          ) : (
            <>
              The {labelInSentence} is now “<bdi>{theirs}</bdi>”. Save again to replace it with yours.
            </>
          )}
        </p>
      )}
      <StatusMessage>{isSaved ? 'Saved.' : null}</StatusMessage>
    </form>
  )
}
