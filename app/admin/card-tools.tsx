import type { ProjectCard } from '#portfolio/project/project.ts'
import { useAsk } from './ask.ts'
import { startDrag } from './drag.ts'
import { PositionField } from './position-field.tsx'
import { RemoveButton } from './remove-button.tsx'
import { Failure } from './failure.tsx'
import { Shifters } from './shifters.tsx'

interface CardToolsProps {
  project: ProjectCard
  /** 1-based place in the list, of so many. */
  slot: number
  count: number
  /** Why deleting it failed, the last time. */
  failed: string | undefined
  /** Puts it between two others, or at an end: the index among all of them, from 0 to their number. */
  onPlace: (index: number) => void
  /** It has the position that was typed. */
  onMoved: (position: string) => void
  onDelete: () => void
}

/** What an admin can do with a project in the list. */
export function CardTools({ project, slot, count, failed, onPlace, onMoved, onDelete }: CardToolsProps) {
  const { ask } = useAsk('/work')

  const move = async (position: string) => {
    const outcome = await ask({ intent: 'move', projectId: project.id, position })
    if (outcome.ok) onMoved(position)
    // A failure that is not about the number is only logged (the specification's catalogue); the server does that.
    return outcome.ok ? null : (outcome.fields?.['position'] ?? null)
  }
  return (
    <div className="tool-row">
      <PositionField position={project.position} save={move} />
      <Shifters
        name={project.name}
        slot={slot}
        count={count}
        onEarlier={() => onPlace(slot - 2)}
        onLater={() => onPlace(slot + 1)}
        onGrip={(event) => startDrag(event, { onDrop: onPlace })}
      />
      <RemoveButton name={`Delete ${project.name}`} sign="X" onRemove={onDelete} />
      {failed === undefined ? null : <Failure says="Failed to delete project" why={failed} />}
    </div>
  )
}
