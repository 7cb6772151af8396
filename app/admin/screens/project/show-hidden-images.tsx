import { useRef, useState } from 'react'
import type { Refusal } from '#portfolio/result.ts'
import { StatusMessage } from '#app/ui/status-message.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { FailureMessage } from '#app/admin/forms/failure-message.tsx'
import { useActionFetcher } from '#app/admin/forms/use-action-fetcher.ts'

interface ShowHiddenImagesProps {
  action: string
  count: number
}

/** A button that shows all hidden images of a project to visitors at once. */
export function ShowHiddenImages({ action, count }: ShowHiddenImagesProps) {
  const { submit, submitting } = useActionFetcher(action)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [changed, setChanged] = useState(false)
  const section = useRef<HTMLDivElement>(null)
  const ready = useHydrated()
  const show = async () => {
    if (submitting) return
    setRefusal(null)
    const result = await submit({ intent: 'show-hidden-images' })
    setChanged(result.ok)
    if (!result.ok) return setRefusal(result)
    // The button is about to be removed.
    section.current?.focus()
  }
  if (count === 0 && !changed && !refusal) return null
  return (
    <div ref={section} role="group" aria-label="Hidden images" tabIndex={-1} className="tool-row tool-hidden-images">
      {count > 0 ? (
        <>
          <p className="tool-hint">{count === 1 ? '1 image is hidden.' : `${count} images are hidden.`}</p>
          <button
            type="button"
            className="tool-link"
            disabled={!ready}
            aria-busy={submitting || undefined}
            onClick={() => void show()}
          >
            Show all hidden
          </button>
        </>
      ) : null}
      <StatusMessage>{changed && count === 0 ? 'No images are hidden now.' : null}</StatusMessage>
      {refusal ? <FailureMessage message="Failed to update project data" reason={refusal} /> : null}
    </div>
  )
}
