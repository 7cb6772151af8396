import { useEffect, useId, useRef, useState, type FormEvent, type KeyboardEvent, type RefObject } from 'react'
import { href, useRevalidator } from 'react-router'
import { refused, type Refusal } from '#portfolio/outcome.ts'
import type { Project, ProjectText } from '#portfolio/project/project.ts'
import { isLong } from '#app/showcase/long-name.ts'
import { Button } from '#app/ui/button.tsx'
import { useAsk } from './ask.ts'
import { draftOf, keepDraft, standing, type Draft } from './drafts.ts'
import { Failure } from './failure.tsx'
import { lengthProblem } from './sentences.ts'
import { useUnsaved } from './unsaved.ts'

interface TextEditorProps {
  project: Project
  field: ProjectText
  /** What was there when the editing began. */
  begun: Draft
  onSaved: () => void
  onCancel: () => void
}

const labels: Record<ProjectText, string> = { name: 'Project Name', details: 'Project Details' }

/** One text of a project, in the place where it stands, being written. */
export function TextEditor({ project, field, begun, onSaved, onCancel }: TextEditorProps) {
  const { ask, asking } = useAsk<{ version: number }>(href('/projects/:projectId', { projectId: project.id }))
  const [text, setText] = useState(begun.text)
  const [version, setVersion] = useState(begun.version)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const { revalidate } = useRevalidator()
  const written = draftOf(project, field) !== null
  const stands = text === standing(project, field).text
  useUnsaved(written && !stands)

  const write = (next: string) => {
    setText(next)
    keepDraft(project, field, { text: next, version })
  }
  const save = async (over: number) => {
    if (asking) return
    const tooLong = lengthProblem(field, text)
    setRefusal(tooLong === null ? null : refused('wrong-value', tooLong, { fields: { [field]: tooLong } }))
    if (tooLong !== null) return
    const outcome = await ask({ intent: 'save-text', field, text, version: String(over) })
    if (!outcome.ok) return setRefusal(outcome)
    const draft = draftOf(project, field)
    if (draft && draft.text !== text) return goOnFrom(draft.text, outcome.value.version)
    keepDraft(project, field, null)
    onSaved()
  }
  // Written on while it was saved: that is not saved yet.
  const goOnFrom = (further: string, saved: number) => {
    setVersion(saved)
    keepDraft(project, field, { text: further, version: saved })
  }
  const cancel = () => {
    if (draftOf(project, field)?.text === standing(project, field).text) keepDraft(project, field, null)
    onCancel()
  }
  const keepTheirs = () => {
    void revalidate()
    onCancel()
  }
  const newer = refusal?.newer
  const problem = refusal?.fields?.[field]
  return (
    <form
      className="tool-editor"
      data-field={field}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void save(newer?.version ?? version)
      }}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key === 'Escape' && !asking) cancel()
      }}
    >
      {refusal ? <Failure says="Failed to update project data" why={problem ? undefined : refusal} /> : null}
      <div className={newer ? 'tool-versions' : undefined}>
        {newer ? <Theirs text={newer.theirs} /> : null}
        <Line field={field} text={text} problem={problem} mine={newer !== undefined} onWrite={write} />
      </div>
      <div className="tool-row">
        <Button type="submit" aria-disabled={asking || undefined} aria-busy={asking || undefined}>
          {newer ? 'Save mine over it' : 'Save'}
        </Button>
        <Button tone="quiet" onClick={newer ? keepTheirs : cancel}>
          {newer ? 'Keep theirs' : 'Cancel'}
        </Button>
      </div>
    </form>
  )
}

function Theirs({ text }: { text: string }) {
  return (
    <div>
      <p className="tool-label">Saved by someone else</p>
      <p className="tool-theirs" dir="auto">
        {text}
      </p>
    </div>
  )
}

interface LineProps {
  field: ProjectText
  text: string
  problem: string | undefined
  /** Whether another version stands beside it. */
  mine: boolean
  onWrite: (text: string) => void
}

function Line({ field, text, problem, mine, onWrite }: LineProps) {
  const line = useRef<HTMLInputElement & HTMLTextAreaElement>(null)
  const id = useId()
  useFocusAtEnd(line)
  const told = {
    ref: line,
    id,
    value: text,
    'aria-invalid': problem ? true : undefined,
    'aria-describedby': problem ? `${id}-problem` : undefined,
  }
  const label = (
    <label htmlFor={id} className="tool-label">
      {mine ? `${labels[field]}, yours` : labels[field]}
    </label>
  )
  return (
    <div className="tool-field">
      {field === 'name' ? (
        // The name is what the page is called, also while it is being written.
        <h1 className="tool-field tool-heading">
          {label}
          <input
            {...told}
            type="text"
            dir="auto"
            className="tool-name"
            data-long={isLong(text)}
            onChange={(event) => onWrite(event.target.value)}
          />
        </h1>
      ) : (
        <>
          {label}
          <textarea
            {...told}
            rows={12}
            dir="auto"
            className="tool-details"
            onChange={(event) => onWrite(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit()
            }}
          />
        </>
      )}
      {problem ? (
        <p id={`${id}-problem`} className="tool-why">
          {problem}
        </p>
      ) : null}
    </div>
  )
}

function useFocusAtEnd(line: RefObject<HTMLInputElement | HTMLTextAreaElement | null>): void {
  useEffect(() => {
    const end = line.current?.value.length ?? 0
    line.current?.focus()
    line.current?.setSelectionRange(end, end)
  }, [line])
}
