import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Refusal } from '#portfolio/outcome.ts'
import { Notice } from '#app/ui/notice.tsx'

/** What went wrong, in the words of the catalogue; below it the reason, where one is known. */
export function Failure({ says, why }: { says: string; why?: string | Refusal | undefined }) {
  return (
    <div className="tool-failure">
      <Notice why={typeof why === 'object' ? reasonOf(why) : why}>{says}</Notice>
    </div>
  )
}

function reasonOf({ why, message }: Refusal): ReactNode {
  if (why !== 'no-session') return message
  // In another tab: what is written here stays.
  return (
    <Link to="/login" target="_blank">
      {message}
    </Link>
  )
}
