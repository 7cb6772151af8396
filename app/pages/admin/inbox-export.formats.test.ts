import { expect, test } from 'vitest'
import type { StoredMessage } from '#portfolio/contact/read.ts'
import { exportFormats } from './inbox-export.formats.ts'

const message: StoredMessage = {
  id: '00000000-0000-4000-8000-0000deadbeef',
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.com',
  subject: 'A "shop"',
  message: 'Hello,\nwe have a shop; call me.',
  createdAt: '2026-11-23T10:00:00.000Z',
  quarantined: null,
  readAt: null,
  answeredAt: null,
  archivedAt: null,
  deletedAt: null,
  notSpamAt: null,
  view: 'inbox',
}

const subjectCell = (subject: string) =>
  /^"[^"]*","[^"]*","[^"]*","[^"]*",("(?:[^"]|"")*")/.exec(csvOf({ subject }))?.[1]
const csvOf = (changes: Partial<StoredMessage>) => exportFormats.csv.write({ ...message, ...changes })

test('the CSV begins with a BOM and a header row, ends lines with CRLF and doubles quotes', () => {
  expect(exportFormats.csv.start).toMatch(/^\uFEFF"Received","First name",.+,"Reference"\r\n$/)
  expect(csvOf({})).toBe(
    '"2026-11-23T10:00:00.000Z","Ada","Lovelace","ada@example.com","A ""shop""","Hello,\nwe have a shop; call me.",' +
      '"inbox","","","","","DEADBEEF"\r\n',
  )
})

const formulas = [
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '  =1+1',
  '\u200b=1',
  '\ufeff@x',
  '＝1',
  'a\n=1',
  'a;=1',
  'a;\n  +1',
  'a\t-1',
]
for (const text of formulas) {
  test(`a cell cannot become a formula in a spreadsheet: ${JSON.stringify(text)}`, () => {
    // A cell begins at the start of the text or, with another separator, after that separator or on a new line.
    for (const cell of (subjectCell(text) ?? '').slice(1, -1).split(/[;\t\r\n]/))
      expect(cell.trim()).not.toMatch(/^[\s\p{Cf}]*[=+\-@＝＋－＠]/u)
    expect(subjectCell(text)?.replaceAll("'", '')).toBe(`"${text}"`)
  })
}

test('ordinary texts are exported unchanged', () => {
  for (const text of ['A shop', 'a-b', '1 + 1 = 2', "O'Brien", 'مرحبا', 'a, b; c', '🪑'])
    expect(subjectCell(text)).toBe(`"${text}"`)
})

test('the JSON has every field unchanged, and the reference', () => {
  const { json } = exportFormats
  const hostile = { ...message, subject: '=1+1\u202e"\u2028</script>' }
  const text = json.start + [json.write(message), json.write(hostile)].join(json.separator) + json.end
  expect(JSON.parse(text)).toEqual([
    { ...message, reference: 'DEADBEEF' },
    { ...hostile, reference: 'DEADBEEF' },
  ])
})
