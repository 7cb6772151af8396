import { useId, useState } from 'react'
import type { PhotoKind, PhotoView } from '#portfolio/photo/photo.ts'
import type { Result } from '#portfolio/result.ts'
import { StatusMessage } from '#app/ui/status-message.tsx'
import { FailureMessage } from '#app/admin/forms/failure-message.tsx'
import { useActionFetcher } from '#app/admin/forms/use-action-fetcher.ts'

interface ImageKindProps {
  action: string
  photo: PhotoView
  /** For accessible names: `image 3`. */
  name: string
}

/** Chooses whether a picture is a photograph, a render, a drawing or a plan. */
export function ImageKind({ action, photo, name }: ImageKindProps) {
  const { submit, submitting } = useActionFetcher(action)
  const id = useId()
  // Shown until it is saved.
  const [chosen, setChosen] = useState<string | null>(null)
  const [result, setResult] = useState<Result | null>(null)
  const save = async (kind: string) => {
    setChosen(kind)
    setResult(null)
    setResult(await submit({ intent: 'describe-images', photoId: photo.id, kind }))
    setChosen((current) => (current === kind ? null : current))
  }
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
        value={chosen ?? photo.kind}
        aria-busy={submitting || undefined}
        onChange={({ currentTarget }) => void save(currentTarget.value)}
      >
        <KindOptions />
      </select>
      <p id={`${id}-hint`} className="tool-hint">
        The page tells visitors which pictures are renders.
      </p>
      <StatusMessage>{result?.ok ? 'Saved.' : null}</StatusMessage>
      {result?.ok === false ? <FailureMessage message="Failed to update project data" reason={result} /> : null}
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
