import { href } from 'react-router'
import { useRef, useState } from 'react'
import type { ProjectCard } from '#portfolio/project/project.ts'
import { ProjectList } from '#app/visitor/projects/project-list.tsx'
import { StatusMessage } from '#app/ui/status-message.tsx'
import { useActionFetcher } from '#app/admin/forms/use-action-fetcher.ts'
import { ProjectCardTools } from './project-card-tools.tsx'
import { moveToIndex } from '#app/admin/reorder/move-to-index.ts'
import { useOptimisticOrder } from '#app/admin/reorder/use-optimistic-order.ts'
import { useConfirmedRemoval } from '#app/admin/remove/use-confirmed-removal.tsx'
import { AdminStyles } from '#app/admin/styles/admin-styles.tsx'

/** The project list with admin controls. */
export default function ProjectListEditor({ projects }: { projects: readonly ProjectCard[] }) {
  const container = useRef<HTMLDivElement>(null)
  const { submit } = useActionFetcher(href('/work'))
  const { items, reorder } = useOptimisticOrder(projects)
  const removal = useConfirmedRemoval({
    container,
    remove: ([projectId = '']) => submit({ intent: 'delete', projectId }),
    nameOf: ([projectId]) => items.find(({ id }) => id === projectId)?.name ?? '',
    question: () => 'Are you sure you want to delete this project?',
    yes: 'Yes',
    no: 'No',
  })
  const { submit: submitMove } = useActionFetcher(href('/work'))
  const [movedMessage, setMovedMessage] = useState<string | null>(null)

  /** `index` is the item to insert before; the number of items means the end. */
  const moveTo = async (project: ProjectCard, index: number) => {
    const ids = items.map(({ id }) => id)
    const order = moveToIndex(ids, [project.id], index)
    if (order.every((id, at) => id === ids[at])) return
    setMovedMessage(null)
    const number = order.indexOf(project.id) + 1
    const input = { intent: 'move-before', projectId: project.id, before: order[number] ?? '' }
    const result = await reorder(order, () => submitMove(input))
    // A failure shows no message: the server logs it, and the card moves back.
    if (result.ok) setMovedMessage(`${project.name} is number ${number} of ${order.length} now.`)
  }
  return (
    <div ref={container} role="group" aria-label="Projects" tabIndex={-1} className="tool-list">
      <AdminStyles />
      <StatusMessage>{removal.removed ? `${removal.removed.name} was deleted.` : null}</StatusMessage>
      <ProjectList
        projects={items}
        tools={(project) => (
          <ProjectCardTools
            project={project}
            number={items.indexOf(project) + 1}
            count={items.length}
            removeError={removal.failure?.ids.includes(project.id) ? removal.failure.reason : undefined}
            onMoveTo={(index) => void moveTo(project, index)}
            onPositionSaved={(position) => setMovedMessage(`${project.name} has position ${position} now.`)}
            onDelete={() => removal.confirm({ ids: [project.id], index: items.indexOf(project) })}
          />
        )}
      />
      <p className="visually-hidden" role="status">
        {movedMessage}
      </p>
      {removal.dialog}
    </div>
  )
}
