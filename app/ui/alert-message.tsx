import type { ReactNode } from 'react'
import styles from './message.module.css'

interface AlertMessageProps {
  id?: string
  children: ReactNode
  /** Shown below the message but not announced. */
  reason?: ReactNode
}

/** An error message in the page, announced to screen readers without moving focus. */
export function AlertMessage({ id, children, reason }: AlertMessageProps) {
  return (
    <div className={styles.alert}>
      <div role="alert" id={id}>
        {children}
      </div>
      {reason ? <p>{reason}</p> : null}
    </div>
  )
}
