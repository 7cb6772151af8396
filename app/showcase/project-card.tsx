import { useId, type ReactNode } from 'react'
import { href, Link } from 'react-router'
import type { ProjectCard as Project } from '#portfolio/project/project.ts'
import { Photo } from '#app/ui/photo.tsx'
import { isLong } from './long-name.ts'
import styles from './project-card.module.css'

interface ProjectCardProps {
  project: Project
  /** 1-based place in the list, as in a plan's key. */
  number: number
  eager: boolean
  sizes: string
  /** Tools of an admin; they stand beside the link, never in it. */
  children?: ReactNode
}

/** The cover and the name of a project; all of it leads to its page. */
export function ProjectCard({ project, number, eager, sizes, children }: ProjectCardProps) {
  const id = useId()
  const cover = project.coverPhoto
  return (
    <article className={styles.card} aria-labelledby={id}>
      <Link
        to={href('/projects/:projectId', { projectId: project.id })}
        className={styles.link}
        aria-labelledby={id}
        prefetch="intent"
        viewTransition
      >
        <div className={styles.frame}>
          <div className={styles.picture}>
            {cover ? (
              <Photo
                photo={cover}
                sizes={sizes}
                eager={eager}
                crop
                alt={cover.alt || `Cover photo of ${project.name}`}
              />
            ) : (
              <EmptyFrame />
            )}
          </div>
        </div>
        <div className={styles.title} data-number={twoDigits(number)}>
          <h2 id={id} className={styles.name} data-long={isLong(project.name)} dir="auto">
            {project.name}
          </h2>
        </div>
      </Link>
      {children}
    </article>
  )
}

/** A number as on a plan's key: 01, 02, … */
export function twoDigits(number: number): string {
  return String(number).padStart(2, '0')
}

/** An opening without a picture, drawn as plans draw a void: two crossed lines. */
function EmptyFrame() {
  return (
    <svg className={styles.empty} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden>
      <path d="M0 0l100 100M100 0 0 100" stroke="currentColor" vectorEffect="non-scaling-stroke" />
    </svg>
  )
}
