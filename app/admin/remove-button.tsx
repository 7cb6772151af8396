import type { MouseEvent } from 'react'
import { useReady } from './ready.ts'

interface RemoveButtonProps {
  /** What it is called aloud. */
  name: string
  /** What it shows. */
  sign: 'X' | '×'
  onRemove: () => void
}

/** Asks for something to be removed: clay, and found by `useRemoval` through its mark. */
export function RemoveButton({ name, sign, onRemove }: RemoveButtonProps) {
  const ready = useReady()
  const begin = (event: MouseEvent<HTMLElement>) => {
    // Safari does not focus a button that is clicked; the question gives the focus back to where it was.
    event.currentTarget.focus()
    onRemove()
  }
  return (
    <button type="button" className="tool-remove" data-removes="" aria-label={name} disabled={!ready} onClick={begin}>
      {sign}
    </button>
  )
}
