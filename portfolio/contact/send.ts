import { z } from 'zod'
import { retentionStart } from '#portfolio/health/retention-start.ts'
import { inTransaction } from '#portfolio/transaction.ts'
import { done, refused, type Result } from '#portfolio/result.ts'
import type { Ports } from '#portfolio/ports.ts'
import { countAttempt, checkLimit } from '#portfolio/rate-limit/counter.ts'
import { rateLimits } from '#portfolio/rate-limit/rate-limit.ts'
import { emailAddress, requiredText, fieldErrors } from '#portfolio/form-fields.ts'
import { searchTextOf } from './inbox.ts'
import { queueNotice } from './notice.ts'
import { timestampField, messageLimits as limits, honeypotField } from './message.ts'

// Line breaks and other control characters become spaces, since the line may end up in an e-mail header. NUL is kept,
// so that it is refused.
const singleLine = (label: string, max: number) =>
  z
    .unknown()
    .transform((input) => (typeof input === 'string' ? input.replace(/(?:\s|(?!\0)\p{Cc})+/gu, ' ') : input))
    .pipe(requiredText(label, max))

const messageForm = z.object({
  firstName: singleLine('The first name', limits.firstName),
  lastName: singleLine('The last name', limits.lastName),
  email: singleLine('The e-mail address', limits.email).pipe(emailAddress),
  subject: singleLine('The subject', limits.subject),
  message: requiredText('The message', limits.message),
})

/** Fields that reveal bots; they never cause a refusal. */
const botFields = z
  .object({ [honeypotField]: z.string().catch(''), [timestampField]: z.string().catch('') })
  .catch({ [honeypotField]: '', [timestampField]: '' })

const minWritingMs = 3_000

/** Suspected spam is stored with the reason and not e-mailed. Refuses more than five messages an hour from a client. */
export async function sendMessage(ports: Ports, form: unknown, clientAddress: string): Promise<Result> {
  const message = messageForm.safeParse(form)
  const suspicion = findSuspicion(ports, form)
  return inTransaction(ports, async (unit) => {
    const allowed = await checkLimit(unit.tx, ports.now(), rateLimits.contact, clientAddress)
    if (!allowed.ok) return allowed
    if (!message.success)
      return refused('wrong-value', 'Failed to send message.', { fields: fieldErrors(message.error) })
    const counted = await countAttempt(unit.tx, ports.now(), rateLimits.contact, clientAddress)
    if (!counted.ok) return counted
    // Above this limit messages are quarantined, not refused: a flood must not block legitimate senders.
    const flood = !(await countAttempt(unit.tx, ports.now(), rateLimits.contactFromAllAddresses)).ok
    const quarantined = suspicion ?? (flood ? 'sent while the site received too many messages' : null)
    const row = { id: unit.newId(), ...message.data }
    await unit.tx
      .insertInto('contactSubmissions')
      .values({ ...row, createdAt: await retentionStart(unit), quarantined, searchText: searchTextOf(row) })
      .execute()
    if (quarantined === null) await queueNotice(unit, row, ports.origin)
    unit.publish({ about: 'inbox' })
    return done()
  })
}

function findSuspicion({ timestamps, now }: Pick<Ports, 'timestamps' | 'now'>, form: unknown): string | null {
  const fields = botFields.parse(form)
  if (fields[honeypotField] !== '') return 'the hidden field was filled in'
  const renderedAt = timestamps.verify(fields[timestampField])
  if (!renderedAt) return 'not sent from the form'
  return now().getTime() - renderedAt.getTime() < minWritingMs ? 'written too fast' : null
}
