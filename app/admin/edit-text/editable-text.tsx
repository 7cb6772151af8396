import { useRef, useState, type ReactNode } from 'react'
import type { Project, ProjectText } from '#portfolio/project/project.ts'
import { useReturnFocus } from '#app/ui/use-return-focus.ts'
import { StatusMessage } from '#app/ui/status-message.tsx'
import { findTextDraft, savedText, type TextDraft } from './text-drafts.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { useRootData } from '#app/use-root-data.ts'
import { TextEditor } from './text-editor.tsx'
import { AdminStyles } from '#app/admin/styles/admin-styles.tsx'

interface EditableTextProps {
  project: Project
  field: ProjectText
  /** Only one of a project's texts is edited at a time. */
  editing: boolean
  onEdit: () => void
  onDone: () => void
  /** The text as visitors see it. */
  children: ReactNode
}

/** A project's name or details with an Edit button. */
export default function EditableText({ project, field, editing, onEdit, onDone, children }: EditableTextProps) {
  const button = useRef<HTMLButtonElement>(null)
  const userId = useRootData().person?.userId ?? ''
  const draftKey = { userId, projectId: project.id, field }
  const [opened, setOpened] = useState<TextDraft | null>(null)
  const [saved, setSaved] = useState(false)
  const ready = useHydrated()
  useReturnFocus(() => button.current, editing)

  const edit = (draft: TextDraft) => {
    setOpened(draft)
    setSaved(false)
    onEdit()
  }
  const onSaved = () => {
    setSaved(true)
    onDone()
  }
  const draft = findTextDraft(draftKey)
  // After logging in again, editing continues from the draft.
  const initial = opened ?? (editing ? draft : null) ?? savedText(project, field)
  return (
    <div className="tool-text">
      <AdminStyles />
      {editing ? (
        <TextEditor project={project} draftKey={draftKey} initial={initial} onSaved={onSaved} onCancel={onDone} />
      ) : (
        children
      )}
      {/* Also rendered during editing: a live region must exist before its message. */}
      <div className={editing ? undefined : 'tool-row'}>
        {editing ? null : (
          <button
            ref={button}
            type="button"
            className="tool-link"
            disabled={!ready}
            aria-label={`Edit ${field}`}
            onClick={() => edit(savedText(project, field))}
          >
            Edit
          </button>
        )}
        {draft && !editing ? (
          <button type="button" className="tool-link" onClick={() => edit(draft)}>
            Bring back my changes
          </button>
        ) : null}
        <StatusMessage>
          {saved ? (project.draft ? 'Saved. Only you see it.' : 'Saved. Visitors see it now.') : null}
        </StatusMessage>
      </div>
    </div>
  )
}
