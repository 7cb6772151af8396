import type { ReactNode } from 'react'
import styles from './sheet.module.css'

/** The margins of a page, and the quiet at its end. */
export function Sheet({ children, className = '' }: { children: ReactNode; className?: string | undefined }) {
  return <div className={`${styles.sheet} ${className}`.trim()}>{children}</div>
}
