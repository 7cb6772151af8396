import { href, Link, useMatches } from 'react-router'
import type { HealthNotice as Notice } from '#portfolio/health/health-line.ts'
import { AdminStyles } from '#app/admin/styles/admin-styles.tsx'

const mailSentences = {
  unconfirmed: 'Mail is set up, but nobody has confirmed yet that it arrives.',
  failing: 'No mail could be sent for more than a day.',
} as const

/** One line above the page, until everything works. */
export default function HealthNotice({ notice }: { notice: Notice }) {
  // It begins under the navbar.
  const isLanding = useMatches().some(({ id }) => id.includes('landing'))
  return (
    <p className={isLanding ? 'tool-notice tool-notice-over' : 'tool-notice'}>
      <AdminStyles />
      {'mail' in notice ? mailSentences[notice.mail] : `These need your attention: ${notice.parts.join(', ')}.`}{' '}
      <Link to={href('/studio/health')}>Look at Health</Link>
    </p>
  )
}
