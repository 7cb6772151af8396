import { useRef, useState } from 'react'
import { useAsk } from './ask.ts'
import { PositionField } from './position-field.tsx'
import { Failure } from './said.tsx'

interface ImageToolsProps {
  /** Where the project's wishes go. */
  action: string
  photoId: string
  /** 1-based slot in the gallery, of so many. */
  slot: number
  count: number
  /** Why removing it failed, the last time. */
  failed: string | undefined
  onRemove: () => void
}

/** What an admin can do with one image of the gallery. */
export function ImageTools({ action, photoId, slot, count, failed, onRemove }: ImageToolsProps) {
  const { ask } = useAsk(action)
  const button = useRef<HTMLButtonElement>(null)
  const [unmoved, setUnmoved] = useState<string | null>(null)

  const move = async (position: string) => {
    setUnmoved(null)
    const outcome = await ask({ intent: 'move-image', photoId, position })
    if (!outcome.ok) setUnmoved(outcome.message)
    return null
  }
  return (
    <div className="tool-row">
      <PositionField position={slot} min={1} max={count} save={move} />
      <button
        ref={button}
        type="button"
        className="tool-remove"
        data-removes=""
        aria-label={`Remove image ${slot}`}
        onClick={() => {
          // Safari does not focus a button that is clicked; the question gives the focus back to where it was.
          button.current?.focus()
          onRemove()
        }}
      >
        ×
      </button>
      {unmoved === null ? null : <Failure says="Failed to update image order" why={unmoved} />}
      {failed === undefined ? null : <Failure says="Failed to remove image" why={failed} />}
    </div>
  )
}
