import { z } from 'zod'
import { changeTogether } from '#portfolio/change-together.ts'
import { done, refused, type Outcome } from '#portfolio/outcome.ts'
import type { Parts } from '#portfolio/parts.ts'
import { claim, isOpen } from '#portfolio/limit/claim.ts'
import { limits as tries } from '#portfolio/limit/limit.ts'
import { emailAddress, requiredText, sentencesOf } from '#portfolio/text.ts'
import { drawn, submissionLimits as limits, trap } from './submission.ts'

// What breaks a line, and every other control character, becomes a space: the line may end up in the head of a mail.
const line = (what: string, max: number) =>
  z
    .unknown()
    .transform((given) => (typeof given === 'string' ? given.replace(/(?:\s|(?!\0)\p{Cc})+/gu, ' ') : given))
    .pipe(requiredText(what, max))

const submission = z.object({
  firstName: line('The first name', limits.firstName),
  lastName: line('The last name', limits.lastName),
  email: line('The e-mail address', limits.email).pipe(emailAddress),
  subject: line('The subject', limits.subject),
  message: requiredText('The message', limits.message),
})

/** What no person's browser would send. Read apart: nothing in it refuses anything. */
const traces = z
  .object({ [trap]: z.string().catch(''), [drawn]: z.string().catch('') })
  .catch({ [trap]: '', [drawn]: '' })

/** Nobody writes five fields faster. */
const quickestMs = 3_000

/**
 * Keeps a message to the studio. Refuses with one sentence for each field that is wrong, and (`too-often`) after five
 * in an hour from one address. What looks made by a machine is kept all the same, but apart.
 */
export async function sendMessage(parts: Parts, form: unknown, address: string): Promise<Outcome> {
  const message = submission.safeParse(form)
  const suspicion = suspect(parts, form)
  return changeTogether(parts, async (unit) => {
    const open = await isOpen(unit.tx, parts.now(), tries.contact, address)
    if (!open.ok) return open
    if (!message.success)
      return refused('wrong-value', 'Failed to send message.', { fields: sentencesOf(message.error) })
    const turn = await claim(unit.tx, parts.now(), tries.contact, address)
    if (!turn.ok) return turn
    // Counted where it cannot refuse: a flood from everywhere must not silence the next real person.
    const flood = !(await claim(unit.tx, parts.now(), tries.contactInAll)).ok
    const quarantined = suspicion ?? (flood ? 'one of very many' : null)
    await unit.tx
      .insertInto('contactSubmissions')
      .values({ id: unit.newId(), ...message.data, createdAt: unit.now, quarantined })
      .execute()
    return done()
  })
}

/** Why this may not have been written by a person; `null` when nothing speaks for that. */
function suspect({ stamps, now }: Pick<Parts, 'stamps' | 'now'>, form: unknown): string | null {
  const left = traces.parse(form)
  if (left[trap] !== '') return 'a field that nobody sees was filled in'
  const at = stamps.read(left[drawn])
  if (!at) return 'not sent from the form'
  return now().getTime() - at.getTime() < quickestMs ? 'written too fast' : null
}
