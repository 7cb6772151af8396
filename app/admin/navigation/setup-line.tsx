import { href, Link, useLocation } from 'react-router'
import type { SetupScreen, Visibility } from '#portfolio/setup/setup.ts'
import { AdminStyles } from '#app/admin/styles/admin-styles.tsx'

interface SetupLineProps {
  remainingScreens: readonly SetupScreen[]
  visibility: Visibility
}

export default function SetupLine({ remainingScreens: [first, ...others], visibility }: SetupLineProps) {
  const isSettingUp = useLocation().pathname.startsWith('/setup/')
  const continueLink =
    first && !isSettingUp ? (
      <Link to={href('/setup/:screen', { screen: first })} className="tool-link">
        Continue setting up ({others.length + 1} left)
      </Link>
    ) : null
  if (!continueLink && visibility !== 'closed') return null
  return (
    <aside className="tool-setup-line" aria-label="Site status">
      <AdminStyles />
      {visibility === 'closed' ? (
        <p>
          The site is closed<span className="tool-setup-line-detail">: visitors see ‘Opening soon’</span>.{' '}
          {isSettingUp ? null : (
            <Link to={href('/setup/:screen', { screen: 'opening' })} className="tool-link">
              Change this
            </Link>
          )}
        </p>
      ) : null}
      {continueLink}
    </aside>
  )
}
