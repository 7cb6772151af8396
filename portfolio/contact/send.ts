import { z } from 'zod'
import { changeTogether } from '#portfolio/change-together.ts'
import { done, refused, type Outcome } from '#portfolio/outcome.ts'
import type { Parts } from '#portfolio/parts.ts'
import { requiredText, sentencesOf } from '#portfolio/text.ts'
import { submissionLimits as limits } from './submission.ts'

// What breaks a line, and every other control character, becomes a space: the line may end up in the head of a mail.
const line = (what: string, max: number) =>
  z
    .unknown()
    .transform((given) => (typeof given === 'string' ? given.replace(/(?:\s|(?!\0)\p{Cc})+/gu, ' ') : given))
    .pipe(requiredText(what, max))

const submission = z.object({
  firstName: line('The first name', limits.firstName),
  lastName: line('The last name', limits.lastName),
  email: line('The e-mail address', limits.email).pipe(z.email('This is not a valid e-mail address.')),
  subject: line('The subject', limits.subject),
  message: requiredText('The message', limits.message),
})

/** Keeps a message to the studio. Refuses with one sentence for each field that is wrong. */
export async function sendMessage(parts: Parts, form: unknown): Promise<Outcome> {
  const message = submission.safeParse(form)
  if (!message.success) return refused('wrong-value', 'Failed to send message.', { fields: sentencesOf(message.error) })
  return changeTogether(parts, async (unit) => {
    await unit.tx
      .insertInto('contactSubmissions')
      .values({ id: unit.newId(), ...message.data, createdAt: unit.now })
      .execute()
    return done()
  })
}
