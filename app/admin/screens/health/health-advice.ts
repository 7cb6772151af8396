import type { Advice } from '#portfolio/health/health-line.ts'

/** What an admin without a terminal can do about each problem. `date` is the server's formatted date and time. */
export function adviceTexts(date: string): Readonly<Record<Advice, string>> {
  const operator = 'Ask the person who runs the server to'
  return {
    'make-space': `Remove projects or pictures that you do not need, or ask for a larger disk.`,
    'check-clock': `The server’s date is ${date}.`,
    'back-up': 'Choose ‘Back up now’.',
    'copy-backup': 'Download it and keep it in another place.',
    'check-files': `${operator} run npm run check-store.`,
    'save-database': `${operator} back up PostgreSQL with pg_dump.`,
    'check-database': `${operator} check the database.`,
    'use-https': `${operator} set PUBLIC_ORIGIN to an https address.`,
    'set-mail-server': `To get an e-mail for each message, ask the person who runs the server to set SMTP_URL and MAIL_FROM, as the README describes.`,
    'confirm-mail': 'Send a test e-mail and follow its link.',
    'check-mail': 'The e-mails below say why.',
  }
}
