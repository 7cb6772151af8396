import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { PhotoView } from '#portfolio/photo/photo.ts'
import type { Refusal } from '#portfolio/result.ts'
import { FailureMessage } from '#app/admin/forms/failure-message.tsx'
import { useActionFetcher } from '#app/admin/forms/use-action-fetcher.ts'

interface PhotoFailureProps {
  action: string
  /** The photo that is shown. It may be the previous photo, which the failed one should have replaced. */
  photo: PhotoView
  /** The `originalId` of the failed photo. */
  originalId: string
  /** For accessible names: `image 3`. */
  name: string
  /** Without a full stop; empty if unknown. */
  reason: string
  failedMessage: string
  onAnnounce: (message: string) => void
}

export function PhotoFailure({
  action,
  photo,
  originalId,
  name,
  reason,
  failedMessage,
  onAnnounce,
}: PhotoFailureProps) {
  const { submit, submitting } = useActionFetcher(action)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const pickerToFocus = useRef<HTMLElement>(null)
  const announce = useEffectEvent(() => {
    if (pickerToFocus.current === null) return
    onAnnounce(`${name.charAt(0).toUpperCase() + name.slice(1)} is being prepared again.`)
    if (document.activeElement === document.body) pickerToFocus.current.focus()
  })
  useEffect(() => () => announce(), [])
  const retry = async (button: HTMLElement) => {
    if (submitting) return
    pickerToFocus.current = button.closest('.tool-row, section')?.querySelector<HTMLElement>('input[type=file]') ?? null
    const result = await submit({ intent: 'retry-photo', photoId: photo.id })
    // After a success, this component is usually unmounted, with the focused button.
    pickerToFocus.current = null
    setRefusal(result.ok ? null : result)
  }
  const isShown = photo.ready && photo.originalId === originalId
  const failure = isShown ? 'This picture is shown, but not in all sizes' : 'This picture could not be read'
  return (
    <div className="tool-photo-failure">
      <p className="tool-error">
        {failure}
        {reason && `: ${reason}`}. {isShown ? 'Try again.' : 'Try again, or replace it.'}
      </p>
      <button
        type="button"
        className="tool-link"
        aria-label={`Try again to read ${name}`}
        aria-disabled={submitting || undefined}
        onClick={({ currentTarget }) => void retry(currentTarget)}
      >
        Try again
      </button>
      {refusal ? <FailureMessage message={failedMessage} reason={refusal} /> : null}
    </div>
  )
}
