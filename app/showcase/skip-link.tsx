import styles from './skip-link.module.css'

/** The first stop of the keyboard: past the navigation, to `<main id="content" tabIndex={-1}>`. */
export function SkipLink() {
  return (
    <a href="#content" className={styles.link}>
      Skip to content
    </a>
  )
}
