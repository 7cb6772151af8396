import { href, Link } from 'react-router'
import type { Person } from '#portfolio/account/account.ts'
import { Logo } from './logo.tsx'
import styles from './footer.module.css'

export function Footer({ person, name }: { person: Person | null; name: string }) {
  return (
    <footer className={styles.footer}>
      <p className={styles.name}>
        <Logo size={40} />© {name}
      </p>
      <ul className={styles.links}>
        <li>
          <Link to={href('/privacy')} viewTransition>
            Privacy
          </Link>
        </li>
        {person ? null : (
          <li>
            <Link to={href('/login')} viewTransition>
              Log in
            </Link>
          </li>
        )}
      </ul>
    </footer>
  )
}
