import type { ReactNode } from 'react'
import type { Photograph } from '#portfolio/photo/photo.ts'
import type { ProjectCard as Project } from '#portfolio/project/project.ts'
import { columns, content, factor, sizesOf } from '#app/ui/sizes.ts'
import { ProjectCard } from './project-card.tsx'
import styles from './project-list.module.css'

interface ProjectListProps {
  projects: readonly Project[]
  /** Tools of an admin for one project. */
  tools?: (project: Project) => ReactNode
}

/** The four places of the staggered list, as the style sheet has them: columns of twelve, proportions. */
const places = [
  { span: 7, wide: 4 / 3, narrow: 4 / 3 },
  { span: 4, wide: 4 / 5, narrow: 4 / 5 },
  { span: 5, wide: 5 / 6, narrow: 1 },
  { span: 6, wide: 3 / 2, narrow: 4 / 3 },
] as const
const alone = { span: 9, wide: 3 / 2, narrow: 4 / 3 } as const

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
            // On a phone no other is in sight at first, and would take half of a slow line from this one.
            eager={index === 0}
            sizes={project.coverPhoto ? sizesAt(index, projects.length, project.coverPhoto) : ''}
          >
            {tools?.(project)}
          </ProjectCard>
        </li>
      ))}
    </ol>
  )
}

/** A picture that is wider than its place is cropped at the sides, so it has to come larger than what is seen. */
function sizesAt(index: number, count: number, cover: Photograph): string {
  const place = count === 1 ? alone : (places[index % places.length] ?? places[0])
  const grown = (box: number) => factor(Math.max(1, cover.width / cover.height / box))
  return sizesOf([
    { below: 640, drawn: `${content}*${grown(place.narrow)}` },
    { drawn: `${columns(place.span)}*${grown(place.wide)}` },
  ])
}
