import { z } from 'zod'
import { emailLimit } from '#portfolio/account/account.ts'
import type { Admin } from '#portfolio/account/as-admin.ts'
import type { UnitOfWork } from '#portfolio/transaction.ts'
import { done, refused, type Result } from '#portfolio/result.ts'
import { emailAddress, requiredText } from '#portfolio/form-fields.ts'
import type { StudioTexts } from './studio.ts'

const studioTexts = z.object({
  name: requiredText('The name', 120),
  city: requiredText('The city', 120),
  phone: requiredText('The phone number', 40),
  email: emailAddress.max(emailLimit),
  social: z.object({ label: requiredText('The label', 60), href: z.url({ protocol: /^https$/ }) }),
  summary: requiredText('The summary', 300),
  biography: z.array(requiredText('A paragraph', 2_000)).length(5),
  values: z.array(z.object({ title: requiredText('A title', 120), text: requiredText('A text', 2_000) })).length(3),
}) satisfies z.ZodType<StudioTexts>

/** Replaces the studio's texts. Refuses incomplete ones with the path of each invalid text. */
export async function editStudio(unit: UnitOfWork, _: Admin, input: unknown): Promise<Result> {
  const parsed = studioTexts.safeParse(input)
  if (!parsed.success) return refused('wrong-value', z.prettifyError(parsed.error))
  const row = { id: 1, words: JSON.stringify(parsed.data) }
  await unit.tx
    .insertInto('studio')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ words: row.words }))
    .execute()
  unit.publish({ about: 'studio' })
  return done()
}
