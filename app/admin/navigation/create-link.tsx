import { href, NavLink } from 'react-router'

/** A link to the new project form, as an `<li>` for `Navbar`. */
export default function CreateLink() {
  return (
    <li>
      <NavLink to={href('/create')} viewTransition>
        Create
      </NavLink>
    </li>
  )
}
