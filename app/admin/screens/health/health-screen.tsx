import { href } from 'react-router'
import type { HealthLine } from '#portfolio/health/health-line.ts'
import { DownloadLink, NoDownload } from '#app/admin/download/download-link.tsx'
import { AdminStyles } from '#app/admin/styles/admin-styles.tsx'
import { HealthForm } from './health-form.tsx'
import { useTimeFormat } from '#app/admin/forms/use-time-format.ts'
import { adviceTexts } from './health-advice.ts'
import { byUrgency, plainSentences, summarise, technicalNotes, withoutBackupAdvice } from './health-texts.ts'
import { MailControls, RecentEmails, type MailProps } from './mail-section.tsx'

export interface HealthScreenProps {
  readonly lines: readonly HealthLine[]
  readonly hasBackup: boolean
  readonly isBackupRunning: boolean
  /** The server's current time, ISO 8601. */
  readonly now: string
  readonly mail: MailProps
}

export default function HealthScreen({ lines: all, hasBackup, isBackupRunning, now, mail }: HealthScreenProps) {
  const shown = (some: readonly HealthLine[]) => (isBackupRunning ? withoutBackupAdvice(some) : some)
  const lines = shown(all)
  // Sorted first, so that no part moves when a backup begins.
  const sections = shown(byUrgency(all))
  const { formatTime } = useTimeFormat()
  const advice = adviceTexts(formatTime(now))
  const notes = technicalNotes(lines, advice)
  return (
    <div className="tool-settings">
      <AdminStyles />
      <p className="health-summary">{summarise(lines)}</p>
      {sections.map((line) => (
        <section key={line.part} className="tool-setting" aria-label={line.part}>
          <h2 className="tool-label">{line.part}</h2>
          <div>
            {line.needsAttention ? <p className="health-problem">Needs attention</p> : null}
            {plainSentences(line, advice).map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
            {line.part === 'Backup' ? <BackupControls isRunning={isBackupRunning} hasBackup={hasBackup} /> : null}
            {line.part === 'Mail' ? <MailControls {...mail} /> : null}
            {line.part === 'Clock' && line.needsAttention ? (
              <HealthForm intent="trust-clock" label="The date is right" failure="Failed to confirm the date" />
            ) : null}
          </div>
        </section>
      ))}
      <RecentEmails {...mail} />
      <details className="health-technical">
        <summary>For whoever runs the server</summary>
        <dl>
          {notes.map(({ part, sentences }) => (
            <div key={part}>
              <dt>{part}</dt>
              <dd>{sentences}</dd>
            </div>
          ))}
        </dl>
      </details>
    </div>
  )
}

function BackupControls({ isRunning, hasBackup }: { isRunning: boolean; hasBackup: boolean }) {
  return (
    <div className="tool-row health-actions">
      {isRunning ? (
        <p role="status">A backup is being made.</p>
      ) : (
        <HealthForm intent="back-up" label="Back up now" failure="Failed to start a backup" />
      )}
      {hasBackup ? (
        <DownloadLink to={href('/studio/health/backup.tar')} className="tool-link">
          Download backup
        </DownloadLink>
      ) : (
        <NoDownload />
      )}
    </div>
  )
}
