import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { Project, ProjectText } from '#portfolio/project/project.ts'
import { draftOf, standing, type Draft } from './drafts.ts'
import { useReady } from './ready.ts'
import { Said } from './said.tsx'
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
  useFocusBack(button, editing)

  const edit = (draft: Draft) => {
    setFrom(draft)
    setSaved(false)
    onEdit()
  }
  const aside = draftOf(project, field)
  if (editing) {
    const begun = from ?? standing(project, field)
    const done = () => {
      setSaved(true)
      onDone()
    }
    return <TextEditor project={project} field={field} begun={begun} onSaved={done} onCancel={onDone} />
  }
  return (
    <div className="tool-text">
      <ToolSheet />
      {children}
      <div className="tool-row">
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
        {aside ? (
          <button type="button" className="tool-link" onClick={() => edit(aside)}>
            Bring back my changes
          </button>
        ) : null}
        <Said>{saved ? 'Saved.' : null}</Said>
      </div>
    </div>
  )
}

/** Gives the focus back to the button once editing is over, unless it has gone somewhere else by then. */
function useFocusBack(button: { readonly current: HTMLElement | null }, editing: boolean): void {
  const before = useRef(editing)
  useEffect(() => {
    const over = before.current && !editing
    before.current = editing
    if (over && document.activeElement === document.body) button.current?.focus()
  }, [button, editing])
}
