import type { ReactNode } from 'react'
import { href, Link } from 'react-router'
import type { Refusal } from '#portfolio/result.ts'
import { AlertMessage } from '#app/ui/alert-message.tsx'

export function FailureMessage({ message, reason }: { message: string; reason?: string | Refusal | undefined }) {
  return (
    <div className="tool-failure">
      <AlertMessage reason={typeof reason === 'object' ? reasonOf(reason) : reason}>{message}</AlertMessage>
    </div>
  )
}

function reasonOf({ code, message }: Refusal): ReactNode {
  if (code !== 'no-session') return message
  // Opens in another tab, so that unsaved texts on this page are kept.
  return (
    <Link to={href('/login')} target="_blank">
      {message}
    </Link>
  )
}
