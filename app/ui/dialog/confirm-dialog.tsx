import { useId, useRef, useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { useScrollLock } from './scroll-lock.ts'
import { useModal } from './use-modal.ts'
import styles from './confirm-dialog.module.css'

interface ConfirmDialogProps {
  open: boolean
  question: string
  subject?: string | undefined
  /** A sentence below the subject. */
  note?: string | undefined
  yes: string
  no: string
  onYes: () => void
  onNo: () => void
  /** Whether the confirmed action is running. */
  busy?: boolean
}

/** Asks for confirmation. Escape and a click on the backdrop mean no. */
export function ConfirmDialog({ open, ...props }: ConfirmDialogProps) {
  return open ? <OpenDialog {...props} /> : null
}

function OpenDialog({ question, subject, note, yes, no, onYes, onNo, busy = false }: Omit<ConfirmDialogProps, 'open'>) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const [edge] = useState(edgeAwayFromFocus)
  useScrollLock(true)
  const decline = () => {
    if (!busy) onNo()
  }
  useModal(dialog, decline)

  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      data-edge={edge}
      aria-labelledby={id}
      aria-describedby={subject ? `${id}-subject` : undefined}
      onClick={(event) => event.target === dialog.current && decline()}
    >
      <div className={styles.content}>
        <p id={id} className={styles.question}>
          {question}
        </p>
        {subject ? (
          <div id={`${id}-subject`} className={styles.subject}>
            <p dir="auto">{subject}</p>
            {note ? <p>{note}</p> : null}
          </div>
        ) : null}
        <div className={styles.actions}>
          {/* Not `disabled`, because the button would lose focus. */}
          <Button variant="secondary" onClick={decline} aria-disabled={busy || undefined}>
            {no}
          </Button>
          <Button
            variant="danger"
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

/** The edge of the window in the half without the control that opened the dialog. */
function edgeAwayFromFocus(): 'top' | 'bottom' {
  const { top = 0 } = document.activeElement?.getBoundingClientRect() ?? {}
  return top > window.innerHeight / 2 ? 'top' : 'bottom'
}
