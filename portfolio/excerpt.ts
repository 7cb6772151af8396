/** The beginning of a text on one line: at most 160 UTF-16 code units, cut between words where possible. */
export function excerptOf(text: string): string {
  const line = text.replace(/\s+/g, ' ')
  if (line.length <= 160) return line
  const space = line.lastIndexOf(' ', 157)
  return `${line.slice(0, space > 0 ? space : 157).toWellFormed()}…`
}
