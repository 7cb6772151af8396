import type { PointerEvent } from 'react'
import { useReady } from './ready.ts'

interface ShiftersProps {
  /** What is moved: `image 3`. */
  name: string
  /** 1-based slot, of so many. */
  slot: number
  count: number
  onEarlier: () => void
  onLater: () => void
  onGrip: (event: PointerEvent<HTMLElement>) => void
}

/** Three ways to move something: one step earlier, one step later, or dragged by the grip between. */
export function Shifters({ name, slot, count, onEarlier, onLater, onGrip }: ShiftersProps) {
  const ready = useReady()
  if (count < 2) return null
  const step = (says: string, sign: string, possible: boolean, act: () => void) => (
    <button
      type="button"
      className="tool-step"
      aria-label={`Move ${name} ${says}`}
      disabled={!ready}
      // Stays in reach of the keyboard when there is nothing further: the focus would be lost.
      aria-disabled={!possible || undefined}
      onClick={() => possible && act()}
    >
      {sign}
    </button>
  )
  return (
    <span className="tool-shifters">
      {step('earlier', '‹', slot > 1, onEarlier)}
      {/* For pointers alone: the keyboard has the steps and the position. */}
      <span className="tool-grip" data-grip="" aria-hidden onPointerDown={onGrip}>
        <svg viewBox="0 0 10 16" width="10" height="16">
          <path d="M2 2h.01M8 2h.01M2 8h.01M8 8h.01M2 14h.01M8 14h.01" stroke="currentColor" />
        </svg>
      </span>
      {step('later', '›', slot < count, onLater)}
    </span>
  )
}
