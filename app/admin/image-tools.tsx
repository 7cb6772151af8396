import { useState } from 'react'
import { useAsk } from './ask.ts'
import { PositionField } from './position-field.tsx'
import { RemoveButton } from './remove-button.tsx'
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
      <RemoveButton name={`Remove image ${slot}`} sign="×" onRemove={onRemove} />
      {unmoved === null ? null : <Failure says="Failed to update image order" why={unmoved} />}
      {failed === undefined ? null : <Failure says="Failed to remove image" why={failed} />}
    </div>
  )
}
