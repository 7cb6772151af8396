import type { ReactNode } from 'react'
import { Sheet } from '#app/ui/sheet.tsx'
import { Enfilade } from './enfilade.tsx'
import styles from './entry-sheet.module.css'

/** The frame of the pages at the door: sign-up, log-in, log-out. */
export function EntrySheet({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Sheet className={styles.sheet}>
      <div className={styles.words}>
        <h1>{heading}</h1>
        {children}
      </div>
      <div className={styles.drawing}>
        <Enfilade />
      </div>
    </Sheet>
  )
}
