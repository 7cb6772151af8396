import type { ReactNode } from 'react'
import styles from './notice.module.css'

interface NoticeProps {
  id?: string
  children: ReactNode
  /** The reason, where one is known; it is read below, not announced. */
  why?: ReactNode
}

/** Says in the page what went wrong. Announced without moving the focus. */
export function Notice({ id, children, why }: NoticeProps) {
  return (
    <div className={styles.notice}>
      <div role="alert" id={id}>
        {children}
      </div>
      {why ? <p>{why}</p> : null}
    </div>
  )
}
