import { useState, type RefObject } from 'react'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { useActionFetcher } from '#app/admin/forms/use-action-fetcher.ts'
import { FailureMessage } from '#app/admin/forms/failure-message.tsx'

interface UndoMoveProps {
  action: string
  /** The id of the last move; `null` if there is none to undo. */
  lastMove: string | null
  /** Focused when the move is undone, because the focused button has been removed by then. */
  container: RefObject<HTMLElement | null>
  onUndone: () => void
}

/**
 * A button that undoes the last move. If the move was made before the page was loaded, the button is returned as
 * `earlierUndoButton`, to be rendered above the list; otherwise as `undoButton`, to be rendered in the bar below it.
 * In these places, the list does not shift when the button appears or disappears.
 */
export function useUndoMove({ action, lastMove, container, onUndone }: UndoMoveProps) {
  const { submit, submitting } = useActionFetcher(action)
  const [failure, setFailure] = useState<string | null>(null)
  const [loadedMove] = useState(lastMove)
  const ready = useHydrated()
  const undo = async (moveId: string) => {
    if (submitting) return
    setFailure(null)
    const result = await submit({ intent: 'undo-move', moveId })
    if (!result.ok) return setFailure(result.message)
    onUndone()
    container.current?.focus({ preventScroll: true })
  }
  const button =
    lastMove === null ? null : (
      <button
        type="button"
        className="tool-link"
        disabled={!ready}
        aria-disabled={submitting || undefined}
        onClick={() => void undo(lastMove)}
      >
        Undo move
      </button>
    )
  const isEarlier = lastMove === loadedMove
  return {
    hasEarlierMove: loadedMove !== null,
    earlierUndoButton: isEarlier ? button : null,
    undoButton: isEarlier ? null : button,
    undoMoveFailure: failure === null ? null : <FailureMessage message="The move was not undone" reason={failure} />,
  }
}
