import { href, NavLink } from 'react-router'
import { UnsavedDraftCleanup } from '#app/admin/forms/unsaved-draft-cleanup.tsx'

/** A link to the new project form, as an `<li>` for `Navbar`. Also cleans up the account's unsaved drafts. */
export default function CreateLink({ userId }: { userId: string }) {
  return (
    <li className="tool-first-link">
      <NavLink to={href('/create')} viewTransition>
        Create
      </NavLink>
      <UnsavedDraftCleanup userId={userId} />
    </li>
  )
}
