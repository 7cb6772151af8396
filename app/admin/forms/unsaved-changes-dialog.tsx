import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { ConfirmDialog } from '#app/ui/dialog/confirm-dialog.tsx'
import { wouldLoseChanges, useHasUnsavedChanges } from './unsaved-changes.ts'

/** Asks for confirmation before leaving the page with unsaved changes. Render it once per page. */
export default function UnsavedChangesDialog() {
  const unsaved = useHasUnsavedChanges()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => wouldLoseChanges() && currentLocation.pathname !== nextLocation.pathname,
  )

  useEffect(() => {
    if (!unsaved) return
    const onBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', onBeforeUnload)
    return () => window.removeEventListener('beforeunload', onBeforeUnload)
  }, [unsaved])

  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      question="Leave without saving?"
      yes="Leave"
      no="Stay"
      onYes={() => blocker.proceed?.()}
      onNo={() => blocker.reset?.()}
    />
  )
}
