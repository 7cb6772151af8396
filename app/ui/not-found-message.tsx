import type { ReactNode } from 'react'
import { PageContainer } from './page-container.tsx'
import styles from './not-found-message.module.css'

/** The page for a wrong URL: a heading, links, and a drawing of a door that opens onto a wall. */
export default function NotFoundMessage({ heading, children }: { heading: string; children?: ReactNode }) {
  return (
    <PageContainer className={styles.notFound}>
      <div className={styles.text}>
        <h1>{heading}</h1>
        {children}
      </div>
      <svg className={styles.drawing} viewBox="0 0 420 520" fill="none" stroke="currentColor" aria-hidden>
        <path className={styles.thick} d="M0 470.5h110.5V60.5h200v410H420" />
        <path d="M122.5 470V72.5h176V470M226 470.5h84.5M110.5 470.5h12" />
        <path className={styles.thick} d="M122.5 72.5 226 112.5V506.5L122.5 470z" />
        <path d="M138 98.5l74 27V292l-74-24zM138 292l74 24.5V476.5L138 451z" />
        <circle cx="217.5" cy="306" r="3.5" />
        <path className={styles.thin} d={bricksAbove + bricks} />
        <path className={styles.thin} d="M110.5 20v28M310.5 20v28M98 34.5h225" />
        <path d="m104 41 13-13M304 41l13-13" />
      </svg>
    </PageContainer>
  )
}

/** The wall behind the door and above it, in stretcher bond. */
const bricksAbove = 'M226 94.5h-46.5M204.5 72.5v22M152.5 72.5v11.5'
const bricks = Array.from({ length: 18 }, (_, course) => {
  const top = 72.5 + course * 22
  const joint = course % 2 ? 282.5 : 256.5
  return `M226 ${top}h72M${joint} ${top}v22`
}).join('')
