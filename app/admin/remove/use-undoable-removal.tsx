import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import type { Result } from '#portfolio/result.ts'
import { FailureMessage } from '#app/admin/forms/failure-message.tsx'
import { StatusMessage } from '#app/ui/status-message.tsx'

interface UndoableRemovalProps {
  /** Contains the remove buttons. An undo focuses the restored item’s button, or the container if there is none. */
  container: RefObject<HTMLElement | null>
  remove: (id: string) => Promise<Result<unknown>>
  restore: (id: string) => Promise<Result<unknown>>
}

/** Removes an item without confirmation and offers to undo the removal. Render `message`. */
export function useUndoableRemoval({ container, remove, restore }: UndoableRemovalProps) {
  const [removed, setRemoved] = useState<{ id: string; name: string; index: number } | null>(null)
  const [restoredMessage, setRestoredMessage] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const undoButton = useRef<HTMLButtonElement>(null)
  // The items that are being removed or restored: a double click must not repeat the request.
  const pendingIds = useRef(new Set<string>())

  useEffect(() => {
    // The button that was pressed is gone.
    if (removed) undoButton.current?.focus()
  }, [removed])

  const removeItem = async (id: string, name: string, index: number) => {
    if (pendingIds.current.has(id)) return
    pendingIds.current.add(id)
    setFailure(null)
    setRestoredMessage(null)
    const result = await remove(id)
    pendingIds.current.delete(id)
    if (result.ok) setRemoved({ id, name, index })
    else setFailure(result.message)
  }
  const undoRemoval = async () => {
    if (!removed || pendingIds.current.has(removed.id)) return
    pendingIds.current.add(removed.id)
    setFailure(null)
    const result = await restore(removed.id)
    pendingIds.current.delete(removed.id)
    if (!result.ok) return setFailure(result.message)
    setRestoredMessage(`${removed.name} is back.`)
    setRemoved(null)
    const buttons = container.current?.querySelectorAll<HTMLElement>('[data-remove-button]') ?? []
    ;(buttons[removed.index] ?? container.current)?.focus()
  }
  const message: ReactNode = (
    <>
      <div className="tool-row">
        <StatusMessage>{removed ? `${removed.name} was removed.` : restoredMessage}</StatusMessage>
        {removed ? (
          <button ref={undoButton} type="button" className="tool-link" onClick={() => void undoRemoval()}>
            Undo remove
          </button>
        ) : null}
      </div>
      {failure === null ? null : <FailureMessage message="Failed to update the studio" reason={failure} />}
    </>
  )
  return { remove: removeItem, clearFailure: () => setFailure(null), message }
}
