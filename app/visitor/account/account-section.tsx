import { useId, type ReactNode } from 'react'
import styles from './account-section.module.css'

export function AccountSection({ heading, children }: { heading: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={styles.section}>
      <h2 id={id} className={styles.heading}>
        {heading}
      </h2>
      <div className={styles.content}>{children}</div>
    </section>
  )
}
