import { z } from 'zod'
import type { Admin } from '#portfolio/account/as-admin.ts'
import { lockChanges } from '#portfolio/changes.ts'
import { optionalLine, refuseFields } from '#portfolio/form-fields.ts'
import { retentionStart } from '#portfolio/health/retention-start.ts'
import { done, refused, type Result } from '#portfolio/result.ts'
import type { UnitOfWork } from '#portfolio/transaction.ts'
import { socialLinkLimits } from './social-link.ts'

const address = z
  .string()
  .trim()
  .refine((href) => href.length <= socialLinkLimits.href, {
    error: `An address can have at most ${socialLinkLimits.href} characters.`,
    abort: true,
  })
  .refine(isPublicHttps, {
    error: 'An address begins with https://, such as https://www.instagram.com/studio.',
    abort: true,
  })
  .transform((href) => new URL(href).href)

/** The schema of a new link. Normalises its address as browsers do. */
export const newSocialLink = z.object({
  href: address,
  label: optionalLine('The name of a link', socialLinkLimits.label).default(''),
})

/** A link without a `label` is named after its network. Refuses an address that is not public https or already listed. */
export async function addSocialLink(
  unit: UnitOfWork,
  _: Admin,
  input: { href: unknown; label?: string },
): Promise<Result<{ id: string }>> {
  const parsed = newSocialLink.safeParse(input)
  if (!parsed.success) return refuseFields(parsed.error)
  const { href, label } = parsed.data
  const links = await lockLinks(unit)
  const refusal = refuseAnother(links, href)
  if (refusal) return refusal
  const id = unit.newId()
  const position = Math.max(0, ...links.map((link) => link.position)) + 1
  await unit.tx
    .insertInto('studioLinks')
    .values({ id, position, label, href, createdAt: unit.now, deletedAt: null })
    .execute()
  unit.publish({ about: 'studio' })
  return done({ id })
}

/** Removes a link; `restoreSocialLink` can bring it back within `removedRetentionMs`. */
export async function removeSocialLink(unit: UnitOfWork, _: Admin, input: { id: string }): Promise<Result> {
  return setDeletedAt(unit, input.id, await retentionStart(unit))
}

/**
 * Restores a removed link. Refuses if its address was added again meanwhile, or while the list is full. Repeating it
 * changes nothing.
 */
export async function restoreSocialLink(unit: UnitOfWork, _: Admin, { id }: { id: string }): Promise<Result> {
  const links = await lockLinks(unit)
  if (links.some((link) => link.id === id)) return done()
  const removed = await unit.tx
    .selectFrom('studioLinks')
    .select('href')
    .where('id', '=', id)
    .where('deletedAt', 'is not', null)
    .executeTakeFirst()
  const refusal = removed ? refuseAnother(links, removed.href) : null
  return refusal ?? setDeletedAt(unit, id, null)
}

async function setDeletedAt(unit: UnitOfWork, id: string, deletedAt: string | null): Promise<Result> {
  const changed = await unit.tx
    .updateTable('studioLinks')
    .set({ deletedAt })
    .where('id', '=', id)
    .where('deletedAt', deletedAt === null ? 'is not' : 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!changed) return refused('unknown', 'This link is no longer there.')
  unit.publish({ about: 'studio' })
  return done()
}

/** Refuses URLs with a user name: before the @, it could be mistaken for the host. */
function isPublicHttps(href: string): boolean {
  if (!URL.canParse(href)) return false
  const { protocol, hostname, username, password } = new URL(href)
  return protocol === 'https:' && hostname.includes('.') && !username && !password
}

function refuseAnother(links: readonly { href: string }[], href: string): Result<never> | null {
  if (links.some((link) => link.href === href)) return refuseHref('This address is already in the list.')
  if (links.length >= socialLinkLimits.links) return refuseHref(`There can be at most ${socialLinkLimits.links} links.`)
  return null
}

function refuseHref(message: string): Result<never> {
  return refused('wrong-value', message, { fields: { href: message } })
}

async function lockLinks({ tx }: UnitOfWork): Promise<{ id: string; href: string; position: number }[]> {
  await lockChanges(tx)
  return tx.selectFrom('studioLinks').select(['id', 'href', 'position']).where('deletedAt', 'is', null).execute()
}
