import { NavLink } from 'react-router'

/** The navigation's way to a new project: a further `<li>` for `Navbar`. */
export default function CreateLink() {
  return (
    <li>
      <NavLink to="/create" viewTransition>
        Create
      </NavLink>
    </li>
  )
}
