import type { ReactNode } from 'react'
import styles from './notice.module.css'

/** A message in the page: `alert` for what went wrong, `status` for good news. Announced without moving the focus. */
export function Notice({ tone, id, children }: { tone: 'alert' | 'status'; id?: string; children: ReactNode }) {
  return (
    <div role={tone} id={id} className={tone === 'alert' ? styles.alert : styles.status}>
      {children}
    </div>
  )
}
