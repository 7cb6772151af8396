import { useId, useRef, useState } from 'react'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { useReturnFocus } from '#app/ui/use-return-focus.ts'

export type Panel = ReturnType<typeof usePanel>

/** The button and the state of a panel. Render the panel below the row of buttons, so that they do not move. */
export function usePanel(label: string) {
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const ready = useHydrated()
  const id = useId()
  const findButton = () => button.current
  useReturnFocus(findButton, isOpen)
  return {
    id,
    isOpen,
    close: () => setIsOpen(false),
    findButton,
    button: (
      <button
        ref={button}
        type="button"
        className="tool-link"
        aria-expanded={isOpen}
        aria-controls={id}
        disabled={!ready}
        // The second click of a double click would close it again.
        onClick={({ detail }) => detail < 2 && setIsOpen(!isOpen)}
      >
        {label}
      </button>
    ),
  }
}
