import type { ReactNode } from 'react'
import styles from './notice.module.css'

/** Good news, heard without moving the focus, and once: the region is there before what it says, and the only one. */
export function Said({ children, className }: { children: ReactNode; className?: string | undefined }) {
  return (
    <div role="status" className={className}>
      {children ? <div className={styles.status}>{children}</div> : null}
    </div>
  )
}
