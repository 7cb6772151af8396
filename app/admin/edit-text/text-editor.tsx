import type { FormEvent, KeyboardEvent } from 'react'
import { displayedText } from './editable.ts'
import { Button } from '#app/ui/button.tsx'
import { FailureMessage } from '#app/admin/forms/failure-message.tsx'
import { TextInput } from './text-input.tsx'
import { useTextEditor, type TextEditorProps } from './use-text-editor.ts'

export function TextEditor(props: TextEditorProps) {
  const { parts, failedMessage } = props.editable
  const { texts, refusal, submitting, edit, save, cancel, keepTheirs } = useTextEditor(props)
  const conflict = refusal?.reason.conflict
  const error = refusal?.reason.fields?.[refusal.field]
  return (
    <form
      className="tool-editor"
      data-field={parts[0]?.field}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void save()
      }}
      onKeyDown={(event: KeyboardEvent) => {
        // Escape also ends the composition of an input method.
        if (event.key === 'Escape' && !event.nativeEvent.isComposing && !submitting) cancel()
      }}
    >
      {refusal ? <FailureMessage message={failedMessage} reason={error ? undefined : refusal.reason} /> : null}
      {parts.map((part, index) => {
        const isRefused = refusal?.field === part.field
        return (
          <div key={part.field} className={isRefused && conflict ? 'tool-versions' : undefined}>
            {isRefused && conflict ? <TheirVersion text={displayedText(part, conflict.theirs)} /> : null}
            <TextInput
              part={part}
              focused={index === 0}
              text={texts[part.field]?.text ?? ''}
              error={isRefused ? error : undefined}
              hasConflict={isRefused && conflict !== undefined}
              onEdit={(text) => edit(part.field, text)}
            />
          </div>
        )
      })}
      <div className="tool-row">
        <Button type="submit" aria-disabled={submitting || undefined} aria-busy={submitting || undefined}>
          {conflict ? 'Overwrite with mine' : 'Save'}
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
      <p className="tool-label">Saved in the meantime</p>
      <p className="tool-other-version" dir="auto">
        {text}
      </p>
    </div>
  )
}
