import { useEffect, useRef } from 'react'
import { href } from 'react-router'
import { useFormPending } from '#app/ui/use-form-pending.ts'
import { useNonce } from '#app/ui/nonce.ts'
import { expireUnsavedDrafts, discardAllUnsavedDrafts, keyOfUnsavedDraft } from './unsaved-drafts.ts'

/**
 * Discards expired unsaved drafts and, at log-out, all of the account's drafts. Drafts stay until they expire if the
 * session merely ends, or if the account logs out after its admin role was revoked.
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
  const nonce = useNonce()
  return (
    <script nonce={nonce} suppressHydrationWarning>
      {/* Rendered only on the server. */}
      {import.meta.env.SSR
        ? `(${discardBeforeHydration})(${JSON.stringify(href('/logout'))}, ${JSON.stringify(keyOfUnsavedDraft(userId, ''))})`
        : ' '}
    </script>
  )
}

/**
 * Discards the drafts when the browser itself submits the form, because the page is not hydrated. The source of this
 * function is sent to the browser, so it must not reference anything outside itself.
 */
function discardBeforeHydration(logOutPath: string, keyPrefix: string): void {
  addEventListener('submit', ({ target, defaultPrevented }) => {
    if (defaultPrevented || !(target instanceof HTMLFormElement) || !target.action.endsWith(logOutPath)) return
    for (const key of Object.keys(localStorage)) if (key.startsWith(keyPrefix)) localStorage.removeItem(key)
  })
}
