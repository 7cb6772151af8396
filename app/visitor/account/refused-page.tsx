import { href, isRouteErrorResponse, Link } from 'react-router'
import { AlertMessage } from '#app/ui/alert-message.tsx'
import { AccountLayout } from './account-layout.tsx'

interface RefusedPageProps {
  title: string
  /** Where the log-in leads back to. */
  path: string
  error: unknown
}

/** An admin's page as other people see it: why it is refused, with a link to log in. Rethrows unexpected errors. */
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
