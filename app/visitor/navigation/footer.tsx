import { href, Link } from 'react-router'
import type { StudioContact } from '#portfolio/setup/setup.ts'
import { ContactFacts } from './contact-facts.tsx'
import { Logo } from './logo.tsx'
import styles from './footer.module.css'

interface FooterProps {
  /** The studio's name. */
  name: string
  year: string
  /** `null` for visitors of a closed site. */
  contact: StudioContact | null
  isLoggedIn: boolean
}

export function Footer({ name, year, contact, isLoggedIn }: FooterProps) {
  return (
    <footer className={styles.footer}>
      <div className={styles.studio}>
        <Logo size={56} />
        {contact ? <ContactFacts contact={contact} /> : null}
      </div>
      <ul className={styles.links}>
        <li dir="auto">
          © <time>{year}</time> {name}
        </li>
        <li>
          <Link to={href('/privacy')} viewTransition>
            Privacy
          </Link>
        </li>
        {isLoggedIn ? null : (
          <li className={styles.logIn}>
            <Link to={href('/login')} viewTransition>
              Log in
            </Link>
          </li>
        )}
      </ul>
    </footer>
  )
}
