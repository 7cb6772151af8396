import { useState, type PointerEvent } from 'react'
import type { Photograph } from '#portfolio/photo/photo.ts'
import { Describe, DescribeButton } from './describe.tsx'
import { PositionField } from './position-field.tsx'
import { useReady } from './ready.ts'
import { RemoveButton } from './remove-button.tsx'
import { Failure } from './failure.tsx'
import { Shifters } from './shifters.tsx'

interface ImageToolsProps {
  /** Where the project's wishes go. */
  action: string
  photo: Photograph
  /** 1-based slot in the gallery, of so many. */
  slot: number
  count: number
  selected: boolean
  /** Why moving it failed, the last time. */
  unmoved: string | undefined
  /** Why removing it failed, the last time. */
  failed: string | undefined
  onSelect: (on: boolean, range: boolean) => void
  onMove: (position: string) => Promise<unknown>
  onGrip: (event: PointerEvent<HTMLElement>) => void
  onRemove: () => void
}

/** What an admin can do with one image of the gallery. */
export function ImageTools({ photo, slot, count, unmoved, failed, ...tools }: ImageToolsProps) {
  const [describing, setDescribing] = useState(false)
  const ready = useReady()
  const name = `image ${slot}`
  return (
    <>
      <div className="tool-row" role="group" aria-label={`Tools of ${name}`}>
        <input
          type="checkbox"
          className="tool-select"
          aria-label={`Select ${name}`}
          disabled={!ready}
          checked={tools.selected}
          // A click knows of the shift key, a change does not.
          onChange={({ currentTarget, nativeEvent }) =>
            tools.onSelect(currentTarget.checked, 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true)
          }
        />
        <PositionField
          position={slot}
          min={1}
          max={count}
          save={async (position) => {
            await tools.onMove(position)
            return null
          }}
        />
        <Shifters
          name={name}
          slot={slot}
          count={count}
          onEarlier={() => void tools.onMove(String(slot - 1))}
          onLater={() => void tools.onMove(String(slot + 1))}
          onGrip={tools.onGrip}
        />
        <DescribeButton
          name={name}
          open={describing}
          wordless={photo.alt === ''}
          onToggle={() => setDescribing(!describing)}
        />
        <RemoveButton name={`Remove ${name}`} sign="×" onRemove={tools.onRemove} />
        {unmoved === undefined ? null : <Failure says="Failed to update image order" why={unmoved} />}
        {failed === undefined ? null : <Failure says="Failed to remove image" why={failed} />}
      </div>
      {describing ? <Describe action={tools.action} photo={photo} name={name} /> : null}
    </>
  )
}
