import { href, isRouteErrorResponse, Link, useLocation } from 'react-router'
import { AlertMessage } from '#app/ui/alert-message.tsx'
import { AccountLayout } from './account-layout.tsx'

export function LogInFirst({ heading, error }: { heading: string; error: unknown }) {
  const { pathname, search } = useLocation()
  if (!isRouteErrorResponse(error) || typeof error.data !== 'string') throw error
  const next = new URLSearchParams({ next: pathname + search }).toString()
  return (
    <AccountLayout heading={heading}>
      <AlertMessage>
        <Link to={`${href('/login')}?${next}`}>{error.data}</Link>
      </AlertMessage>
    </AccountLayout>
  )
}
