import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import { href, Link } from 'react-router'
import { defaultTimeZone } from '#portfolio/format-time.ts'
import type { Project } from '#portfolio/project/project.ts'
import type { Refusal } from '#portfolio/result.ts'
import { localTimeOf } from '#portfolio/local-time.ts'
import { FailureMessage } from '#app/admin/forms/failure-message.tsx'
import { projectAction } from '#app/admin/forms/project-action.ts'
import { useActionFetcher } from '#app/admin/forms/use-action-fetcher.ts'
import { useTimeFormat } from '#app/admin/forms/use-time-format.ts'
import { Button } from '#app/ui/button.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { useReturnFocus } from '#app/ui/use-return-focus.ts'
import { useRootData } from '#app/use-root-data.ts'

interface PublishLaterProps {
  project: Pick<Project, 'id' | 'publishAt'>
  /** The clock has jumped, and nobody has confirmed it. */
  paused: boolean
}

/** Schedules the publication of a draft. */
export function PublishLater({ project: { id, publishAt = '' }, paused }: PublishLaterProps) {
  const [editing, setEditing] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const ready = useHydrated()
  useReturnFocus(() => button.current, editing)
  return (
    <div className="tool-schedule" data-open={editing || publishAt !== '' || undefined}>
      <div role="status">{publishAt && !editing ? <Schedule publishAt={publishAt} paused={paused} /> : null}</div>
      {editing ? (
        <ScheduleEditor id={id} publishAt={publishAt} onDone={() => setEditing(false)} />
      ) : (
        <>
          <button ref={button} type="button" className="tool-link" disabled={!ready} onClick={() => setEditing(true)}>
            {publishAt ? 'Change time' : 'Publish later'}
          </button>
          <CancelButton id={id} isScheduled={publishAt !== ''} onCancelled={() => button.current?.focus()} />
        </>
      )}
    </div>
  )
}

function Schedule({ publishAt, paused }: { publishAt: string; paused: boolean }) {
  const { formatTime } = useTimeFormat()
  const time = <time dateTime={publishAt}>{formatTime(publishAt)}</time>
  if (!paused) return <p>Will be published on {time}.</p>
  return (
    <p>
      Will be published on {time}, but not before somebody has confirmed the server’s date.{' '}
      <Link to={href('/studio/health')}>Open Health</Link>
    </p>
  )
}

interface CancelButtonProps {
  id: string
  isScheduled: boolean
  onCancelled: () => void
}

function CancelButton({ id, isScheduled, onCancelled }: CancelButtonProps) {
  const { submit, submitting } = useActionFetcher(projectAction(id))
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const cancel = async () => {
    if (submitting) return
    const result = await submit({ intent: 'cancel-schedule' })
    setRefusal(result.ok ? null : result)
    if (result.ok) onCancelled()
  }
  return (
    <>
      {isScheduled ? (
        <button
          type="button"
          className="tool-link"
          aria-disabled={submitting || undefined}
          onClick={() => void cancel()}
        >
          Cancel schedule
        </button>
      ) : null}
      {refusal ? <FailureMessage message="Failed to cancel the schedule" reason={refusal} /> : null}
    </>
  )
}

interface ScheduleEditorProps {
  id: string
  publishAt: string
  onDone: () => void
}

function ScheduleEditor({ id, publishAt, onDone }: ScheduleEditorProps) {
  const { submit, submitting } = useActionFetcher<{ publishAt: string }>(projectAction(id))
  const { timeZone = defaultTimeZone } = useRootData()
  const { formatTime } = useTimeFormat()
  const [localTime, setLocalTime] = useState(() => (publishAt ? localTimeOf(publishAt, timeZone) : tomorrow(timeZone)))
  const [basePublishAt, setBase] = useState(publishAt)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const inputId = useId()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  const error = refusal?.fields?.['publishAt']
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (submitting) return
    setRefusal(null)
    const result = await submit({ intent: 'schedule-publication', localTime, basePublishAt })
    if (result.ok) return onDone()
    setRefusal(result)
    // Saving again replaces the time of the other admin, which the message shows.
    if (result.conflict) setBase(result.conflict.theirs)
  }
  return (
    <form className="tool-field" noValidate onSubmit={(event) => void save(event)}>
      <label htmlFor={inputId} className="tool-label">
        Publish on
      </label>
      <input
        id={inputId}
        type="datetime-local"
        className="tool-line-input"
        ref={input}
        readOnly={submitting}
        value={localTime}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${inputId}-zone ${error ? `${inputId}-error` : ''}`.trim()}
        onChange={({ currentTarget }) => setLocalTime(currentTarget.value)}
        onKeyDown={({ key }) => key === 'Escape' && !submitting && onDone()}
      />
      <p id={`${inputId}-zone`} className="tool-hint">
        In the studio’s time zone, {timeZone}.
      </p>
      {error ? (
        <p id={`${inputId}-error`} role="alert" className="tool-error">
          {error}
        </p>
      ) : null}
      {refusal && !error ? (
        <FailureMessage message="Failed to schedule the publication" reason={describe(refusal, formatTime)} />
      ) : null}
      <div className="tool-row">
        <Button type="submit" aria-busy={submitting || undefined}>
          Save
        </Button>
        <Button variant="secondary" aria-disabled={submitting || undefined} onClick={() => submitting || onDone()}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

/** Tomorrow at 9 o'clock. */
function tomorrow(timeZone: string): string {
  const at = new Date(Date.now() + 24 * 60 * 60_000).toISOString()
  return `${localTimeOf(at, timeZone).slice(0, 10)}T09:00`
}

function describe(refusal: Refusal, formatTime: (at: string) => string): Refusal {
  const { conflict, message } = refusal
  if (!conflict) return refusal
  const theirs = conflict.theirs ? `It is ${formatTime(conflict.theirs)} now.` : 'There is none now.'
  return { ...refusal, message: `${message} ${theirs} Save again to replace it.` }
}
