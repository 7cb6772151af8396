import type { ReactNode } from 'react'
import type { ProjectCard as Project } from '#portfolio/project/project.ts'
import { ProjectCard } from './project-card.tsx'
import styles from './project-list.module.css'

interface ProjectListProps {
  projects: readonly Project[]
  /** Tools of an admin for one project. */
  tools?: (project: Project) => ReactNode
}

/** How wide the four places of the staggered list are; the widths in the style sheet, as a browser is told them. */
const places = [
  '(min-width: 640px) calc((100vw - 2 * clamp(20px, 4vw, 72px)) * 0.58), calc(100vw - 40px)',
  '(min-width: 640px) calc((100vw - 2 * clamp(20px, 4vw, 72px)) * 0.34), calc(100vw - 40px)',
  '(min-width: 640px) calc((100vw - 2 * clamp(20px, 4vw, 72px)) * 0.42), calc(100vw - 40px)',
  '(min-width: 640px) calc((100vw - 2 * clamp(20px, 4vw, 72px)) * 0.5), calc(100vw - 40px)',
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
            sizes={places[index % places.length] ?? places[0]}
          >
            {tools?.(project)}
          </ProjectCard>
        </li>
      ))}
    </ol>
  )
}
