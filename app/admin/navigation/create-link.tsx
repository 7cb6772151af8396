import { href, NavLink } from 'react-router'

/** A link to the new project form, as an `<li>` for `Navbar`. */
export function CreateLink() {
  return (
    <li className="tool-first-link">
      <NavLink to={href('/create')} viewTransition>
        Create
      </NavLink>
    </li>
  )
}
