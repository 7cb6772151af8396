import {
  parseArea,
  factNames,
  pressEntries,
  pressKey,
  type Fact,
  type FactKey,
  type FactLine,
  type FactName,
} from './fact.ts'

export type FactTexts = ReadonlyMap<FactKey, string>

interface ShownSector {
  readonly name: string
  readonly slug: string
}

/** The filled facts in order, as visitors see them. */
export function describeFacts(texts: FactTexts, sector: ShownSector | null): Fact[] {
  return factNames.flatMap((name) => {
    const lines = linesOf(name, texts, sector)
    return lines.length > 0 ? { name, lines } : []
  })
}

function linesOf(name: FactName, texts: FactTexts, sector: ShownSector | null): FactLine[] {
  if (name === 'sector') return sector ? [{ text: sector.name, sector: sector.slug }] : []
  if (name === 'press') return pressLines(texts)
  const text = texts.get(name) ?? ''
  if (text === '') return []
  if (name === 'testimonial') {
    const author = texts.get('testimonialAuthor')
    return [{ text, ...(author && { note: author }) }]
  }
  if (name === 'area') return [{ text, area: parseArea(text) }]
  const lines = text.split('\n').filter(Boolean)
  return name === 'credits' ? lines.map(creditOf) : lines.map((line) => ({ text: line }))
}

/** `Photography: Ada Lovelace`; a line without a role is a name. */
function creditOf(line: string): FactLine {
  const colon = line.indexOf(':')
  const [role, name] = [line.slice(0, colon).trim(), line.slice(colon + 1).trim()]
  return colon > 0 && name && !name.startsWith('//') ? { text: name, note: role } : { text: line }
}

/** The awards and publications, newest first; those without a date are last. */
function pressLines(texts: FactTexts): FactLine[] {
  const lines = pressEntries.flatMap((entry) => {
    const field = (name: 'title' | 'publication' | 'date' | 'link') => texts.get(pressKey(entry, name)) ?? ''
    const [title, publication, date, link] = [field('title'), field('publication'), field('date'), field('link')]
    if (!title && !publication) return []
    const note = [title && publication, date && formatDate(date)].filter(Boolean).join(', ')
    return {
      text: title || publication,
      ...(note && { note }),
      ...(link && { link }),
      ...(publication && { publication }),
      ...(date && { date }),
    }
  })
  return lines.toSorted((one, other) => (other.date ?? '').localeCompare(one.date ?? ''))
}

/** `2026`, `March 2026` or `14 March 2026`. */
function formatDate(date: string): string {
  const [year = '', month, day] = date.split('-')
  if (!month) return year
  const format = { ...(day && { day: 'numeric' as const }), month: 'long', year: 'numeric', timeZone: 'UTC' } as const
  return new Date(`${year}-${month}-${day ?? '01'}T00:00:00Z`).toLocaleDateString('en-GB', format)
}
