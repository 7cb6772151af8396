import { href, NavLink } from 'react-router'

/** A link to one's own account, beside Logout. */
export default function AccountLink() {
  return (
    <NavLink to={href('/account')} viewTransition>
      Account
    </NavLink>
  )
}
