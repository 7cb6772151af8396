import type { ReactNode } from 'react'
import styles from './notice.module.css'

/** Says in the page what went wrong. Announced without moving the focus. */
export function Notice({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <div role="alert" id={id} className={styles.notice}>
      {children}
    </div>
  )
}
