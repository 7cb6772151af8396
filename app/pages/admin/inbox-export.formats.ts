import { referenceOf } from '#portfolio/contact/inbox.ts'
import type { StoredMessage } from '#portfolio/contact/read.ts'

interface ExportFormat {
  readonly contentType: string
  readonly extension: string
  readonly start: string
  readonly separator: string
  readonly end: string
  write(message: StoredMessage): string
}

/**
 * A spreadsheet runs a cell as a formula if it begins with one of these characters, perhaps after spaces or invisible
 * characters. If its separator is a semicolon or a tab, a cell can also begin after that separator or on a new line.
 */
const formulaStart = /(?<=^|[;\t\r\n])(?=[\t\r]|[\s\p{Cf}]{0,8}[=+\-@＝＋－＠])/gu

const columns: readonly (readonly [heading: string, cell: (message: StoredMessage) => string | null])[] = [
  ['Received', ({ createdAt }) => createdAt],
  ['First name', ({ firstName }) => firstName],
  ['Last name', ({ lastName }) => lastName],
  ['E-mail', ({ email }) => email],
  ['Subject', ({ subject }) => subject],
  ['Message', ({ message }) => message],
  ['Where', ({ view }) => view],
  ['Why in quarantine', ({ view, quarantined }) => (view === 'quarantine' ? quarantined : null)],
  ['Read', ({ readAt }) => readAt],
  ['Answered', ({ answeredAt }) => answeredAt],
  ['Archived', ({ archivedAt }) => archivedAt],
  ['Reference', referenceOf],
]

/** JSON has every field as it is stored. CSV (RFC 4180) is for spreadsheets; its BOM is for Excel. */
export const exportFormats: Readonly<Record<'csv' | 'json', ExportFormat>> = {
  csv: {
    contentType: 'text/csv; charset=utf-8; header=present',
    extension: 'csv',
    start: `\uFEFF${columns.map(([heading]) => csvCell(heading)).join(',')}\r\n`,
    separator: '',
    end: '',
    write: (message) => `${columns.map(([, cell]) => csvCell(cell(message) ?? '')).join(',')}\r\n`,
  },
  json: {
    contentType: 'application/json',
    extension: 'json',
    start: '[',
    separator: ',\n',
    end: ']\n',
    write: (message) => JSON.stringify({ ...message, reference: referenceOf(message) }),
  },
}

function csvCell(text: string): string {
  return `"${text.replace(formulaStart, "'").replaceAll('"', '""')}"`
}
