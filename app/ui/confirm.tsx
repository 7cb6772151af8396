import { useId, useRef } from 'react'
import { Button } from './button.tsx'
import { useHeldPage } from './held.ts'
import { useModal } from './modal.ts'
import styles from './confirm.module.css'

interface ConfirmProps {
  open: boolean
  question: string
  yes: string
  no: string
  onYes: () => void
  onNo: () => void
  /** While what was agreed to is under way. */
  busy?: boolean
}

/** A question before something is destroyed. Escape and a click beside it mean no. */
export function Confirm({ open, ...asked }: ConfirmProps) {
  return open ? <Asked {...asked} /> : null
}

function Asked({ question, yes, no, onYes, onNo, busy = false }: Omit<ConfirmProps, 'open'>) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useHeldPage(true)
  const refuse = () => {
    if (!busy) onNo()
  }
  useModal(dialog, refuse)

  return (
    <dialog
      ref={dialog}
      className={styles.confirm}
      aria-labelledby={id}
      onClick={(event) => event.target === dialog.current && refuse()}
    >
      <div className={styles.sheet}>
        <p id={id} className={styles.question}>
          {question}
        </p>
        <div className={styles.answers}>
          {/* Not disabled: the focus would be lost. */}
          <Button tone="quiet" onClick={refuse} aria-disabled={busy || undefined}>
            {no}
          </Button>
          <Button
            tone="danger"
            onClick={() => busy || onYes()}
            aria-disabled={busy || undefined}
            aria-busy={busy || undefined}
          >
            {yes}
          </Button>
        </div>
      </div>
    </dialog>
  )
}
