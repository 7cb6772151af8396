import { useEffect, useState, type RefObject } from 'react'
import type { Result } from '#portfolio/result.ts'
import { ConfirmDialog } from '#app/ui/dialog/confirm-dialog.tsx'

export interface RemovalTarget {
  readonly ids: readonly string[]
  /** The index of the remove button to focus afterwards. */
  readonly index: number
}

interface Removed extends RemovalTarget {
  readonly name: string
}

interface RemovalProps {
  /** Contains the remove buttons; focused when none are left. */
  container: RefObject<HTMLElement | null>
  remove: (ids: readonly string[]) => Promise<Result>
  /** Called on confirmation, because an image's name contains its position, which may have changed by then. */
  nameOf: (ids: readonly string[]) => string
  question: (count: number) => string
  yes: string
  no: string
}

/** Removes items after confirmation and focuses the next remove button. The caller renders `dialog`. */
export function useConfirmedRemoval({ container, remove, nameOf, question, ...labels }: RemovalProps) {
  const [target, setTarget] = useState<RemovalTarget | null>(null)
  const [busy, setBusy] = useState(false)
  const [removed, setRemoved] = useState<Removed | null>(null)
  const [failure, setFailure] = useState<{ ids: readonly string[]; reason: string } | null>(null)

  useEffect(() => {
    if (removed) focusRemoveButton(container.current, removed.index)
  }, [removed, container])

  const onYes = async () => {
    if (!target || busy) return
    setBusy(true)
    setFailure(null)
    setRemoved(null)
    const name = nameOf(target.ids)
    const result = await remove(target.ids)
    setBusy(false)
    setTarget(null)
    if (result.ok) setRemoved({ ...target, name })
    else setFailure({ ids: target.ids, reason: result.message })
  }
  const dialog = (
    <ConfirmDialog
      {...labels}
      question={question(target?.ids.length ?? 1)}
      open={target !== null}
      busy={busy}
      onYes={() => void onYes()}
      onNo={() => setTarget(null)}
    />
  )
  return { confirm: setTarget, removed, failure, clearFailure: () => setFailure(null), dialog }
}

function focusRemoveButton(container: HTMLElement | null, index: number): void {
  const buttons = container?.querySelectorAll<HTMLElement>('[data-remove-button]') ?? []
  const next = buttons[Math.min(index, buttons.length - 1)] ?? container
  next?.focus()
}
