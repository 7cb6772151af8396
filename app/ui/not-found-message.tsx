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
        <path d="M0 470.5h122.5M226 470.5h194" />
        <path d="M110.5 470V60.5h200V470M122.5 470V72.5h176V470" />
        <path d="M122.5 72.5 226 112.5V506.5L122.5 470z" />
        <path d="M138 98.5l74 27V292l-74-24zM138 292l74 24.5V476.5L138 451z" />
        <circle cx="217.5" cy="306" r="3.5" />
        <path className={styles.thin} d={bricksAbove + bricks} />
        <path className={styles.thin} d="M110.5 20v28M310.5 20v28M106 34.5h209M107 38l7-7M307 38l7-7" />
      </svg>
    </PageContainer>
  )
}

/** The wall behind the door and above it, in stretcher bond. */
const bricksAbove = 'M226 94.5h-46.5M204.5 72.5v22M152.5 72.5v11.5'
const bricks = Array.from({ length: 18 }, (_, course) => {
  const top = 72.5 + course * 22
  const joint = course % 2 ? 282.5 : 256.5
  return `M226 ${top + 22}h72M${joint} ${top}v22`
}).join('')
