import { href, NavLink } from 'react-router'
import { StoredDraftCleanup } from '#app/admin/forms/stored-draft-cleanup.tsx'

/** A link to the new project form, as an `<li>` for `Navbar`. */
export default function CreateLink({ userId }: { userId: string }) {
  return (
    <li>
      <NavLink to={href('/create')} viewTransition>
        Create
      </NavLink>
      <StoredDraftCleanup userId={userId} />
    </li>
  )
}
