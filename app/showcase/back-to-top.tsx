import { useIsHeld } from '#app/ui/held.ts'
import { useScrolledPast } from './scroll.ts'
import styles from './back-to-top.module.css'

/** Appears after 50 px, but not over a menu or a viewer. */
export function BackToTop() {
  const far = useScrolledPast(50)
  const held = useIsHeld()
  return (
    <button
      type="button"
      className={far && !held ? `${styles.button} ${styles.shown}` : styles.button}
      aria-label="Back to Top"
      onClick={goUp}
    >
      <svg viewBox="0 0 20 20" width="20" height="20" fill="none" stroke="currentColor" strokeWidth="1.25" aria-hidden>
        <path d="M10 18V3M4 8.5 10 2.5l6 6" />
      </svg>
    </button>
  )
}

function goUp(): void {
  const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  // The button is about to go, and would take the focus of the keyboard with it.
  document.querySelector('main')?.focus({ preventScroll: true })
  window.scrollTo({ top: 0, behavior: calm ? 'instant' : 'smooth' })
}
