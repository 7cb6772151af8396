import { useRef } from 'react'
import type { ProjectCard } from '#portfolio/project/project.ts'
import { ProjectList } from '#app/showcase/project-list.tsx'
import { useAsk } from './ask.ts'
import { CardTools } from './card-tools.tsx'
import { useRemoval } from './removal.tsx'
import { Said } from './said.tsx'
import { ToolSheet } from './tool-sheet.tsx'

/** The list of projects as an admin sees it: the same list, with tools in place. */
export default function ManagedList({ projects }: { projects: readonly ProjectCard[] }) {
  const wall = useRef<HTMLDivElement>(null)
  const { ask } = useAsk('/work')
  const removal = useRemoval({
    wall,
    remove: (projectId) => ask({ intent: 'delete', projectId }),
    question: 'Are you sure you want to delete this project?',
    yes: 'Yes',
    no: 'No',
  })
  return (
    <div ref={wall} tabIndex={-1} className="tool-wall">
      <ToolSheet />
      <Said>{removal.gone ? `${removal.gone.name} was deleted.` : null}</Said>
      <ProjectList
        projects={projects}
        tools={(project) => (
          <CardTools
            project={project}
            failed={removal.refusal?.id === project.id ? removal.refusal.message : undefined}
            onDelete={() => removal.ask({ id: project.id, name: project.name, slot: projects.indexOf(project) })}
          />
        )}
      />
      {removal.dialog}
    </div>
  )
}
