import type { ReactNode } from 'react'
import { Link } from 'react-router'
import styles from './arrow-link.module.css'

export function ArrowLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className={styles.link} viewTransition>
      <span className={styles.label}>{children}</span>
      <svg className={styles.arrow} viewBox="0 0 28 12" width="28" height="12" aria-hidden>
        <path d="M0 6h27M22 1l5 5-5 5" fill="none" stroke="currentColor" />
      </svg>
    </Link>
  )
}
