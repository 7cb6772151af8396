import { useEffect, useState, type RefObject } from 'react'
import type { Outcome } from '#portfolio/outcome.ts'
import { Confirm } from '#app/ui/confirm.tsx'

/** What can be removed, by its ids, and the slot (from 0) where the focus goes then. */
export interface Removable {
  readonly ids: readonly string[]
  readonly slot: number
}

interface Gone extends Removable {
  /** What it was called when it went. */
  readonly name: string
}

interface RemovalProps {
  /** What holds the remove buttons, each marked `data-removes`; takes the focus when the last one has gone. */
  wall: RefObject<HTMLElement | null>
  remove: (ids: readonly string[]) => Promise<Outcome>
  /** What they are called: an image by its place, which may have changed since it was asked for. */
  nameOf: (ids: readonly string[]) => string
  /** Asks before so many are removed. */
  question: (count: number) => string
  yes: string
  no: string
}

/** Asks, removes, and leaves the focus at the next one. Whoever uses it draws `dialog`. */
export function useRemoval({ wall, remove, nameOf, question, ...texts }: RemovalProps) {
  const [asked, setAsked] = useState<Removable | null>(null)
  const [busy, setBusy] = useState(false)
  const [gone, setGone] = useState<Gone | null>(null)
  const [refusal, setRefusal] = useState<{ ids: readonly string[]; message: string } | null>(null)

  useEffect(() => {
    if (gone) focusSlot(wall.current, gone.slot)
  }, [gone, wall])

  const agree = async () => {
    if (!asked || busy) return
    setBusy(true)
    setRefusal(null)
    setGone(null)
    const name = nameOf(asked.ids)
    const outcome = await remove(asked.ids)
    setBusy(false)
    setAsked(null)
    if (outcome.ok) setGone({ ...asked, name })
    else setRefusal({ ids: asked.ids, message: outcome.message })
  }
  const dialog = (
    <Confirm
      {...texts}
      question={question(asked?.ids.length ?? 1)}
      open={asked !== null}
      busy={busy}
      onYes={() => void agree()}
      onNo={() => setAsked(null)}
    />
  )
  return { ask: setAsked, gone, refusal, dialog }
}

function focusSlot(wall: HTMLElement | null, slot: number): void {
  const buttons = wall?.querySelectorAll<HTMLElement>('[data-removes]') ?? []
  const next = buttons[Math.min(slot, buttons.length - 1)] ?? wall
  next?.focus()
}
