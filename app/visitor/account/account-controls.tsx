import { href, NavLink } from 'react-router'
import { LogOutForm } from './log-out-form.tsx'

export default function AccountControls({ accountLink }: { accountLink: boolean }) {
  return (
    <>
      {accountLink ? (
        <NavLink to={href('/account')} viewTransition>
          Account
        </NavLink>
      ) : null}
      <LogOutForm />
    </>
  )
}
