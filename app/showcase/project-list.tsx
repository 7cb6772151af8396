import type { ReactNode } from 'react'
import type { Photograph } from '#portfolio/photo/photo.ts'
import type { ProjectCard as Project } from '#portfolio/project/project.ts'
import { ProjectCard } from './project-card.tsx'
import styles from './project-list.module.css'

interface ProjectListProps {
  projects: readonly Project[]
  /** Tools of an admin for one project. */
  tools?: (project: Project) => ReactNode
}

/** The four places of the staggered list, as the style sheet has them: share of the page's width, proportions. */
const places = [
  { share: 0.57, wide: 4 / 3, narrow: 4 / 3 },
  { share: 0.32, wide: 4 / 5, narrow: 4 / 5 },
  { share: 0.4, wide: 5 / 6, narrow: 1 },
  { share: 0.49, wide: 3 / 2, narrow: 4 / 3 },
] as const

/** How many covers a first screen may show. */
const inSight = 2

/** All projects in the order of their positions, staggered in two columns. */
export function ProjectList({ projects, tools }: ProjectListProps) {
  if (projects.length === 0) return <p className={styles.none}>No projects to display</p>
  return (
    <ol className={styles.list}>
      {projects.map((project, index) => (
        <li key={project.id}>
          <ProjectCard
            project={project}
            number={index + 1}
            eager={index < inSight}
            sizes={sizesAt(index, project.coverPhoto)}
          >
            {tools?.(project)}
          </ProjectCard>
        </li>
      ))}
    </ol>
  )
}

/** A picture that is wider than its place is cropped at the sides, so it has to come larger than what is seen. */
function sizesAt(index: number, cover: Photograph | null): string {
  const place = places[index % places.length] ?? places[0]
  const proportion = cover ? cover.width / cover.height : 1
  const grown = (box: number) => Math.max(1, proportion / box)
  const wide = `calc((100vw - 2 * clamp(20px, 4vw, 72px)) * ${(place.share * grown(place.wide)).toFixed(3)})`
  return `(min-width: 640px) ${wide}, calc((100vw - 40px) * ${grown(place.narrow).toFixed(3)})`
}
