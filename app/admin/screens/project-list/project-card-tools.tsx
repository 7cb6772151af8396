import type { ProjectCard } from '#portfolio/project/project.ts'
import { startDrag } from '#app/admin/reorder/drag.ts'
import { PositionField } from '#app/admin/reorder/position-field.tsx'
import { RemoveButton } from '#app/admin/remove/remove-button.tsx'
import { FailureMessage } from '#app/admin/forms/failure-message.tsx'
import { DraftLabel } from '#app/admin/styles/draft-label.tsx'
import { MoveControls } from '#app/admin/reorder/move-controls.tsx'

interface ProjectCardToolsProps {
  project: ProjectCard
  /** The 1-based position among `count` projects. */
  number: number
  count: number
  moveError: string | undefined
  removeError: string | undefined
  /** Moves the project before the one at `index`; `count` moves it to the end. */
  onMoveTo: (index: number) => void
  onPosition: (position: string) => Promise<unknown>
  onRemove: () => void
}

export function ProjectCardTools({
  project,
  number,
  count,
  moveError,
  removeError,
  onMoveTo,
  onPosition,
  onRemove,
}: ProjectCardToolsProps) {
  return (
    <div className="tool-row">
      {project.draft ? <DraftLabel publishAt={project.publishAt} /> : null}
      <PositionField position={project.position} error={moveError} save={onPosition} />
      <MoveControls
        name={project.name}
        position={number}
        count={count}
        onEarlier={() => onMoveTo(number - 2)}
        onLater={() => onMoveTo(number + 1)}
        onDragStart={(event) => startDrag(event, { onDrop: onMoveTo })}
      />
      <RemoveButton name={`Delete ${project.name}`} symbol="X" onRemove={onRemove} />
      {removeError === undefined ? null : <FailureMessage message="Failed to delete project" reason={removeError} />}
    </div>
  )
}
