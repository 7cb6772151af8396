import type { ProjectCard } from '#portfolio/project/project.ts'
import { PageContainer } from '#app/ui/page-container.tsx'
import { ProjectList } from './project-list.tsx'

interface ProjectListPageProps {
  page: { readonly title: string }
  projects: readonly ProjectCard[]
  /** The class of the heading. */
  className: string | undefined
}

/** Shown instead of an admin page while the tools are hidden. */
export function ProjectListPage({ page, projects, className }: ProjectListPageProps) {
  return (
    <PageContainer>
      <h1 className={className}>{page.title}</h1>
      <ProjectList projects={projects} />
    </PageContainer>
  )
}
