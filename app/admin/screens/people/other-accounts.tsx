import type { ReactNode } from 'react'
import { href, Link } from 'react-router'

interface OtherAccountsProps {
  count: number
  /** Whether the accounts are shown initially. */
  open: boolean
  /** Value of `before` for the next page; `null` on the last one. */
  next: string | null
  children: ReactNode
}

/** The accounts of people who are not admins and signed up without an invitation. */
export function OtherAccounts({ count, open, next, children }: OtherAccountsProps) {
  return (
    <details className="people-others" open={open}>
      <summary>
        <h2>Other accounts ({count.toLocaleString('en-GB')})</h2>
      </summary>
      <p className="tool-hint">These people signed up by themselves. Their accounts have no rights.</p>
      {children}
      {next === null ? null : (
        <Link
          to={{ pathname: href('/people'), search: new URLSearchParams({ before: next }).toString() }}
          className="tool-link people-page"
        >
          Older accounts
        </Link>
      )}
    </details>
  )
}
