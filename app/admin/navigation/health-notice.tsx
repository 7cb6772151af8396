import { href, Link, useMatches } from 'react-router'
import type { HealthNotice as Notice } from '#portfolio/health/health-line.ts'
import { AdminStyles } from '#app/admin/styles/admin-styles.tsx'

const mailNotices = {
  unconfirmed: 'Mail is set up, but nobody has confirmed yet that it arrives.',
  failing: 'No mail has been sent for more than a day.',
} as const

export default function HealthNotice({ notice }: { notice: Notice }) {
  // The hero starts behind the navbar, so the notice is placed on top of the hero.
  const isLanding = useMatches().some(({ id }) => id.includes('landing'))
  return (
    <p className={isLanding ? 'tool-notice tool-notice-over' : 'tool-notice'}>
      <AdminStyles />
      {'mail' in notice ? mailNotices[notice.mail] : `Needs attention: ${notice.parts.join(', ')}.`}{' '}
      <Link to={href('/studio/health')}>Open Health</Link>
    </p>
  )
}
