import { href } from 'react-router'
import { useRef, useState } from 'react'
import type { Result } from '#portfolio/result.ts'
import type { ProjectCard } from '#portfolio/project/project.ts'
import { ProjectList } from '#app/visitor/projects/project-list.tsx'
import { useActionFetcher } from '#app/admin/forms/use-action-fetcher.ts'
import { useRootData } from '#app/use-root-data.ts'
import { AddFolders } from './add-folders.tsx'
import { ProjectCardTools } from './project-card-tools.tsx'
import { moveToIndex } from '#app/admin/reorder/move-to-index.ts'
import { useUndoMove } from '#app/admin/reorder/use-undo-move.tsx'
import { useOptimisticOrder } from '#app/admin/reorder/use-optimistic-order.ts'
import { UndoBar } from '#app/admin/screens/undo-bar.tsx'
import { useConfirmedRemoval } from '#app/admin/remove/use-confirmed-removal.tsx'
import { AdminStyles } from '#app/admin/styles/admin-styles.tsx'

interface ProjectListEditorProps {
  projects: readonly ProjectCard[]
  /** The id of the last move, if it can be undone. */
  lastMove: string | null
}

export default function ProjectListEditor({ projects, lastMove }: ProjectListEditorProps) {
  const container = useRef<HTMLDivElement>(null)
  const userId = useRootData().person?.userId
  const { submit } = useActionFetcher(href('/work'))
  const { submit: restore } = useActionFetcher(href('/bin'))
  const { items, reorder } = useOptimisticOrder(projects)
  const nameOf = ([projectId]: readonly string[]) => items.find(({ id }) => id === projectId)?.name ?? ''
  const [moveFailure, setMoveFailure] = useState<{ id: string; reason: string } | null>(null)
  const [movedMessage, setMovedMessage] = useState<string | null>(null)
  const removal = useConfirmedRemoval({
    container,
    remove([projectId = '']) {
      setMoveFailure(null)
      // The message about the last move contains positions from before the removal.
      setMovedMessage(null)
      return submit({ intent: 'delete', projectId })
    },
    restore: ({ ids: [projectId = ''] }) => restore({ intent: 'restore-project', projectId }),
    nameOf,
    subjectOf: nameOf,
    question: () => 'Are you sure you want to delete this project?',
    yes: 'Yes',
    no: 'No',
  })
  const { submit: submitMove } = useActionFetcher(href('/work'))
  const { hasEarlierMove, earlierUndoButton, undoButton, undoMoveFailure } = useUndoMove({
    action: href('/work'),
    lastMove,
    container,
    onUndone: () => setMovedMessage('The projects are back in their previous order.'),
  })

  /** Runs `request` and shows its result in place of the results of earlier changes. */
  const move = async ({ id }: ProjectCard, request: () => Promise<Result>, movedMessage: string) => {
    removal.clearFailure()
    setMoveFailure(null)
    setMovedMessage(null)
    const result = await request()
    if (result.ok) return setMovedMessage(movedMessage)
    const reason = result.fields?.['position'] ?? `The position was not changed. ${result.message}`
    setMoveFailure({ id, reason })
  }
  /** `index` is the index of the item to insert before; the number of items inserts at the end. */
  const moveTo = async (project: ProjectCard, index: number) => {
    const ids = items.map(({ id }) => id)
    const order = moveToIndex(ids, [project.id], index)
    if (order.every((id, at) => id === ids[at])) return
    const number = order.indexOf(project.id) + 1
    const input = { intent: 'move-before', projectId: project.id, before: order[number] ?? '' }
    const message = `${project.name} is now number ${number} of ${order.length}.`
    await move(project, () => reorder(order, () => submitMove(input)), message)
  }
  const savePosition = (project: ProjectCard, position: string) => {
    const input = { intent: 'move', projectId: project.id, position }
    return move(project, () => submitMove(input), `${project.name} is now at position ${position}.`)
  }
  const undoBar = (
    <UndoBar
      movedMessage={movedMessage}
      undoButton={undoButton}
      undoMoveFailure={undoMoveFailure}
      removal={removal}
      verb="deleted"
      undoLabel="Undo delete"
    />
  )
  return (
    <div ref={container} role="group" aria-label="Projects" tabIndex={-1} className="tool-list">
      <AdminStyles />
      {hasEarlierMove ? <div className="tool-undo-earlier">{earlierUndoButton}</div> : null}
      <ProjectList
        projects={items}
        tools={(project) => (
          <ProjectCardTools
            project={project}
            number={items.indexOf(project) + 1}
            count={items.length}
            moveError={moveFailure?.id === project.id ? moveFailure.reason : undefined}
            removeError={removal.failure?.ids.includes(project.id) ? removal.failure.reason : undefined}
            onMoveTo={(index) => void moveTo(project, index)}
            onPosition={(position) => savePosition(project, position)}
            onRemove={() => removal.confirm({ ids: [project.id], index: items.indexOf(project) })}
          />
        )}
      />
      {userId ? (
        <AddFolders key={userId} userId={userId}>
          {undoBar}
        </AddFolders>
      ) : (
        undoBar
      )}
      {removal.dialog}
    </div>
  )
}
