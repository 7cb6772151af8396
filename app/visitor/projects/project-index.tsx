import { href, Link } from 'react-router'
import type { ProjectCard } from '#portfolio/project/project.ts'
import type { IndexFacts } from '#portfolio/work/work.ts'
import { Photo } from '#app/ui/photo/photo.tsx'
import { columns } from '#app/ui/photo/sizes-attribute.ts'
import { twoDigits } from '#app/ui/two-digits.ts'
import styles from './project-index.module.css'

interface ProjectIndexProps {
  projects: readonly ProjectCard[]
  /** By the id of the project. */
  facts: Readonly<Record<string, IndexFacts>>
}

/** The projects as lines with their facts, like the key of a plan. On wide screens, a line shows its cover when pointed at. */
export function ProjectIndex({ projects, facts }: ProjectIndexProps) {
  return (
    <ol className={styles.index}>
      {projects.map(({ id, slug, name, label, coverPhoto }, index) => (
        <li key={id}>
          <Link to={href('/projects/:slug', { slug })} className={styles.line} viewTransition>
            <span className={styles.number} aria-hidden>
              {label ?? twoDigits(index + 1)}
            </span>
            <span className={styles.name} dir="auto">
              {name}
            </span>
            <span>{facts[id]?.sector}</span>
            <span>{facts[id]?.year}</span>
          </Link>
          {coverPhoto ? (
            <div className={styles.cover} aria-hidden>
              <Photo photo={coverPhoto} alt="" sizes={[columns(5)]} />
            </div>
          ) : null}
        </li>
      ))}
    </ol>
  )
}
