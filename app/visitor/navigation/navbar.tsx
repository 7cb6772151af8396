import { useId, useRef, type ReactNode } from 'react'
import { href, Link, NavLink } from 'react-router'
import type { PhotoView } from '#portfolio/photo/photo.ts'
import type { StudioContact } from '#portfolio/setup/setup.ts'
import { ContactFacts } from './contact-facts.tsx'
import { Logo } from './logo.tsx'
import { useMenu } from './use-menu.ts'
import { useScrollingDown, useScrolledPast } from './scroll-position.ts'
import { lightOrDark } from '#app/ui/photo/photo-luminance.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import styles from './navbar.module.css'

interface NavbarProps {
  /** Whether the navbar has no background until the page is scrolled. */
  transparent: boolean
  /** The photo behind a transparent navbar. */
  heroPhoto: PhotoView | null
  /** The studio's name. */
  name: string
  /** Pages without content are not in the navigation. */
  hasAbout: boolean
  hasValues: boolean
  /** Shown at the end of the menu; `null` for visitors of a closed site. */
  contact: StudioContact | null
  /** Additional links for admins, each in an `<li>`. */
  children?: ReactNode
  /** Controls for people who are signed in. */
  controls?: ReactNode
}

const links = [
  [href('/'), 'Home'],
  [href('/work'), 'Work'],
  [href('/about'), 'About'],
  [href('/values'), 'Values'],
  [href('/contact'), 'Contact'],
] as const

export function Navbar({ transparent, heroPhoto, name, hasAbout, hasValues, ...rest }: NavbarProps) {
  const { contact, children, controls } = rest
  const isEmpty = (to: string) => (to === href('/about') && !hasAbout) || (to === href('/values') && !hasValues)
  const navbar = useRef<HTMLElement>(null)
  const menuElement = useRef<HTMLDivElement>(null)
  const menu = useMenu(navbar, menuElement)
  const isScrollingDown = useScrollingDown()
  const isScrolled = useScrolledPast(0)
  const id = useId()
  const isHydrated = useHydrated()
  const isTransparent = transparent && !isScrolled
  const background = isTransparent ? styles.transparent : isScrolled && styles.bordered
  // Before hydration nothing notices scrolling, so a transparent navbar scrolls with the page.
  const position = isTransparent && !isHydrated && styles.scrolling
  const classes = [styles.navbar, background, position, isScrollingDown && styles.hidden]
  return (
    <header
      ref={navbar}
      className={classes.filter(Boolean).join(' ')}
      data-on-photo={isTransparent && heroPhoto && !menu.open ? lightOrDark(heroPhoto) : undefined}
    >
      <Link to={href('/')} className={styles.brand} viewTransition>
        <Logo />
        {name}
      </Link>
      <nav aria-label="Main">
        <button
          type="button"
          className={styles.menuButton}
          aria-label="Menu"
          aria-expanded={menu.open}
          aria-controls={id}
          popoverTarget={id}
        >
          <svg viewBox="0 0 28 28" width="28" height="28" stroke="currentColor" strokeWidth="1.5" aria-hidden>
            <path d="M2 10h24" />
            <path d="M2 18h24" />
          </svg>
        </button>
        <div ref={menuElement} id={id} className={styles.menu} popover="auto" onToggle={menu.onToggle}>
          <ul className={styles.links}>
            {links
              .filter(([to]) => !isEmpty(to))
              .map(([to, label]) => (
                <li key={to}>
                  <NavLink to={to} end={to === href('/')} viewTransition>
                    {label}
                  </NavLink>
                </li>
              ))}
            {children}
          </ul>
          {controls ? <div className={styles.controls}>{controls}</div> : null}
          <div className={styles.studio}>
            {contact ? <ContactFacts contact={contact} /> : null}
            <Logo />
          </div>
        </div>
      </nav>
    </header>
  )
}
