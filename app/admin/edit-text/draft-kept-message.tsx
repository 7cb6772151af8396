import { href, Link } from 'react-router'
import { AlertMessage } from '#app/ui/alert-message.tsx'
import { hasTextDraft } from './text-drafts.ts'

/** Replaces the editor when the session ends or the admin role is revoked during editing. */
export default function DraftKeptMessage({ draftName }: { draftName: string }) {
  if (!hasTextDraft(draftName)) return null
  return (
    <AlertMessage>
      You can no longer edit here. What you wrote is kept as long as this page stays open.{' '}
      <Link to={href('/login')} target="_blank">
        Log in again
      </Link>
    </AlertMessage>
  )
}
