import type { ReactNode } from 'react'
import { Sheet } from '#app/ui/sheet.tsx'
import styles from './lost.module.css'

/** For what is not there: a sentence, a way back, and a door that leads nowhere. */
export function Lost({ heading, children }: { heading: string; children?: ReactNode }) {
  return (
    <Sheet className={styles.lost}>
      <div className={styles.words}>
        <h1>{heading}</h1>
        {children}
      </div>
      <svg className={styles.door} viewBox="0 0 420 520" fill="none" stroke="currentColor" aria-hidden>
        <path d="M0 470.5h420" />
        <path d="M110.500 470V60.500h200V470M122.500 470V72.500h176V470" />
        <path d="M122.500 72.500 226 112.500V506.500L122.500 470" />
        <path d="M138 98.500l74 27V292l-74-24zM138 292l74 24.500V476.500L138 451" />
        <circle cx="216.500" cy="306" r="3.500" />
        <path className={styles.thin} d="M232 470V72.500M244 470V72.500M256 470V72.500M268 470V72.500M280 470V72.500M292 470V72.500" />
        <path className={styles.thin} d="M110.500 20v28M310.500 20v28M106 34.500h209M107 38l7-7M307 38l7-7" />
        <path className={styles.thin} d="M122.500 470A190 66 0 0 0 226 506" strokeDasharray="4 5" />
      </svg>
    </Sheet>
  )
}
