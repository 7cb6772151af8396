import { useState } from 'react'
import type { PhotoView } from '#portfolio/photo/photo.ts'
import type { Refusal } from '#portfolio/result.ts'
import { StatusMessage } from '#app/ui/status-message.tsx'
import { FailureMessage } from '#app/admin/forms/failure-message.tsx'
import { useActionFetcher } from '#app/admin/forms/use-action-fetcher.ts'

interface HideImageProps {
  action: string
  photo: PhotoView
  /** For accessible names: `image 3`. */
  name: string
}

/** A button that hides an image from visitors, or shows it again. */
export function HideImage({ action, photo, name }: HideImageProps) {
  const { submit, submitting } = useActionFetcher(action)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [changed, setChanged] = useState(false)
  const hidden = photo.hidden === true
  const verb = hidden ? 'Show' : 'Hide'
  const change = async () => {
    if (submitting) return
    setRefusal(null)
    const result = await submit({ intent: hidden ? 'show-image' : 'hide-image', photoId: photo.id })
    setChanged(result.ok)
    if (!result.ok) setRefusal(result)
  }
  return (
    <div>
      <button
        type="button"
        className="tool-link"
        aria-label={`${verb} ${name}`}
        aria-busy={submitting || undefined}
        // The second click of a double click would undo the first.
        onClick={({ detail }) => void (detail < 2 && change())}
      >
        {verb} image
      </button>
      <StatusMessage>
        {changed ? (hidden ? 'Hidden. Only you see this picture.' : 'This picture is no longer hidden.') : null}
      </StatusMessage>
      {refusal ? <FailureMessage message="Failed to update project data" reason={refusal} /> : null}
    </div>
  )
}
