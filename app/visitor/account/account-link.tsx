import { href, NavLink } from 'react-router'

/** A link to the user's own account, next to Logout. */
export default function AccountLink() {
  return (
    <NavLink to={href('/account')} viewTransition>
      Account
    </NavLink>
  )
}
