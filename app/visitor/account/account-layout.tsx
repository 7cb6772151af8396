import type { ReactNode } from 'react'
import { PageContainer } from '#app/ui/page-container.tsx'
import { EnfiladeDrawing } from '#app/visitor/drawings/enfilade-drawing.tsx'
import styles from './account-layout.module.css'

export function AccountLayout({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <PageContainer className={styles.container}>
      <div className={styles.content}>
        <h1>{heading}</h1>
        {children}
      </div>
      <div className={styles.drawing}>
        <EnfiladeDrawing />
      </div>
    </PageContainer>
  )
}
