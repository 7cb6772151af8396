import { useRef } from 'react'
import { useIsScrollLocked } from '#app/ui/dialog/scroll-lock.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { useScrolledPast } from './scroll-position.ts'
import { useRaiseAboveControls } from './raise-above-controls.ts'
import styles from './back-to-top.module.css'

/** Appears after scrolling 50 pixels, unless a menu, viewer or dialog is open. Does not cover controls. */
export function BackToTop() {
  const button = useRef<HTMLButtonElement>(null)
  const isScrolled = useScrolledPast(50)
  const isLocked = useIsScrollLocked()
  const isHydrated = useHydrated()
  const isShown = isScrolled && !isLocked
  useRaiseAboveControls(button, isShown)
  const appearance = isHydrated ? isShown && styles.visible : styles.scrollDriven
  return (
    <button
      ref={button}
      type="button"
      className={appearance ? `${styles.button} ${appearance}` : styles.button}
      aria-label="Back to Top"
      onClick={scrollToTop}
    >
      <svg viewBox="0 0 20 20" width="20" height="20" fill="none" stroke="currentColor" strokeWidth="1.25" aria-hidden>
        <path d="M10 18V3M4 8.5 10 2.5l6 6" />
      </svg>
    </button>
  )
}

function scrollToTop(): void {
  const reducedMotion = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  // The button is about to be hidden and would lose focus.
  document.querySelector('main')?.focus({ preventScroll: true })
  window.scrollTo({ top: 0, behavior: reducedMotion ? 'instant' : 'smooth' })
}
