import { href } from 'react-router'
import type { HealthLine, HealthSentence } from '#portfolio/health/health-line.ts'
import { DownloadLink, NoDownload } from '#app/admin/download/download-link.tsx'
import { AdminStyles } from '#app/admin/styles/admin-styles.tsx'
import { HealthForm } from './health-form.tsx'
import { useTimeFormat } from '#app/admin/forms/use-time-format.ts'
import { adviceTexts } from './health-advice.ts'
import { MailControls, RecentEmails, type MailProps } from './mail-section.tsx'

export interface HealthScreenProps {
  readonly lines: readonly HealthLine[]
  readonly hasBackup: boolean
  readonly isBackupRunning: boolean
  /** The server's current time, ISO 8601. */
  readonly now: string
  readonly mail: MailProps
}

export default function HealthScreen({ lines, hasBackup, isBackupRunning, now, mail }: HealthScreenProps) {
  const { formatTime } = useTimeFormat()
  const problems = lines.filter(({ needsAttention }) => needsAttention).length
  return (
    <div className="tool-settings">
      <AdminStyles />
      <p className="health-summary">
        {problems === 0
          ? 'Everything is in order.'
          : `${problems === 1 ? 'One part needs' : `${problems} parts need`} your attention.`}
      </p>
      {lines.map((line) => (
        <section key={line.part} className="tool-setting" aria-label={line.part}>
          <h2 className="tool-label">{line.part}</h2>
          <div>
            {line.needsAttention ? <p className="health-problem">Needs attention</p> : null}
            {line.sentences.map((sentence) => (
              <p key={sentence.text}>{describe(sentence, formatTime(now))}</p>
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

function describe({ text, advice }: HealthSentence, date: string): string {
  return `${text}.${advice ? ` ${adviceTexts(date)[advice]}` : ''}`
}
