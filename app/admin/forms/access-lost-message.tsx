import { href, Link } from 'react-router'
import { useRootData } from '#app/use-root-data.ts'
import { AlertMessage } from '#app/ui/alert-message.tsx'

/** Shown in a form that stays on the page after the session has ended or the admin role was revoked. */
export function AccessLostMessage() {
  const { person } = useRootData()
  if (person) return <AlertMessage>You can no longer edit here. What you typed and chose is kept.</AlertMessage>
  return (
    <AlertMessage>
      Your session has ended. What you typed and chose is kept here.{' '}
      <Link to={href('/login')} target="_blank">
        Log in again
      </Link>
    </AlertMessage>
  )
}
