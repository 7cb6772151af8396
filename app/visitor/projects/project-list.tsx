import type { ReactNode } from 'react'
import type { ProjectCard as Project } from '#portfolio/project/project.ts'
import { columns, onPhones, type SizesEntry } from '#app/ui/photo/sizes-attribute.ts'
import { ProjectCard } from './project-card.tsx'
import styles from './project-list.module.css'

interface ProjectListProps {
  projects: readonly Project[]
  /** Admin controls for one project. */
  tools?: (project: Project) => ReactNode
}

/** The 4 repeating cells of the staggered list: columns of 12 and aspect ratios. Must match the style sheet. */
const cells = [
  { span: 7, wideRatio: 4 / 3, narrowRatio: 4 / 3 },
  { span: 4, wideRatio: 4 / 5, narrowRatio: 4 / 5 },
  { span: 5, wideRatio: 5 / 6, narrowRatio: 1 },
  { span: 6, wideRatio: 3 / 2, narrowRatio: 4 / 3 },
] as const
const singleCell = { span: 9, wideRatio: 3 / 2, narrowRatio: 4 / 3 } as const

/** All projects in order, staggered in two columns. */
export function ProjectList({ projects, tools }: ProjectListProps) {
  if (projects.length === 0) return <p className={styles.empty}>No projects to display</p>
  return (
    <ol className={styles.list}>
      {projects.map((project, index) => (
        <li key={project.id}>
          <ProjectCard
            project={project}
            number={index + 1}
            // Only the first: on phones, the others are not visible and would compete for bandwidth.
            eager={index === 0}
            sizes={
              project.coverPhoto
                ? coverSizes(index, projects.length, project.coverPhoto.width / project.coverPhoto.height)
                : []
            }
          >
            {tools?.(project)}
          </ProjectCard>
        </li>
      ))}
    </ol>
  )
}

/** A cover that is wider than its cell is cropped at the sides, so it is displayed wider than the cell. */
function coverSizes(index: number, count: number, aspectRatio: number): SizesEntry[] {
  const cell = count === 1 ? singleCell : (cells[index % cells.length] ?? cells[0])
  const scale = (cellRatio: number) => Math.max(1, aspectRatio / cellRatio)
  return [onPhones(scale(cell.narrowRatio)), ...columns(cell.span, scale(cell.wideRatio))]
}
