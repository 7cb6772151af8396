import { useId } from 'react'
import type { PhotoKind, PhotoView } from '#portfolio/photo/photo.ts'
import { useSavedChoice } from '#app/admin/forms/use-saved-choice.tsx'

interface ImageKindProps {
  action: string
  photo: PhotoView
  /** For accessible names: `image 3`. */
  name: string
}

export function ImageKind({ action, photo, name }: ImageKindProps) {
  const id = useId()
  const { selectProps, message } = useSavedChoice({
    action,
    saved: photo.kind,
    formOf: (kind) => ({ intent: 'describe-images', photoId: photo.id, kind }),
  })
  return (
    <div className="tool-field">
      <label htmlFor={id} className="tool-label">
        Kind
      </label>
      <select
        id={id}
        className="tool-line-input"
        aria-label={`Kind of ${name}`}
        aria-describedby={`${id}-hint`}
        {...selectProps}
      >
        <KindOptions />
      </select>
      <p id={`${id}-hint`} className="tool-hint">
        The page tells visitors which pictures are renders.
      </p>
      {message}
    </div>
  )
}

const kinds: Readonly<Record<PhotoKind, string>> = {
  photograph: 'Photograph',
  render: 'Render',
  drawing: 'Drawing',
  plan: 'Plan',
}

export function KindOptions() {
  return Object.entries(kinds).map(([kind, name]) => (
    <option key={kind} value={kind}>
      {name}
    </option>
  ))
}
