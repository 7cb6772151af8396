import type { ReactNode } from 'react'
import styles from './message.module.css'

/** A success message. Its live region stays mounted, because screen readers announce only changes in it. */
export function StatusMessage({ children, className }: { children: ReactNode; className?: string | undefined }) {
  return (
    <div role="status" className={className}>
      {children ? <div className={styles.status}>{children}</div> : null}
    </div>
  )
}
