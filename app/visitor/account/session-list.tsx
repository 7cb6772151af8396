import { useId } from 'react'
import { href, useFetcher } from 'react-router'
import { sessionLifetime } from '#portfolio/account/session-lifetime.ts'
import type { Result } from '#portfolio/result.ts'
import { Button } from '#app/ui/button.tsx'
import { AccountSection } from './account-section.tsx'
import { RefusalAlert } from './refusal-alert.tsx'
import styles from './account-section.module.css'

const dayMs = 24 * 60 * 60_000

/** A session; its times are ages such as `3 days ago`. */
export interface ShownSession {
  readonly id: string
  readonly label: string
  readonly started: string
  readonly used: string
  readonly current: boolean
}

interface SessionListProps {
  sessions: readonly ShownSession[]
  /** The page's action result, for submissions without JavaScript. */
  result: Result<unknown> | undefined
}

/** The sessions of the account, each in one browser; works without JavaScript. */
export function SessionList({ sessions, result: pageResult }: SessionListProps) {
  const { Form, state, data } = useFetcher<Result<unknown>>()
  const result = data ?? pageResult
  return (
    <AccountSection heading="Sessions">
      <p>
        The browsers in which you are logged in. A session ends {sessionLifetime.idleMs / dayMs} days after its last
        use, and at the latest {sessionLifetime.maxAgeMs / dayMs} days after its start.
      </p>
      <ul className={styles.list}>
        {sessions.map((session) => (
          <SessionItem key={session.id} {...session} />
        ))}
      </ul>
      {result?.ok === false ? <RefusalAlert refusal={result} /> : null}
      {sessions.length > 1 ? (
        <Form method="post" action={href('/account')}>
          <Button
            type="submit"
            variant="secondary"
            name="intent"
            value="end-other-sessions"
            aria-disabled={state !== 'idle' || undefined}
          >
            End all other sessions
          </Button>
        </Form>
      ) : null}
    </AccountSection>
  )
}

function SessionItem({ id, label, started, used, current }: ShownSession) {
  const { Form, state, data } = useFetcher<Result<unknown>>()
  const nameId = useId()
  return (
    <li className={styles.item}>
      <div className={styles.name}>
        <p id={nameId}>{label || 'Unknown browser'}</p>
        <p className={styles.note}>
          {current ? 'Current session; started ' : 'Started '}
          {started}
          {current ? null : `; last used ${used}`}
        </p>
        {data?.ok === false ? <RefusalAlert refusal={data} /> : null}
      </div>
      {current ? null : (
        <div className={styles.actions}>
          <Form method="post" action={href('/account')}>
            <input type="hidden" name="id" value={id} />
            <button
              className={styles.link}
              name="intent"
              value="end-session"
              aria-describedby={nameId}
              aria-disabled={state !== 'idle' || undefined}
            >
              End this session
            </button>
          </Form>
        </div>
      )}
    </li>
  )
}
