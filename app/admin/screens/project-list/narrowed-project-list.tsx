import type { ProjectCard } from '#portfolio/project/project.ts'
import { ProjectList } from '#app/visitor/projects/project-list.tsx'
import { AdminStyles } from '#app/admin/styles/admin-styles.tsx'
import { DraftLabel } from '#app/admin/styles/draft-label.tsx'

/** A part of the list or the list by year, without controls: positions are those in the whole list. */
export default function NarrowedProjectList({ projects }: { projects: readonly ProjectCard[] }) {
  return (
    <div role="group" aria-label="Projects" className="tool-list">
      <AdminStyles />
      <p className="tool-hint tool-narrowed">Projects are reordered and deleted in the whole list.</p>
      <ProjectList
        projects={projects}
        tools={({ draft, publishAt }) => (draft ? <DraftLabel publishAt={publishAt} /> : null)}
      />
    </div>
  )
}
