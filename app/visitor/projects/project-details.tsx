import { paragraphsOf } from '#portfolio/paragraphs.ts'
import styles from './project-details.module.css'

export function ProjectDetails({ text }: { text: string }) {
  const paragraphs = paragraphsOf(text)
  const isLead = (index: number) => index === 0 && paragraphs.length > 1 && isShort(paragraphs[0])
  return (
    <div className={styles.details}>
      {paragraphs.map((paragraph, index) => (
        <p key={index} className={isLead(index) ? styles.lead : undefined} dir="auto">
          {paragraph}
        </p>
      ))}
    </div>
  )
}

/** Whether the first paragraph is short enough to be set larger than the rest; a longer one would be hard to read. */
function isShort(paragraph = ''): boolean {
  return [...paragraph].length <= 240
}
