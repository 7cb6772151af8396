import { isRouteErrorResponse } from 'react-router'
import { AlertMessage } from '#app/ui/alert-message.tsx'
import { AccountLayout } from './account-layout.tsx'
import { LogInFirst } from './log-in-first.tsx'

/**
 * Shows why an admin page was refused or could not be loaded; without a session, as a link to log in. Rethrows errors
 * that have no message for the user.
 */
export function RefusedPage({ title, error }: { title: string; error: unknown }) {
  if (!isRouteErrorResponse(error) || error.status === 401) return <LogInFirst heading={title} error={error} />
  if (typeof error.data !== 'string') throw error
  return (
    <AccountLayout heading={title}>
      <AlertMessage>{error.data}</AlertMessage>
    </AccountLayout>
  )
}
