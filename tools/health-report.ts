import { describeHealth, describeMail, sortProblemsFirst } from '#portfolio/health/describe.ts'
import type { Advice, HealthLine } from '#portfolio/health/health-line.ts'
import type { Health } from '#portfolio/health/read.ts'
import type { MailStatus } from '#portfolio/mail/mail.ts'

const advice: Readonly<Record<Advice, string>> = {
  'make-space': 'free some space',
  'check-clock': 'check the date of this machine; if it is right, run npm run admin -- clock-ok',
  'first-backup': 'it is made at night, or by npm run backup -- <folder>',
  'back-up': 'run npm run backup -- <folder>',
  'retry-backup': 'run npm run backup -- <folder>',
  'copy-backup': 'copy it to another disk',
  'check-files': 'run npm run check-store',
  'save-database': 'back up PostgreSQL with pg_dump',
  'check-database': 'check the database',
  'check-pictures': 'try again on their page, or replace them',
  'publish-site': 'docs/deploy.md describes how to put it on a server',
  'use-https': 'set PUBLIC_ORIGIN to the https address',
  'set-mail-server': 'SMTP_URL and MAIL_FROM set a mail server',
  'confirm-mail': 'send a test e-mail at /studio/health and follow its link',
  'check-mail': 'the e-mails at /studio/health say why',
}

/** The report of the site's health for the terminal, and whether a part needs the operator's attention. */
export function reportOf(
  { mail, ...health }: Health & { readonly mail: MailStatus | null },
  now: Date,
): { readonly text: string; readonly needsAttention: boolean } {
  const lines = sortProblemsFirst([...describeHealth(health, now), describeMail(mail, now)])
  return { text: lines.map(printable).join('\n'), needsAttention: lines.some((line) => line.needsAttention) }
}

// Names and messages must not send control characters to the terminal.
function printable({ part, needsAttention, sentences }: HealthLine): string {
  const texts = sentences.map((sentence) => `${sentence.text}${sentence.advice ? `: ${advice[sentence.advice]}` : ''}.`)
  return `${needsAttention ? 'PROBLEM' : 'ok'}  ${part}: ${texts.join(' ')}`.replace(/[\p{Cc}\p{Cf}]/gu, '')
}
