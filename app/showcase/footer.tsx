import { Link } from 'react-router'
import type { Person } from '#portfolio/account/account.ts'
import { Mark } from './mark.tsx'
import styles from './footer.module.css'

/** The end of every page. */
export function Footer({ person, name }: { person: Person | null; name: string }) {
  return (
    <footer className={styles.footer}>
      <p className={styles.name}>
        <Mark size={40} />© {name}
      </p>
      <ul className={styles.links}>
        <li>
          <Link to="/privacy" viewTransition>
            Privacy
          </Link>
        </li>
        {person ? null : (
          <li>
            <Link to="/login" viewTransition>
              Log in
            </Link>
          </li>
        )}
      </ul>
    </footer>
  )
}
