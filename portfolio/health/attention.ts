import { z } from 'zod'
import { queueMailToAdmins } from '#portfolio/mail/queue-mail.ts'
import { DatabaseFailed, type Ports } from '#portfolio/ports.ts'
import { done } from '#portfolio/result.ts'
import { inTransaction } from '#portfolio/transaction.ts'
import { describeHealth } from './describe.ts'
import { readFact, recordFact } from './fact.ts'
import type { HealthLine } from './health-line.ts'
import { assessHealth } from './read.ts'

const attentionFact = { key: 'attention', schema: z.array(z.string()) }

/** The parts that needed attention at the last check; none if the database fails. */
export async function readAttention({ db }: Pick<Ports, 'db'>): Promise<readonly string[]> {
  try {
    return (await readFact(db, attentionFact))?.value ?? []
  } catch (error) {
    if (error instanceof DatabaseFailed) return []
    throw error
  }
}

/** Checks the site's health. If what needs attention has changed, updates admins' pages, and e-mails new problems. */
export async function checkHealth(ports: Ports): Promise<void> {
  const space = await ports.files.freeSpace()
  const checked = await inTransaction(ports, async (unit) => {
    const now = new Date(unit.now)
    const lines = describeHealth(await assessHealth(unit.tx, { now, space }), now).filter(
      ({ needsAttention }) => needsAttention,
    )
    const parts = lines.map(({ part }) => part)
    const recorded = (await readFact(unit.tx, attentionFact))?.value ?? []
    if (parts.join() === recorded.join()) return done()
    await recordFact({ db: unit.tx, now: () => now }, attentionFact, parts)
    unit.publish({ about: 'health' })
    const newLines = lines.filter(({ part }) => !recorded.includes(part))
    if (newLines.length > 0) await queueMailToAdmins(unit, warningOf(newLines, ports.origin))
    return done()
  })
  if (!checked.ok) ports.log.error('the health of the site could not be recorded', { cause: checked.message })
}

function warningOf(lines: readonly HealthLine[], origin: string) {
  const parts = lines.map(({ part }) => part).join(', ')
  const sentences = lines.flatMap((line) => line.sentences.map(({ text }) => `${line.part}: ${text}.`))
  const text = `${sentences.join('\n')}\n\nWhat to do: ${origin}/studio/health\n`
  return { kind: 'health', subject: `Your website needs attention: ${parts}`, text } as const
}
