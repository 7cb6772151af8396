import { useState, type FormEvent, type KeyboardEvent } from 'react'
import { href, useRevalidator } from 'react-router'
import { refused, type Refusal } from '#portfolio/result.ts'
import type { Project } from '#portfolio/project/project.ts'
import { Button } from '#app/ui/button.tsx'
import { useActionFetcher } from '#app/admin/forms/use-action-fetcher.ts'
import { findTextDraft, storeTextDraft, savedText, type DraftKey, type TextDraft } from './text-drafts.ts'
import { TextInput } from './text-input.tsx'
import { FailureMessage } from '#app/admin/forms/failure-message.tsx'
import { textLengthError } from '#app/admin/forms/text-length.ts'
import { useUnsavedChanges } from '#app/admin/forms/unsaved-changes.ts'

interface TextEditorProps {
  project: Project
  draftKey: DraftKey
  /** The text that editing starts from: the saved text or a draft. */
  initial: TextDraft
  onSaved: () => void
  onCancel: () => void
}

/** The form shown in place of a text while it is edited. */
export function TextEditor({ project, draftKey, initial, onSaved, onCancel }: TextEditorProps) {
  const { field } = draftKey
  const { submit, submitting } = useActionFetcher<{ version: number }>(
    href('/projects/:projectId', { projectId: project.id }),
  )
  const [text, setText] = useState(initial.text)
  const [version, setVersion] = useState(initial.version)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const { revalidate } = useRevalidator()
  const isEdited = findTextDraft(draftKey) !== null && text !== savedText(project, field).text
  useUnsavedChanges(isEdited)

  const edit = (next: string) => {
    setText(next)
    storeTextDraft(draftKey, { text: next, version })
  }
  const save = async (replacedVersion: number) => {
    if (submitting) return
    const tooLong = textLengthError(field, text)
    setRefusal(tooLong === null ? null : refused('wrong-value', tooLong, { fields: { [field]: tooLong } }))
    if (tooLong !== null) return
    const result = await submit({ intent: 'save-text', field, text, version: String(replacedVersion) })
    if (!result.ok) return setRefusal(result)
    const draft = findTextDraft(draftKey)
    if (draft && draft.text !== text) return keepEditing(draft.text, result.value.version)
    storeTextDraft(draftKey, null)
    onSaved()
  }
  /** Keeps edits made while the text was being saved. */
  const keepEditing = (unsavedText: string, savedVersion: number) => {
    setVersion(savedVersion)
    storeTextDraft(draftKey, { text: unsavedText, version: savedVersion })
  }
  const cancel = () => {
    if (findTextDraft(draftKey)?.text === savedText(project, field).text) storeTextDraft(draftKey, null)
    onCancel()
  }
  const keepTheirs = () => {
    void revalidate()
    onCancel()
  }
  const conflict = refusal?.conflict
  const error = refusal?.fields?.[field]
  return (
    <form
      className="tool-editor"
      data-field={field}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void save(conflict?.version ?? version)
      }}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key === 'Escape' && !submitting) cancel()
      }}
    >
      {refusal ? <FailureMessage message="Failed to update project data" reason={error ? undefined : refusal} /> : null}
      <div className={conflict ? 'tool-versions' : undefined}>
        {conflict ? <TheirVersion text={conflict.theirs} /> : null}
        <TextInput field={field} text={text} error={error} hasConflict={conflict !== undefined} onEdit={edit} />
      </div>
      <div className="tool-row">
        <Button type="submit" aria-disabled={submitting || undefined} aria-busy={submitting || undefined}>
          {conflict ? 'Save mine over it' : 'Save'}
        </Button>
        <Button variant="secondary" onClick={conflict ? keepTheirs : cancel}>
          {conflict ? 'Keep theirs' : 'Cancel'}
        </Button>
      </div>
    </form>
  )
}

function TheirVersion({ text }: { text: string }) {
  return (
    <div>
      <p className="tool-label">Saved by someone else</p>
      <p className="tool-other-version" dir="auto">
        {text}
      </p>
    </div>
  )
}
