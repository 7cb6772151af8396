import { Link } from 'react-router'
import type { ListedVersion } from '#portfolio/history/history.ts'
import { useTimeFormat } from '#app/admin/forms/use-time-format.ts'

interface VersionListProps {
  action: string
  versions: readonly ListedVersion[]
  currentVersion: number
  openVersion: number | null
}

export function VersionList({ action, versions, currentVersion, openVersion }: VersionListProps) {
  const { formatTime } = useTimeFormat()
  if (versions.length === 0) return <p>This text has not been changed yet.</p>
  return (
    <ul className="history-list" aria-label="Versions">
      {versions.map(({ version, savedAt, savedBy, excerpt }) => (
        <li key={version}>
          <Link
            to={{ pathname: action, search: `?version=${version}` }}
            className="history-row"
            aria-current={version === openVersion ? 'true' : undefined}
            preventScrollReset
          >
            <span>
              Version {version}
              {version === currentVersion ? ', shown now' : ''}
            </span>
            <span className="history-facts">
              {savedAt === null ? 'Earlier' : [formatTime(savedAt), savedBy].filter(Boolean).join(', ')}
            </span>
            <span className="history-excerpt" dir="auto">
              {excerpt || 'Empty'}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
