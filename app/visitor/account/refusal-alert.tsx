import { href, Link } from 'react-router'
import type { Refusal } from '#portfolio/result.ts'
import { AlertMessage } from '#app/ui/alert-message.tsx'

/** Why a form was refused; without a session, as a link that opens another tab, so that this page keeps its input. */
export function RefusalAlert({ refusal: { code, message } }: { refusal: Refusal }) {
  const isLoggedOut = code === 'no-session'
  return (
    <AlertMessage>
      {isLoggedOut ? (
        <Link to={href('/login')} target="_blank">
          {message}
        </Link>
      ) : (
        message
      )}
    </AlertMessage>
  )
}
