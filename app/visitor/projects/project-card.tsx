import { useId, type ReactNode } from 'react'
import { href, Link } from 'react-router'
import type { PhotoView } from '#portfolio/photo/photo.ts'
import type { ProjectCard as Project } from '#portfolio/project/project.ts'
import { Photo } from '#app/ui/photo/photo.tsx'
import type { PhotoBox, PhotoFiles } from '#app/ui/photo/picture-sources.ts'
import type { SizesEntry } from '#app/ui/photo/sizes-attribute.ts'
import { twoDigits } from '#app/ui/two-digits.ts'
import { isLongName } from './long-name.ts'
import styles from './project-card.module.css'

/** The box of a card's cover, and how wide the whole photo is displayed there. */
export interface CoverBox extends PhotoBox {
  readonly uncroppedSizes: readonly SizesEntry[]
}

interface ProjectCardProps {
  project: Project
  /** 1-based position in the list. */
  number: number
  eager: boolean
  /** `null` without a cover. */
  box: CoverBox | null
  /** Admin controls, outside the link. */
  children?: ReactNode
}

export function ProjectCard({ project, number, eager, box, children }: ProjectCardProps) {
  const id = useId()
  const cover = project.coverPhoto
  return (
    <article className={styles.card} aria-labelledby={id}>
      <Link
        to={href('/projects/:slug', { slug: project.slug })}
        className={styles.link}
        aria-labelledby={id}
        viewTransition
      >
        <div className={styles.frame}>
          <div className={styles.photo}>
            {cover && box ? (
              <Photo
                {...coverFiles(cover, box)}
                eager={eager}
                crop
                alt={cover.alt || `Cover photo of ${project.name}`}
              />
            ) : (
              <EmptyCover />
            )}
          </div>
        </div>
        <div className={styles.title} data-number={project.label ?? twoDigits(number)}>
          <h2 id={id} className={styles.name} data-long={isLongName(project.name)} dir="auto">
            {project.name}
          </h2>
        </div>
      </Link>
      {children}
    </article>
  )
}

export function coverFiles(photo: PhotoView, box: CoverBox): PhotoFiles {
  // No HDR: a phone's first screen shows two covers, and an HDR file is three times as large as the AVIF.
  return { photo, sizes: box.uncroppedSizes, boxes: [box], hdr: false }
}

/** Two crossed lines, the symbol for a void in architectural plans. */
function EmptyCover() {
  return (
    <svg className={styles.noCover} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden>
      <path d="M0 0l100 100M100 0 0 100" stroke="currentColor" vectorEffect="non-scaling-stroke" />
    </svg>
  )
}
