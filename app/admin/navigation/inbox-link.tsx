import { href, NavLink } from 'react-router'

/** A link to the inbox with the number of unread messages, as an `<li>` for `Navbar`. */
export function InboxLink({ unread }: { unread: number }) {
  return (
    <li>
      <NavLink to={href('/inbox')} viewTransition>
        {/* In one element: the link is a flex container, which would drop the space. */}
        <span>
          Inbox{unread > 0 ? ` ${unread.toLocaleString('en-GB')}` : null}
          {unread > 0 ? <span className="visually-hidden"> unread</span> : null}
        </span>
      </NavLink>
    </li>
  )
}
