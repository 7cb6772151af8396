import type { Advice } from '#portfolio/health/health-line.ts'

interface AdviceText {
  /** What an admin without a terminal can do. */
  readonly text: string
  /** The setting or command for the person who runs the server. */
  readonly technical?: string
}

/** What to do about each problem. `date` is the server’s formatted date and time. */
export function adviceTexts(date: string): Readonly<Record<Advice, AdviceText>> {
  const ask = 'ask the person who runs the server to'
  return {
    'make-space': { text: 'Remove projects or pictures that you do not need, or ask for a larger disk.' },
    'check-clock': {
      text: `The server’s date is ${date}. If it is right, choose ‘The date is right’. If not, ${ask} set it.`,
    },
    'first-backup': { text: 'One is made every night. To make one now, choose ‘Back up now’.' },
    'back-up': { text: 'Choose ‘Back up now’.' },
    'retry-backup': { text: `Choose ‘Back up now’. If that fails too, ${ask} look at it.` },
    'copy-backup': { text: 'Download it and keep it in another place.' },
    'check-files': { text: `To find out which, ${ask} check the files.`, technical: 'npm run check-store lists them' },
    'save-database': { text: `Please ${ask} back it up too.`, technical: 'pg_dump backs up PostgreSQL' },
    'check-database': {
      text: `Please ${ask} check the database.`,
      technical: 'The database may be older than the files, or another one',
    },
    'check-pictures': { text: 'Try again on their page, or replace them there.' },
    'publish-site': {
      text: `When it is ready for visitors, ${ask} put it on the internet.`,
      technical: 'docs/deploy.md describes how',
    },
    'use-https': {
      text: `Please ${ask} give the site an address that begins with https.`,
      technical: 'PUBLIC_ORIGIN must be the https address',
    },
    'set-mail-server': {
      text: `To get an e-mail for each message, ${ask} set up a mail server.`,
      technical: 'SMTP_URL and MAIL_FROM set a mail server, as the README describes',
    },
    'confirm-mail': { text: 'Send a test e-mail and follow its link.' },
    'check-mail': { text: 'The e-mails below say why.' },
  }
}
