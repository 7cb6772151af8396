import { href, Link, useMatches } from 'react-router'
import type { HealthNotice as Notice } from '#portfolio/health/health-line.ts'
import { mailNotices } from '#app/admin/mail/mail-texts.ts'
import { AdminStyles } from '#app/admin/styles/admin-styles.tsx'

/** A line above the page while something needs attention. */
export default function HealthNotice({ notice }: { notice: Notice }) {
  // The landing page starts under the navbar, so the notice lies on top of it.
  const isLanding = useMatches().some(({ id }) => id.includes('landing'))
  return (
    <p className={isLanding ? 'tool-notice tool-notice-over' : 'tool-notice'}>
      <AdminStyles />
      {'mail' in notice ? mailNotices[notice.mail] : `These need your attention: ${notice.parts.join(', ')}.`}{' '}
      <Link to={href('/studio/health')}>Open Health</Link>
    </p>
  )
}
