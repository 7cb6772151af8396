import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import type { Result } from '#portfolio/result.ts'
import { FailureMessage } from '#app/admin/forms/failure-message.tsx'
import { StatusMessage } from '#app/ui/status-message.tsx'

interface UndoableRemovalProps {
  /** Contains the remove buttons. After an undo, one of them is focused, or the container if it is missing. */
  container: RefObject<HTMLElement | null>
  remove: (id: string) => Promise<Result<unknown>>
  restore: (id: string) => Promise<Result<unknown>>
}

/** Removes an item without confirmation and offers to undo the removal. Render `message`. */
export function useUndoableRemoval({ container, remove, restore }: UndoableRemovalProps) {
  const [removed, setRemoved] = useState<{ id: string; name: string; index: number } | null>(null)
  const [restored, setRestored] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const undo = useRef<HTMLButtonElement>(null)
  // A double click must not remove or restore an item twice.
  const isPending = useRef(false)

  useEffect(() => {
    // The button that was pressed is gone.
    if (removed) undo.current?.focus()
  }, [removed])

  const removeItem = async (id: string, name: string, index: number) => {
    if (isPending.current) return
    isPending.current = true
    setFailure(null)
    setRestored(null)
    const result = await remove(id)
    isPending.current = false
    if (result.ok) setRemoved({ id, name, index })
    else setFailure(result.message)
  }
  const undoRemoval = async () => {
    if (!removed || isPending.current) return
    isPending.current = true
    setFailure(null)
    const result = await restore(removed.id)
    isPending.current = false
    if (!result.ok) return setFailure(result.message)
    setRestored(`${removed.name} is back.`)
    setRemoved(null)
    const buttons = container.current?.querySelectorAll<HTMLElement>('[data-remove-button]') ?? []
    ;(buttons[removed.index] ?? container.current)?.focus()
  }
  const message: ReactNode = (
    <>
      <div className="tool-row">
        <StatusMessage>{removed ? `${removed.name} was removed.` : restored}</StatusMessage>
        {removed ? (
          <button ref={undo} type="button" className="tool-link" onClick={() => void undoRemoval()}>
            Undo remove
          </button>
        ) : null}
      </div>
      {failure === null ? null : <FailureMessage message="Failed to update the studio" reason={failure} />}
    </>
  )
  return { remove: removeItem, clearFailure: () => setFailure(null), message }
}
