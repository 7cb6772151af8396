import type { ReactNode } from 'react'
import styles from './page-container.module.css'

export function PageContainer({ children, className = '' }: { children: ReactNode; className?: string | undefined }) {
  return <div className={`${styles.container} ${className}`.trim()}>{children}</div>
}
