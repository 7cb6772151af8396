import { useRef, useState } from 'react'
import type { ProjectCard } from '#portfolio/project/project.ts'
import { ProjectList } from '#app/showcase/project-list.tsx'
import { Said } from '#app/ui/said.tsx'
import { useAsk } from './ask.ts'
import { CardTools } from './card-tools.tsx'
import { orderWith } from './drop-slot.ts'
import { useOrder } from './order.ts'
import { useRemoval } from './removal.tsx'
import { ToolSheet } from './tool-sheet.tsx'

/** The list of projects as an admin sees it: the same list, with tools in place. */
export default function ManagedList({ projects }: { projects: readonly ProjectCard[] }) {
  const wall = useRef<HTMLDivElement>(null)
  const { ask } = useAsk('/work')
  const { shown, reorder } = useOrder(projects)
  const removal = useRemoval({
    wall,
    remove: ([projectId = '']) => ask({ intent: 'delete', projectId }),
    nameOf: ([projectId]) => shown.find(({ id }) => id === projectId)?.name ?? '',
    question: () => 'Are you sure you want to delete this project?',
    yes: 'Yes',
    no: 'No',
  })
  const placing = useAsk('/work')
  const [placed, setPlaced] = useState<string | null>(null)

  /** Puts it between two others, or at an end: the index among all of them. */
  const place = async (project: ProjectCard, index: number) => {
    const ids = shown.map(({ id }) => id)
    const order = orderWith(ids, [project.id], index)
    if (order.every((id, at) => id === ids[at])) return
    setPlaced(null)
    const slot = order.indexOf(project.id) + 1
    const wish = { intent: 'place', projectId: project.id, before: order[slot] ?? '' }
    const outcome = await reorder(order, () => placing.ask(wish))
    // A failure is only logged (the specification's catalogue); the server does that, and the card is back.
    if (outcome.ok) setPlaced(`${project.name} is number ${slot} of ${order.length} now.`)
  }
  return (
    <div ref={wall} role="group" aria-label="Projects" tabIndex={-1} className="tool-wall">
      <ToolSheet />
      <Said>{removal.gone ? `${removal.gone.name} was deleted.` : null}</Said>
      <ProjectList
        projects={shown}
        tools={(project) => (
          <CardTools
            project={project}
            slot={shown.indexOf(project) + 1}
            count={shown.length}
            failed={removal.refusal?.ids.includes(project.id) ? removal.refusal.message : undefined}
            onPlace={(index) => void place(project, index)}
            onMoved={(position) => setPlaced(`${project.name} has position ${position} now.`)}
            onDelete={() => removal.ask({ ids: [project.id], slot: shown.indexOf(project) })}
          />
        )}
      />
      <p className="unseen" role="status">
        {placed}
      </p>
      {removal.dialog}
    </div>
  )
}
