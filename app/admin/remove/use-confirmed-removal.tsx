import { useEffect, useState, type RefObject } from 'react'
import type { Result } from '#portfolio/result.ts'
import { ConfirmDialog } from '#app/ui/dialog/confirm-dialog.tsx'

export interface RemovalTarget {
  readonly ids: readonly string[]
  /** The index of the remove button to focus afterwards. */
  readonly index: number
}

interface Removed<T> extends RemovalTarget {
  readonly name: string
  readonly value: T
  readonly isRestored: boolean
}

interface RemovalProps<T> {
  /** Contains the remove buttons; focused when none are left. */
  container: RefObject<HTMLElement | null>
  remove: (ids: readonly string[]) => Promise<Result<T>>
  restore: (removed: Pick<Removed<T>, 'ids' | 'value'>) => Promise<Result>
  /** Called on confirmation: an image's name contains its position, which may change while the dialog is open. */
  nameOf: (ids: readonly string[]) => string
  question: (count: number) => string
  subjectOf: (ids: readonly string[]) => string
  yes: string
  no: string
}

/** Moves items to the bin once confirmed, focuses the next remove button and can undo the removal. Render `dialog`. */
export function useConfirmedRemoval<T>(props: RemovalProps<T>) {
  const { container, remove, restore, nameOf, question, subjectOf, yes, no } = props
  const [target, setTarget] = useState<RemovalTarget | null>(null)
  const [busy, setBusy] = useState(false)
  const [removed, setRemoved] = useState<Removed<T> | null>(null)
  const [failure, setFailure] = useState<{ ids: readonly string[]; reason: string } | null>(null)
  const [undoFailure, setUndoFailure] = useState<string | null>(null)

  useEffect(() => {
    if (removed) focusRemoveButton(container.current, removed.index)
  }, [removed, container])

  const onYes = async () => {
    if (!target || busy) return
    setBusy(true)
    setFailure(null)
    setUndoFailure(null)
    setRemoved(null)
    const name = nameOf(target.ids)
    const result = await remove(target.ids)
    setBusy(false)
    setTarget(null)
    if (result.ok) setRemoved({ ...target, name, value: result.value, isRestored: false })
    else setFailure({ ids: target.ids, reason: result.message })
  }
  const undo = async () => {
    if (!removed || removed.isRestored || busy) return
    setBusy(true)
    setUndoFailure(null)
    const result = await restore(removed)
    setBusy(false)
    if (!result.ok) return setUndoFailure(result.message)
    setRemoved({ ...removed, isRestored: true })
  }
  const count = target?.ids.length ?? 1
  const dialog = (
    <ConfirmDialog
      yes={yes}
      no={no}
      question={question(count)}
      subject={target ? subjectOf(target.ids) : undefined}
      note={`${count === 1 ? 'It stays' : 'They stay'} in the bin for 30 days.`}
      open={target !== null}
      busy={busy}
      onYes={() => void onYes()}
      onNo={() => setTarget(null)}
    />
  )
  const clearFailure = () => setFailure(null)
  return { confirm: setTarget, removed, failure, clearFailure, undo: () => void undo(), undoFailure, dialog }
}

function focusRemoveButton(container: HTMLElement | null, index: number): void {
  const buttons = container?.querySelectorAll<HTMLElement>('[data-remove-button]') ?? []
  const next = buttons[Math.min(index, buttons.length - 1)] ?? container
  next?.focus()
}
