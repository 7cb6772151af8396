import { useRef, useState, type ReactNode } from 'react'
import type { Project, ProjectText } from '#portfolio/project/project.ts'
import { useFocusBack } from '#app/ui/focus-back.ts'
import { Said } from '#app/ui/said.tsx'
import { draftOf, standing, type Draft } from './drafts.ts'
import { useReady } from './ready.ts'
import { TextEditor } from './text-editor.tsx'
import { ToolSheet } from './tool-sheet.tsx'

interface EditableTextProps {
  project: Project
  field: ProjectText
  /** Whether this text is the one that is being edited. */
  editing: boolean
  onEdit: () => void
  onDone: () => void
  /** The text as visitors see it. */
  children: ReactNode
}

/** A text of a project with its way to be edited in place. */
export default function EditableText({ project, field, editing, onEdit, onDone, children }: EditableTextProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [from, setFrom] = useState<Draft | null>(null)
  const [saved, setSaved] = useState(false)
  const ready = useReady()
  useFocusBack(() => button.current, editing)

  const edit = (draft: Draft) => {
    setFrom(draft)
    setSaved(false)
    onEdit()
  }
  const done = () => {
    setSaved(true)
    onDone()
  }
  const aside = draftOf(project, field)
  // Whoever was logged out and is back goes on with the draft.
  const begun = from ?? (editing ? aside : null) ?? standing(project, field)
  return (
    <div className="tool-text">
      <ToolSheet />
      {editing ? (
        <TextEditor project={project} field={field} begun={begun} onSaved={done} onCancel={onDone} />
      ) : (
        children
      )}
      {/* Also there while nothing is in it: what is said is heard in a region that was there before. */}
      <div className={editing ? undefined : 'tool-row'}>
        {editing ? null : (
          <button
            ref={button}
            type="button"
            className="tool-link"
            disabled={!ready}
            aria-label={`Edit ${field}`}
            onClick={() => edit(standing(project, field))}
          >
            Edit
          </button>
        )}
        {aside && !editing ? (
          <button type="button" className="tool-link" onClick={() => edit(aside)}>
            Bring back my changes
          </button>
        ) : null}
        <Said>{saved ? 'Saved.' : null}</Said>
      </div>
    </div>
  )
}
