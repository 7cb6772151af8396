import { useEffect, useId, useRef } from 'react'
import { Button } from './button.tsx'
import { useHeldPage } from './held.ts'
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

  useEffect(() => {
    const shown = dialog.current
    const opener = document.activeElement
    shown?.showModal()
    return () => {
      shown?.close()
      // The opener may have gone with what was deleted.
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
    }
  }, [])

  return (
    <dialog
      ref={dialog}
      className={styles.confirm}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        if (!busy) onNo()
      }}
      onClick={(event) => {
        if (event.target === dialog.current && !busy) onNo()
      }}
    >
      <div className={styles.sheet}>
        <p id={id} className={styles.question}>
          {question}
        </p>
        <div className={styles.answers}>
          <Button tone="quiet" onClick={onNo} disabled={busy}>
            {no}
          </Button>
          <Button tone="danger" onClick={onYes} disabled={busy} aria-busy={busy || undefined}>
            {yes}
          </Button>
        </div>
      </div>
    </dialog>
  )
}
