import type { ProjectCard } from '#portfolio/project/project.ts'
import { useAsk } from './ask.ts'
import { PositionField } from './position-field.tsx'
import { RemoveButton } from './remove-button.tsx'
import { Failure } from './said.tsx'

interface CardToolsProps {
  project: ProjectCard
  /** Why deleting it failed, the last time. */
  failed: string | undefined
  onDelete: () => void
}

/** What an admin can do with a project in the list. */
export function CardTools({ project, failed, onDelete }: CardToolsProps) {
  const { ask } = useAsk('/work')

  const move = async (position: string) => {
    const outcome = await ask({ intent: 'move', projectId: project.id, position })
    // A failure that is not about the number is only logged (the specification's catalogue); the server does that.
    return outcome.ok ? null : (outcome.fields?.['position'] ?? null)
  }
  return (
    <div className="tool-row">
      <PositionField position={project.position} save={move} />
      <RemoveButton name={`Delete ${project.name}`} sign="X" onRemove={onDelete} />
      {failed === undefined ? null : <Failure says="Failed to delete project" why={failed} />}
    </div>
  )
}
