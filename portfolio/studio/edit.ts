import { z } from 'zod'
import { emailLimit } from '#portfolio/account/account.ts'
import type { Admin } from '#portfolio/account/as-admin.ts'
import type { UnitOfWork } from '#portfolio/change-together.ts'
import { done, refused, type Outcome } from '#portfolio/outcome.ts'
import { emailAddress, requiredText } from '#portfolio/text.ts'
import type { StudioWords } from './studio.ts'

const words = z.object({
  name: requiredText('The name', 120),
  city: requiredText('The city', 120),
  phone: requiredText('The phone number', 40),
  email: emailAddress.max(emailLimit),
  social: z.object({ label: requiredText('The label', 60), href: z.url({ protocol: /^https$/ }) }),
  summary: requiredText('The summary', 300),
  biography: z.array(requiredText('A paragraph', 2_000)).length(5),
  values: z.array(z.object({ title: requiredText('A title', 120), text: requiredText('A text', 2_000) })).length(3),
}) satisfies z.ZodType<StudioWords>

/** Puts these words in place of the studio's present ones. Refuses what is incomplete, naming the place. */
export async function describeStudio(unit: UnitOfWork, _: Admin, given: unknown): Promise<Outcome> {
  const read = words.safeParse(given)
  if (!read.success) return refused('wrong-value', z.prettifyError(read.error))
  const row = { id: 1, words: JSON.stringify(read.data) }
  await unit.tx
    .insertInto('studio')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ words: row.words }))
    .execute()
  unit.announce({ about: 'studio' })
  return done()
}
