import type { Advice, HealthLine } from '#portfolio/health/health-line.ts'
import type { adviceTexts } from './health-advice.ts'

type AdviceTexts = ReturnType<typeof adviceTexts>

/** The lines that an admin can understand: those that need attention first, then those with advice. */
export function byUrgency(lines: readonly HealthLine[]): HealthLine[] {
  const urgency = (line: HealthLine) => (line.needsAttention ? 0 : hasAdvice(line) ? 1 : 2)
  return lines
    .filter(({ sentences }) => sentences.some(({ technical }) => !technical))
    .toSorted((one, other) => urgency(one) - urgency(other))
}

const backupAdvice: readonly Advice[] = ['first-backup', 'back-up', 'retry-backup']

/** The lines without the advice to make a backup, which would be wrong while one is being made. */
export function withoutBackupAdvice(lines: readonly HealthLine[]): HealthLine[] {
  return lines.map((line) => ({
    ...line,
    sentences: line.sentences.map(({ advice, ...sentence }) =>
      advice === undefined || backupAdvice.includes(advice) ? sentence : { ...sentence, advice },
    ),
  }))
}

/** Summarises all lines in one or two sentences. */
export function summarise(lines: readonly HealthLine[]): string {
  const problems = lines.filter(({ needsAttention }) => needsAttention).length
  const advised = lines.filter((line) => !line.needsAttention && hasAdvice(line)).map(({ part }) => part)
  if (problems === 0 && advised.length === 0) return 'Everything is in order.'
  const attention = problems === 1 ? 'One part needs' : `${problems} parts need`
  const first = problems === 0 ? 'Nothing is wrong.' : `${attention} your attention.`
  const list = new Intl.ListFormat('en-GB').format(advised)
  return advised.length === 0 ? first : `${first} There is advice on ${list}.`
}

/** The sentences of a line for an admin, with what to do. */
export function plainSentences({ sentences }: HealthLine, adviceTexts: AdviceTexts): string[] {
  return sentences
    .filter(({ technical }) => !technical)
    .map(({ text, advice }) => (advice ? `${text}. ${adviceTexts[advice].text}` : `${text}.`))
}

/** For each part, what only the person who runs the server needs. */
export function technicalNotes(
  lines: readonly HealthLine[],
  adviceTexts: AdviceTexts,
): { readonly part: string; readonly sentences: string }[] {
  return lines.flatMap(({ part, sentences }) => {
    const notes = sentences.flatMap(({ text, technical, advice }) =>
      technical ? [text] : ((advice && adviceTexts[advice].technical) ?? []),
    )
    return notes.length === 0 ? [] : [{ part, sentences: `${notes.join('. ')}.` }]
  })
}

function hasAdvice({ sentences }: HealthLine): boolean {
  return sentences.some(({ advice }) => advice)
}
