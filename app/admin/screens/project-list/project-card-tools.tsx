import { href } from 'react-router'
import type { ProjectCard } from '#portfolio/project/project.ts'
import { useActionFetcher } from '#app/admin/forms/use-action-fetcher.ts'
import { startDrag } from '#app/admin/reorder/drag.ts'
import { PositionField } from '#app/admin/reorder/position-field.tsx'
import { RemoveButton } from '#app/admin/remove/remove-button.tsx'
import { FailureMessage } from '#app/admin/forms/failure-message.tsx'
import { DraftLabel } from '#app/admin/styles/draft-label.tsx'
import { MoveControls } from '#app/admin/reorder/move-controls.tsx'

interface ProjectCardToolsProps {
  project: ProjectCard
  /** 1-based, of `count`. */
  number: number
  count: number
  /** Why deleting it failed. */
  removeError: string | undefined
  /** `index` is the project to insert before; `count` means the end. */
  onMoveTo: (index: number) => void
  onPositionSaved: (position: string) => void
  onDelete: () => void
}

/** Admin controls for one project in the list. */
export function ProjectCardTools({
  project,
  number,
  count,
  removeError,
  onMoveTo,
  onPositionSaved,
  onDelete,
}: ProjectCardToolsProps) {
  const { submit } = useActionFetcher(href('/work'))

  const savePosition = async (position: string) => {
    const result = await submit({ intent: 'move', projectId: project.id, position })
    if (result.ok) onPositionSaved(position)
    // Other failures are logged by the server and not shown.
    return result.ok ? null : (result.fields?.['position'] ?? null)
  }
  return (
    <div className="tool-row">
      {project.draft ? <DraftLabel /> : null}
      <PositionField position={project.position} save={savePosition} />
      <MoveControls
        name={project.name}
        position={number}
        count={count}
        onEarlier={() => onMoveTo(number - 2)}
        onLater={() => onMoveTo(number + 1)}
        onDragStart={(event) => startDrag(event, { onDrop: onMoveTo })}
      />
      <RemoveButton name={`Delete ${project.name}`} symbol="X" onRemove={onDelete} />
      {removeError === undefined ? null : <FailureMessage message="Failed to delete project" reason={removeError} />}
    </div>
  )
}
