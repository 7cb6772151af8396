import { z } from 'zod'
import type { Admin } from '#portfolio/account/as-admin.ts'
import { refuseFields, requiredText } from '#portfolio/form-fields.ts'
import { lockDraft } from '#portfolio/project/touch.ts'
import { done, refused, type Result } from '#portfolio/result.ts'
import { readTimeZone } from '#portfolio/studio/show.ts'
import type { UnitOfWork } from '#portfolio/transaction.ts'
import { dayOf, endOfDay, privateLinkLimits } from './private-link.ts'
import { publishToAdmins, unknownLink } from './link-change.ts'

const dayMs = 24 * 60 * 60_000

interface NewPrivateLink {
  readonly projectId: string
  readonly recipient: string
  /** The last day on which the link works, in the studio's time zone, such as `2026-11-25`. */
  readonly until: string
}

const alreadyPublished = refused('wrong-value', 'This project is published: anyone with its address can see it.')

/** Creates a private link to a draft, for one recipient. Refuses a published project. */
export async function sharePrivately(unit: UnitOfWork, _: Admin, input: NewPrivateLink): Promise<Result> {
  const parsed = formFor(unit.now, await readTimeZone(unit.tx)).safeParse(input)
  if (!parsed.success) return refuseFields(parsed.error)
  const { recipient, until } = parsed.data
  const draft = await lockDraft(unit, input.projectId, alreadyPublished)
  if (!draft.ok) return draft
  await unit.tx
    .insertInto('privateLinks')
    .values({
      id: unit.newId(),
      projectId: input.projectId,
      recipient,
      expiresAt: until.toISOString(),
      createdAt: unit.now,
      lastOpenedAt: null,
    })
    .execute()
  publishToAdmins(unit, input.projectId)
  return done()
}

export async function revokeLink(
  unit: UnitOfWork,
  _: Admin,
  { projectId, linkId }: { readonly projectId: string; readonly linkId: string },
): Promise<Result> {
  const revoked = await unit.tx
    .deleteFrom('privateLinks')
    .where('id', '=', linkId)
    .where('projectId', '=', projectId)
    .returning('id')
    .executeTakeFirst()
  if (!revoked) return unknownLink
  publishToAdmins(unit, projectId)
  return done()
}

function formFor(now: string, timeZone: string) {
  const today = dayOf(Date.parse(now), timeZone)
  const latest = dayOf(Date.parse(now) + privateLinkLimits.days * dayMs, timeZone)
  return z.object({
    recipient: requiredText('‘For’', privateLinkLimits.recipient),
    until: z
      .string()
      .refine((day) => day >= today && day <= latest, { error: 'Choose a day from today, within a year.', abort: true })
      .transform((day) => endOfDay(day, timeZone))
      .refine((end) => end !== null, { error: 'Choose a day from today, within a year.' }),
  })
}
