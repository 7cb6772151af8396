import { useRef } from 'react'
import type { ProjectCard } from '#portfolio/project/project.ts'
import { useAsk } from './ask.ts'
import { PositionField } from './position-field.tsx'
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
  const button = useRef<HTMLButtonElement>(null)

  const move = async (position: string) => {
    const outcome = await ask({ intent: 'move', projectId: project.id, position })
    // A failure that is not about the number is only logged (the specification's catalogue); the server does that.
    return outcome.ok ? null : (outcome.fields?.['position'] ?? null)
  }
  return (
    <div className="tool-row">
      <PositionField position={project.position} save={move} />
      <button
        ref={button}
        type="button"
        className="tool-remove"
        data-removes=""
        aria-label={`Delete ${project.name}`}
        onClick={() => {
          // Safari does not focus a button that is clicked; the question gives the focus back to where it was.
          button.current?.focus()
          onDelete()
        }}
      >
        X
      </button>
      {failed === undefined ? null : <Failure says="Failed to delete project" why={failed} />}
    </div>
  )
}
