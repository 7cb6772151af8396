import { useState } from 'react'
import type { PhotoView } from '#portfolio/photo/photo.ts'
import type { Refusal } from '#portfolio/result.ts'
import { FailureMessage } from '#app/admin/forms/failure-message.tsx'
import { useActionFetcher } from '#app/admin/forms/use-action-fetcher.ts'

interface PhotoFailureProps {
  action: string
  photo: PhotoView
  /** For accessible names: `image 3`. */
  name: string
  reason: string
}

/** Why a photo could not be prepared, with another attempt. */
export function PhotoFailure({ action, photo, name, reason }: PhotoFailureProps) {
  const { submit, submitting } = useActionFetcher(action)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const retry = async () => {
    if (submitting) return
    const result = await submit({ intent: 'retry-photo', photoId: photo.id })
    setRefusal(result.ok ? null : result)
  }
  return (
    <div className="tool-photo-failure">
      <p className="tool-error">
        This picture could not be read{reason ? `: ${reason.replace(/[.]$/, '')}.` : '.'} Try again, or replace it.
      </p>
      <button
        type="button"
        className="tool-link"
        aria-label={`Try again to read ${name}`}
        aria-disabled={submitting || undefined}
        onClick={() => void retry()}
      >
        Try again
      </button>
      {refusal ? <FailureMessage message="Failed to update project data" reason={refusal} /> : null}
    </div>
  )
}
