import { useState, type CSSProperties, type ReactNode } from 'react'
import { href, Link } from 'react-router'
import type { ProjectCard } from '#portfolio/project/project.ts'
import type { IndexFacts } from '#portfolio/work/work.ts'
import { Photo } from '#app/ui/photo/photo.tsx'
import { columns } from '#app/ui/photo/sizes-attribute.ts'
import { twoDigits } from '#app/ui/two-digits.ts'
import { NoProjects } from './project-list.tsx'
import styles from './project-index.module.css'

interface ProjectIndexProps {
  projects: readonly ProjectCard[]
  /** By the id of the project. */
  facts: Readonly<Record<string, IndexFacts>>
  /** What admins see of one project. */
  tools?: ((project: ProjectCard) => ReactNode) | undefined
}

/** The projects as lines with their facts, like the key of a plan. On wide screens, a line shows its cover when pointed at. */
export function ProjectIndex({ projects, facts, tools }: ProjectIndexProps) {
  const [shownId, setShownId] = useState<string | null>(null)
  const cover = projects.find(({ id }) => id === shownId)?.coverPhoto
  if (projects.length === 0) return <NoProjects />
  return (
    <div className={styles.index} onPointerLeave={() => setShownId(null)}>
      <ol>
        {projects.map((project, index) => {
          const { id, slug, name, label } = project
          return (
            <li key={id} onPointerEnter={() => setShownId(id)} onFocus={() => setShownId(id)}>
              <Link to={href('/projects/:slug', { slug })} className={styles.line} viewTransition>
                <span className={styles.number} aria-hidden>
                  {label ?? twoDigits(index + 1)}
                </span>
                <span className={styles.name} dir="auto">
                  {name}
                </span>{' '}
                <span>{facts[id]?.sector}</span> <span>{facts[id]?.year}</span>
              </Link>
              {tools?.(project)}
            </li>
          )
        })}
      </ol>
      {cover ? (
        <div
          key={cover.id}
          className={styles.cover}
          style={{ '--ratio': cover.width / cover.height } as CSSProperties}
          aria-hidden
        >
          <Photo photo={cover} alt="" sizes={[columns(5)]} hdr={false} />
        </div>
      ) : null}
    </div>
  )
}
