import type { ReactNode } from 'react'
import type { ProjectCard } from '#portfolio/project/project.ts'
import { AdminStyles } from '#app/admin/styles/admin-styles.tsx'
import { DraftLabel } from '#app/admin/styles/draft-label.tsx'

interface NarrowedProjectListProps {
  /** Renders the list; `tools` renders what only admins see of a project. */
  children: (tools: (project: ProjectCard) => ReactNode) => ReactNode
}

/** The index, one sector, or the list by year: without controls, because positions refer to the whole list. */
export default function NarrowedProjectList({ children }: NarrowedProjectListProps) {
  return (
    <div role="group" aria-label="Projects" className="tool-list">
      <AdminStyles />
      <p className="tool-hint tool-narrowed">Open the whole list to reorder or delete projects.</p>
      {children(({ draft, publishAt }) => (draft ? <DraftLabel publishAt={publishAt} /> : null))}
    </div>
  )
}
