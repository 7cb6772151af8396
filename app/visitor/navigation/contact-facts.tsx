import type { StudioContact } from '#portfolio/setup/setup.ts'
import { telephoneAddress } from '#portfolio/studio/studio.ts'
import { mailLink } from '#app/ui/mail-link.ts'
import styles from './contact-facts.module.css'

export function ContactFacts({ contact: { address, email, phone, links } }: { contact: StudioContact }) {
  if (!address && !email && !phone && links.length === 0) return null
  return (
    <address className={styles.facts}>
      {address ? <p dir="auto">{address}</p> : null}
      {email ? (
        <p>
          <a href={mailLink(email)}>{email}</a>
        </p>
      ) : null}
      {phone ? (
        <p>
          <a href={telephoneAddress(phone)}>{phone}</a>
        </p>
      ) : null}
      {links.map(({ id, href, label }) => (
        <p key={id}>
          <a href={href} rel="me noopener">
            {label}
          </a>
        </p>
      ))}
    </address>
  )
}
