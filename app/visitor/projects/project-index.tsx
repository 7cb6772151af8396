import { useId, useState, type ReactNode } from 'react'
import { href, Link } from 'react-router'
import type { ProjectCard } from '#portfolio/project/project.ts'
import type { IndexFacts } from '#portfolio/work/work.ts'
import { InlineCss } from '#app/ui/inline-css.tsx'
import { Photo } from '#app/ui/photo/photo.tsx'
import { columns, cssNumber } from '#app/ui/photo/sizes-attribute.ts'
import { twoDigits } from '#app/ui/two-digits.ts'
import { NoProjects } from './project-list.tsx'
import styles from './project-index.module.css'

interface ProjectIndexProps {
  projects: readonly ProjectCard[]
  /** By the id of the project. */
  facts: Readonly<Record<string, IndexFacts>>
  /** Controls for admins, shown with each project. */
  tools?: ((project: ProjectCard) => ReactNode) | undefined
}

/**
 * The projects as lines with their sector and year. Wide screens show the cover of the line that was last pointed at or
 * focused; initially, of the first line.
 */
export function ProjectIndex({ projects, facts, tools }: ProjectIndexProps) {
  const [shownId, setShownId] = useState<string | null>(null)
  const coverId = useId()
  const [first] = projects
  if (!first) return <NoProjects />
  const { coverPhoto: cover } = projects.find(({ id }) => id === shownId) ?? first
  return (
    <div className={styles.index}>
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
        <div key={cover.id} id={coverId} className={styles.cover} aria-hidden>
          <InlineCss
            css={`
              #${coverId} {
                --ratio: ${cssNumber(cover.width / cover.height)};
              }
            `}
          />
          <Photo photo={cover} alt="" sizes={[columns(5)]} hdr={false} />
        </div>
      ) : null}
    </div>
  )
}
