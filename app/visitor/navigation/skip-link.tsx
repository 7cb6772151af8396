import styles from './skip-link.module.css'

/** The first tab stop; links to `<main id="content" tabIndex={-1}>`. */
export function SkipLink() {
  return (
    <a href="#content" className={styles.link}>
      Skip to content
    </a>
  )
}
