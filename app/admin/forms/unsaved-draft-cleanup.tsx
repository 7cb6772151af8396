import { useEffect, useRef } from 'react'
import { href } from 'react-router'
import { useFormPending } from '#app/ui/use-form-pending.ts'
import { expireUnsavedDrafts, discardAllUnsavedDrafts } from './unsaved-drafts.ts'

/**
 * Discards expired unsaved drafts and, at log-out, all of the account's drafts. Drafts stay until they expire if the
 * session merely ends, or if the account logs out before the page is hydrated or after its admin role was revoked.
 */
export function UnsavedDraftCleanup({ userId }: { userId: string }) {
  const isLoggingOut = useFormPending(href('/logout'))
  const wasLoggingOut = useRef(false)
  useEffect(expireUnsavedDrafts, [])
  useEffect(() => void (wasLoggingOut.current = isLoggingOut), [isLoggingOut])
  // The navbar renders this component while an admin is logged in, so log-out unmounts it.
  useEffect(
    () => () => {
      if (wasLoggingOut.current) discardAllUnsavedDrafts(userId)
    },
    [userId],
  )
  return null
}
