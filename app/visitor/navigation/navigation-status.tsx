import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { createPath, href, matchPath, useLocation, useNavigate, useNavigation, type Location } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { useConnectionLost } from '#app/browser/connection-lost.ts'
import styles from './navigation-status.module.css'

/** Pages that load faster show no status. */
const slowAfterMs = 400

interface FailedNavigation {
  readonly location: Location
  /** True after back or forward, when the browser is already at the history entry that failed to load. */
  readonly replace: boolean
}

/**
 * Shows that a page is loading. If the connection is lost, cancels the navigation and offers to try again, because a
 * page that loads later would discard text typed in the meantime.
 */
export function NavigationStatus() {
  const navigation = useNavigation()
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const isConnectionLost = useConnectionLost()
  const [failed, setFailed] = useState<FailedNavigation | null>(null)
  const cancelled = useRef(false)
  const isLoading = navigation.state === 'loading' && navigation.formMethod === undefined
  const isSlow = useIsSlow(isLoading)
  const isNavigating = navigation.state !== 'idle'

  const cancelNavigation = useEffectEvent(() => {
    if (navigation.state !== 'loading') return
    cancelled.current = true
    const { location } = navigation
    setFailed({ location, replace: createPath(window.location) === createPath({ ...location, hash: '' }) })
    // Navigating to the current URL cancels the pending navigation without loading data.
    const stay = { replace: true, preventScrollReset: true, defaultShouldRevalidate: false }
    void navigate({ pathname, search }, { ...stay, state })
  })
  useEffect(() => {
    if (isLoading && isConnectionLost) cancelNavigation()
  }, [isLoading, isConnectionLost])
  useEffect(() => {
    if (!isNavigating) return
    return () => {
      if (!cancelled.current) setFailed(null)
      cancelled.current = false
    }
  }, [isNavigating])

  const tryAgain = ({ location, replace }: FailedNavigation) =>
    void navigate(location, { replace, state: location.state, viewTransition: true })
  return (
    <div className={styles.status}>
      <p role="status">{isSlow ? 'Loading...' : failed ? <FailureText path={failed.location.pathname} /> : null}</p>
      {failed ? (
        <p className={styles.actions}>
          <Button aria-disabled={isNavigating || undefined} onClick={() => isNavigating || tryAgain(failed)}>
            Try Again
          </Button>
          <Button
            variant="secondary"
            aria-disabled={isNavigating || undefined}
            onClick={() => isNavigating || setFailed(null)}
          >
            Stay Here
          </Button>
        </p>
      ) : null}
    </div>
  )
}

function useIsSlow(isLoading: boolean): boolean {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (!isLoading) return
    const timer = setTimeout(() => setSlow(true), slowAfterMs)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [isLoading])
  return isSlow
}

function FailureText({ path }: { path: string }) {
  const project = matchPath(href('/projects/:slug', { slug: ':slug' }), path)
  return (
    <>
      {project ? <strong>Failed to load project data</strong> : null}
      <span>The site could not be reached. Please check the connection.</span>
    </>
  )
}
