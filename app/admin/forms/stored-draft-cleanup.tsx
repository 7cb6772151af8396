import { useEffect, useRef } from 'react'
import { href } from 'react-router'
import { useFormPending } from '#app/ui/use-form-pending.ts'
import { expireStoredDrafts, removeStoredDrafts } from './stored-drafts.ts'

/** Removes expired drafts, and at log-out all drafts of the account. The end of a session keeps them. */
export function StoredDraftCleanup({ userId }: { userId: string }) {
  const isLoggingOut = useFormPending(href('/logout'))
  const wasLoggingOut = useRef(false)
  useEffect(expireStoredDrafts, [])
  useEffect(() => void (wasLoggingOut.current = isLoggingOut), [isLoggingOut])
  // The navbar renders it as long as an admin is logged in.
  useEffect(
    () => () => {
      if (wasLoggingOut.current) removeStoredDrafts(userId)
    },
    [userId],
  )
  return null
}
