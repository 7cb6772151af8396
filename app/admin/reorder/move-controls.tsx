import type { PointerEvent } from 'react'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { repeatClicks } from './repeat-clicks.ts'

interface MoveControlsProps {
  /** For accessible names: `image 3`. */
  name: string
  /** The 1-based position among `count` items. */
  position: number
  count: number
  onEarlier: () => void
  onLater: () => void
  onDragStart: (event: PointerEvent<HTMLElement>) => void
}

export function MoveControls({ name, position, count, onEarlier, onLater, onDragStart }: MoveControlsProps) {
  const ready = useHydrated()
  if (count < 2) return null
  const button = (direction: string, symbol: string, isPossible: boolean, move: () => void) => (
    <button
      type="button"
      className="tool-move-button"
      aria-label={`Move ${name} ${direction}`}
      disabled={!ready}
      // Not `disabled`, because the button would lose focus at the first or last position.
      aria-disabled={!isPossible || undefined}
      onClick={({ currentTarget, nativeEvent }) => {
        if (!isPossible) return
        move()
        repeatClicks(currentTarget, nativeEvent)
      }}
    >
      {symbol}
    </button>
  )
  return (
    <span className="tool-move">
      {button('earlier', '‹', position > 1, onEarlier)}
      {/* For pointers only: keyboard users have the buttons. */}
      <span className="tool-drag-handle" data-drag-handle="" aria-hidden onPointerDown={onDragStart}>
        <svg viewBox="0 0 10 16" width="10" height="16">
          <path d="M2 2h.01M8 2h.01M2 8h.01M8 8h.01M2 14h.01M8 14h.01" stroke="currentColor" />
        </svg>
      </span>
      {button('later', '›', position < count, onLater)}
    </span>
  )
}
