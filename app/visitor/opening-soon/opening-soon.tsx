import { href } from 'react-router'
import { ArrowLink } from '#app/ui/arrow-link.tsx'
import { PageContainer } from '#app/ui/page-container.tsx'
import { EnfiladeDrawing } from '#app/visitor/drawings/enfilade-drawing.tsx'
import styles from './opening-soon.module.css'

interface OpeningSoonProps {
  title: string
  /** The studio's name and city. */
  description: string
}

/** What visitors of a closed site see in place of its pages. */
export default function OpeningSoon({ title, description }: OpeningSoonProps) {
  return (
    <PageContainer className={styles.openingSoon}>
      <div className={styles.text}>
        <h1>{title}</h1>
        <p className={styles.place} dir="auto">
          {description}
        </p>
        <ArrowLink to={href('/contact')}>Contact Me</ArrowLink>
      </div>
      <div className={styles.drawing}>
        <EnfiladeDrawing />
      </div>
    </PageContainer>
  )
}
