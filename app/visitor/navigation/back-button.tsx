import type { FormEvent } from 'react'
import { href, useNavigate } from 'react-router'
import styles from './back-button.module.css'

/** Goes back in history. Without JavaScript or an earlier page of the site in this tab, opens the project list. */
export function BackButton() {
  const navigate = useNavigate()
  const goBack = (event: FormEvent) => {
    event.preventDefault()
    // React Router numbers the site's history entries from 0.
    const entry = window.history.state as { idx?: number } | null
    void ((entry?.idx ?? 0) > 0 ? navigate(-1) : navigate(href('/work'), { viewTransition: true }))
  }
  return (
    <form action={href('/work')} className={styles.back} onSubmit={goBack}>
      <button type="submit">
        <svg viewBox="0 0 28 12" width="28" height="12" aria-hidden>
          <path d="M28 6H1M6 1 1 6l5 5" fill="none" stroke="currentColor" />
        </svg>
        Back
      </button>
    </form>
  )
}
