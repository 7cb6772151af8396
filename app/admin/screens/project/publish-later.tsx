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
import { useRootData } from '#app/use-root-data.ts'
import { tomorrow } from './tomorrow.ts'
import type { Panel } from './use-panel.tsx'

interface PublishLaterProps {
  project: Pick<Project, 'id' | 'publishAt'>
  /** Whether scheduled publishing is paused, after a clock jump or a restore. */
  paused: boolean
  panel: Panel
}

export function PublishLater({ project: { id, publishAt = '' }, paused, panel }: PublishLaterProps) {
  return (
    <div id={panel.id} className="tool-schedule">
      <div className="tool-schedule-state">
        <div role="status">{publishAt ? <Schedule publishAt={publishAt} paused={paused} /> : null}</div>
        <CancelButton id={id} publishAt={publishAt} onCancelled={() => panel.findButton()?.focus()} />
      </div>
      {panel.isOpen ? <ScheduleEditor id={id} publishAt={publishAt} onDone={panel.close} /> : null}
    </div>
  )
}

function Schedule({ publishAt, paused }: { publishAt: string; paused: boolean }) {
  const { formatTime } = useTimeFormat()
  const time = <time dateTime={publishAt}>{formatTime(publishAt)}</time>
  if (!paused) return <p>Will be published on {time}.</p>
  return (
    <p>
      Will be published on {time}, once somebody has confirmed the server’s date.{' '}
      <Link to={href('/studio/health')}>Open Health</Link>
    </p>
  )
}

interface CancelButtonProps {
  id: string
  /** Empty without a schedule. */
  publishAt: string
  onCancelled: () => void
}

function CancelButton({ id, publishAt, onCancelled }: CancelButtonProps) {
  const { submit, submitting } = useActionFetcher(projectAction(id))
  const { formatTime } = useTimeFormat()
  const [failure, setFailure] = useState<{ refusal: Refusal; shownTime: string } | null>(null)
  // A refusal is out of date once the schedule has changed again or ended.
  const isCurrent = publishAt && [failure?.shownTime, failure?.refusal.conflict?.theirs].includes(publishAt)
  const refusal = isCurrent && failure ? failure.refusal : null
  const cancel = async () => {
    if (submitting) return
    // Cancelling again ends the other admin's schedule, which the message shows.
    const basePublishAt = refusal?.conflict?.theirs ?? publishAt
    const result = await submit({ intent: 'cancel-schedule', basePublishAt })
    setFailure(result.ok ? null : { refusal: result, shownTime: publishAt })
    if (result.ok) onCancelled()
  }
  return (
    <>
      {publishAt ? (
        <button
          type="button"
          className="tool-link"
          aria-disabled={submitting || undefined}
          onClick={() => void cancel()}
        >
          Cancel schedule
        </button>
      ) : null}
      {refusal ? (
        <FailureMessage
          message="Failed to cancel the schedule"
          reason={describe(refusal, formatTime, 'Cancel again to remove it.')}
        />
      ) : null}
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
  const [localTime, setLocalTime] = useState(() =>
    publishAt ? localTimeOf(publishAt, timeZone) : tomorrow(new Date(), timeZone),
  )
  const [basePublishAt, setBasePublishAt] = useState(publishAt)
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
    // Saving again replaces the other admin's time, which the message shows.
    if (result.conflict) setBasePublishAt(result.conflict.theirs)
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
        <FailureMessage
          message="Failed to schedule the publication"
          reason={describe(refusal, formatTime, 'Save again to replace it.')}
        />
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

/** `advice` says how to overwrite what another admin has saved. */
function describe(refusal: Refusal, formatTime: (at: string) => string, advice: string): Refusal {
  const { conflict, message } = refusal
  if (!conflict) return refusal
  const theirs = conflict.theirs
    ? `It is now ${formatTime(conflict.theirs)}. ${advice}`
    : 'The project is no longer scheduled. Save again to schedule it.'
  return { ...refusal, message: `${message} ${theirs}` }
}
