import { href, isRouteErrorResponse, Link } from 'react-router'
import { AlertMessage } from '#app/ui/alert-message.tsx'
import { AccountLayout } from './account-layout.tsx'

interface RefusedPageProps {
  title: string
  /** The page to return to after log-in. */
  path: string
  error: unknown
}

/**
 * Shows why an admin page was refused or could not be loaded; without a session, as a link to log in. Rethrows errors
 * that have no message for the user.
 */
export function RefusedPage({ title, path, error }: RefusedPageProps) {
  if (!isRouteErrorResponse(error) || typeof error.data !== 'string') throw error
  return (
    <AccountLayout heading={title}>
      <AlertMessage>
        {error.status === 401 ? <Link to={`${href('/login')}?next=${path}`}>{error.data}</Link> : error.data}
      </AlertMessage>
    </AccountLayout>
  )
}
