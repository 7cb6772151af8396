import type { MouseEvent } from 'react'
import { useHydrated } from '#app/ui/use-hydrated.ts'

interface RemoveButtonProps {
  /** The accessible name. */
  name: string
  symbol: 'X' | '×'
  onRemove: () => void
}

/** Requests the removal of an item. The removal hooks find the buttons of a list by `data-remove-button`. */
export function RemoveButton({ name, symbol, onRemove }: RemoveButtonProps) {
  const ready = useHydrated()
  const onClick = (event: MouseEvent<HTMLElement>) => {
    // Safari does not focus a clicked button, but a dialog returns focus to the element that had it before.
    event.currentTarget.focus()
    onRemove()
  }
  return (
    <button
      type="button"
      className="tool-remove"
      data-remove-button=""
      aria-label={name}
      disabled={!ready}
      onClick={onClick}
    >
      {symbol}
    </button>
  )
}
