import { href, NavLink } from 'react-router'

/** A link to the settings that appear on no other page, as an `<li>` for `Navbar`. */
export function StudioLink() {
  return (
    <li>
      <NavLink to={href('/studio')} viewTransition>
        Studio
      </NavLink>
    </li>
  )
}
