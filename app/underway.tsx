import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { createPath, href, matchPath, useLocation, useNavigate, useNavigation, type Location } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { useLineLost } from './patient.ts'
import styles from './underway.module.css'

interface Missed {
  readonly location: Location
  /** Back and forward have left their place in the history to the page that stays. */
  readonly replace: boolean
}

/**
 * Says that a page is on its way. When the line has been cut for longer than people wait, the page that stands stays,
 * with whatever is written on it: a page that came in its own time would sweep that away.
 */
export function Underway() {
  const navigation = useNavigation()
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const lost = useLineLost()
  const [missed, setMissed] = useState<Missed | null>(null)
  const gaveUp = useRef(false)
  const loads = navigation.state === 'loading' && navigation.formMethod === undefined
  const goes = navigation.state !== 'idle'

  const giveUp = useEffectEvent(() => {
    if (navigation.state !== 'loading') return
    gaveUp.current = true
    const { location } = navigation
    setMissed({ location, replace: createPath(window.location) === createPath({ ...location, hash: '' }) })
    // Going to where one is ends what is under way; nothing is read for it.
    const still = { replace: true, preventScrollReset: true, defaultShouldRevalidate: false }
    void navigate({ pathname, search }, { ...still, state })
  })
  useEffect(() => {
    if (loads && lost) giveUp()
  }, [loads, lost])
  useEffect(() => {
    if (!goes) return
    return () => {
      if (!gaveUp.current) setMissed(null)
      gaveUp.current = false
    }
  }, [goes])

  const tryAgain = ({ location, replace }: Missed) =>
    void navigate(location, { replace, state: location.state, viewTransition: true })
  return (
    <div className={styles.underway}>
      <p role="status">{loads ? 'Loading...' : missed ? <Sentence path={missed.location.pathname} /> : null}</p>
      {missed ? (
        <p className={styles.ways}>
          <Button aria-disabled={goes || undefined} onClick={() => goes || tryAgain(missed)}>
            Try Again
          </Button>
          <Button tone="quiet" aria-disabled={goes || undefined} onClick={() => goes || setMissed(null)}>
            Stay Here
          </Button>
        </p>
      ) : null}
    </div>
  )
}

function Sentence({ path }: { path: string }) {
  const project = matchPath(href('/projects/:projectId', { projectId: ':projectId' }), path)
  return (
    <>
      {project ? <strong>Failed to load project data</strong> : null}
      <span>The site could not be reached. Please check the connection.</span>
    </>
  )
}
