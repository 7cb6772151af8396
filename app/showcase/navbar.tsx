import { useId, useRef, type ReactNode } from 'react'
import { Link, NavLink } from 'react-router'
import type { Person } from '#portfolio/account/account.ts'
import type { Photograph } from '#portfolio/photo/photo.ts'
import { LogOutForm } from './log-out-form.tsx'
import { Mark } from './mark.tsx'
import { useMenu } from './menu.ts'
import { useScrolledDown, useScrolledPast } from './scroll.ts'
import { toneOf } from './tone.ts'
import styles from './navbar.module.css'

interface NavbarProps {
  person: Person | null
  /** Transparent, as on the landing page. */
  clear: boolean
  /** The picture that lies under it. */
  over: Photograph | null
  /** The studio's name. */
  name: string
  /** Further links, each an `<li>`: what only an admin gets. */
  children?: ReactNode
}

const links = [
  ['/', 'Home'],
  ['/work', 'Work'],
  ['/about', 'About'],
  ['/values', 'Values'],
  ['/contact', 'Contact'],
] as const

export function Navbar({ person, clear, over, name, children }: NavbarProps) {
  const bar = useRef<HTMLElement>(null)
  const menu = useMenu(bar)
  const away = useScrolledDown()
  const scrolled = useScrolledPast(0)
  const id = useId()
  const looks = [styles.bar, clear ? styles.clear : scrolled && styles.lined, away && styles.away]
  return (
    <header
      ref={bar}
      className={looks.filter(Boolean).join(' ')}
      data-open={menu.open || undefined}
      data-over={over && !menu.open ? toneOf(over) : undefined}
    >
      <Link to="/" className={styles.name} viewTransition>
        <Mark />
        {name}
      </Link>
      <nav aria-label="Main">
        <button
          type="button"
          className={styles.burger}
          aria-label="Menu"
          aria-expanded={menu.open}
          aria-controls={id}
          onClick={menu.toggle}
        >
          <svg viewBox="0 0 28 28" width="28" height="28" stroke="currentColor" strokeWidth="1.5" aria-hidden>
            <path d="M2 10h24" />
            <path d="M2 18h24" />
          </svg>
        </button>
        <div id={id} className={styles.panel}>
          <ul className={styles.links}>
            {links.map(([to, label]) => (
              <li key={to}>
                <NavLink to={to} end={to === '/'} prefetch="intent" viewTransition>
                  {label}
                </NavLink>
              </li>
            ))}
            {children}
          </ul>
          {person ? <LogOutForm className={styles.logOut} /> : null}
        </div>
      </nav>
    </header>
  )
}
