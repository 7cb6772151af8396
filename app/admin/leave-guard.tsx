import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { Confirm } from '#app/ui/confirm.tsx'
import { isUnsaved, useIsUnsaved } from './unsaved.ts'

/** Asks before a page is left with something on it that is not saved. One per page. */
export default function LeaveGuard() {
  const unsaved = useIsUnsaved()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isUnsaved() && currentLocation.pathname !== nextLocation.pathname,
  )

  useEffect(() => {
    if (!unsaved) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [unsaved])

  return (
    <Confirm
      open={blocker.state === 'blocked'}
      question="Leave without saving?"
      yes="Leave"
      no="Stay"
      onYes={() => blocker.proceed?.()}
      onNo={() => blocker.reset?.()}
    />
  )
}
