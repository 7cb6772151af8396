import { useRef, useState, type ReactNode } from 'react'
import { href, Link } from 'react-router'
import { useReturnFocus } from '#app/ui/use-return-focus.ts'
import { StatusMessage } from '#app/ui/status-message.tsx'
import { findUnsavedTexts, savedTextsByField, type TextsByField } from './unsaved-texts.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { useRootData } from '#app/use-root-data.ts'
import { TextEditor } from './text-editor.tsx'
import type { Editable, EditingState, TextPart } from './editable.ts'
import { AdminStyles } from '#app/admin/styles/admin-styles.tsx'

interface EditableTextProps extends EditingState {
  editable: Editable
  /** The text as visitors see it. */
  children: ReactNode
  tools?: ReactNode
}

export default function EditableText({ editable, editing, onEdit, onDone, children, tools }: EditableTextProps) {
  const button = useRef<HTMLButtonElement>(null)
  const userId = useRootData().person?.userId ?? ''
  const draftKey = { userId, name: editable.unsavedDraftName }
  const [startTexts, setStartTexts] = useState<TextsByField | null>(null)
  const [savedMessage, setSavedMessage] = useState<string | null>(null)
  const ready = useHydrated()
  useReturnFocus(() => button.current, editing)
  // After the project is published or withdrawn, the message would be wrong about what visitors see.
  if (savedMessage !== null && savedMessage !== editable.savedMessage) setSavedMessage(null)

  const edit = (draft: TextsByField) => {
    setStartTexts(draft)
    setSavedMessage(null)
    onEdit()
  }
  const onSaved = () => {
    setSavedMessage(editable.savedMessage)
    onDone()
  }
  const saved = savedTextsByField(editable.parts)
  const draft = ready ? findUnsavedTexts(draftKey) : null
  // After a new log-in, editing continues from the unsaved draft.
  const initial = { ...saved, ...(startTexts ?? (editing ? draft : null)) }
  return (
    <div className="tool-text">
      <AdminStyles />
      {editing ? (
        <TextEditor editable={editable} draftKey={draftKey} initial={initial} onSaved={onSaved} onCancel={onDone} />
      ) : (
        children
      )}
      {/* Rendered during editing too, because a live region must exist before its message. */}
      <div className={editing ? undefined : 'tool-row'}>
        {editing ? null : (
          <button
            ref={button}
            type="button"
            className="tool-link"
            disabled={!ready}
            aria-label={`Edit ${editable.name}`}
            onClick={() => edit(saved)}
          >
            Edit
          </button>
        )}
        {draft && !editing ? (
          <button type="button" className="tool-link" onClick={() => edit({ ...saved, ...draft })}>
            Bring back my changes
          </button>
        ) : null}
        {editing ? null : <HistoryLinks parts={editable.parts} />}
        {editing ? null : tools}
        <StatusMessage>{savedMessage}</StatusMessage>
      </div>
    </div>
  )
}

function HistoryLinks({ parts }: { parts: readonly TextPart[] }) {
  return parts.map(({ field, label, history, saved }) =>
    history && saved.version > 1 ? (
      <Link
        key={field}
        to={href('/history/*', { '*': history.key })}
        className="tool-link"
        aria-label={`History of ${history.name}`}
      >
        {parts.length > 1 ? `History of ${label.toLowerCase()}` : 'History'}
      </Link>
    ) : null,
  )
}
