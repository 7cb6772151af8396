import { z } from 'zod'
import type { Admin } from '#portfolio/account/as-admin.ts'
import { audienceOf } from '#portfolio/audience.ts'
import { refuseFields } from '#portfolio/form-fields.ts'
import { projectNotFound, touchProject } from '#portfolio/project/touch.ts'
import { done, refused, type Result } from '#portfolio/result.ts'
import type { UnitOfWork } from '#portfolio/transaction.ts'
import { firstFreeSlug, isAllowedSlug, slugLimits, slugOf, slugOfName } from './slug.ts'

const newSlug = z
  .string({ error: 'The address is required.' })
  .max(1000, `The address can have at most ${slugLimits.length} characters.`)
  .transform(slugOf)
  .refine((slug) => slug !== '', { error: 'The address needs a letter or a digit.', abort: true })
  .refine(
    (slug) => [...slug].length <= slugLimits.length,
    `The address can have at most ${slugLimits.length} characters.`,
  )
  .refine(isAllowedSlug, 'This address is reserved. Please choose another one.')

/**
 * Gives a project another slug; its former slug leads to it from then on. `baseSlug` is the slug that the admin saw:
 * refuses (`newer`) if another admin has changed it since.
 */
export async function editSlug(
  unit: UnitOfWork,
  _: Admin,
  input: { id: string; slug: unknown; baseSlug: string },
): Promise<Result<{ slug: string }>> {
  const parsed = newSlug.safeParse(input.slug)
  if (!parsed.success) return refuseFields(parsed.error, 'slug')
  const slug = parsed.data
  if (!(await touchProject(unit, input.id))) return projectNotFound
  const current = await unit.tx
    .selectFrom('projects')
    .select(['slug', 'publishedAt'])
    .where('id', '=', input.id)
    .executeTakeFirstOrThrow()
  if (current.slug === slug) return done({ slug })
  if (current.slug !== input.baseSlug) {
    const conflict = { yours: slug, theirs: current.slug }
    return refused('newer', 'Someone changed the address in the meantime.', { conflict })
  }
  const other = await unit.tx
    .selectFrom('projects')
    .select(['name', 'deletedAt'])
    .where('slug', '=', slug)
    .executeTakeFirst()
  if (other) return refuseTaken(other)
  await unit.tx.updateTable('projects').set({ slug }).where('id', '=', input.id).execute()
  const audience = audienceOf(current)
  await keepFormerSlug(unit, { projectId: input.id, slug: current.slug, isPublic: audience === 'everyone' })
  unit.publish({ about: 'project', id: input.id, audience })
  unit.publish({ about: 'work', audience })
  return done({ slug })
}

/** A slug that is made from the name and that no project has or had. */
export async function chooseSlug({ tx }: Pick<UnitOfWork, 'tx'>, name: string): Promise<string> {
  const slug = slugOfName(name)
  // Matches only the first half, because a number replaces the end of a slug that has the maximum length.
  const pattern = `${[...slug].slice(0, slugLimits.length / 2).join('')}%`
  const taken = await tx
    .selectFrom('projects')
    .select('slug')
    .where('slug', 'like', pattern)
    .union(tx.selectFrom('formerSlugs').select('slug').where('slug', 'like', pattern))
    .execute()
  const all = new Set(taken.map((row) => row.slug))
  return firstFreeSlug(slug, (one) => all.has(one))
}

/**
 * Returns this slug, or one made from it if it is taken or reserved. A slug that is only a former slug of another
 * project is not taken.
 */
export async function chooseSlugLike(unit: Pick<UnitOfWork, 'tx'>, slug: string): Promise<string> {
  const other = await unit.tx.selectFrom('projects').select('id').where('slug', '=', slug).executeTakeFirst()
  return other || !isAllowedSlug(slug) ? chooseSlug(unit, slug) : slug
}

/** Adds former slugs, which lead to the project. A slug that already leads to another project stays with it. */
export async function addFormerSlugs(
  unit: UnitOfWork,
  _: Admin,
  { id, slugs }: { id: string; slugs: readonly string[] },
): Promise<Result> {
  if (!(await touchProject(unit, id))) return projectNotFound
  for (const slug of slugs) await keepFormerSlug(unit, { projectId: id, slug, isPublic: false })
  return done()
}

/** A former slug leads to its latest owner, but a draft does not take it over from another project. */
async function keepFormerSlug(
  { tx }: UnitOfWork,
  { projectId, slug, isPublic }: { projectId: string; slug: string; isPublic: boolean },
): Promise<void> {
  await tx
    .insertInto('formerSlugs')
    .values({ slug, projectId })
    .onConflict((conflict) => {
      const same = conflict.column('slug')
      return isPublic ? same.doUpdateSet({ projectId }) : same.doNothing()
    })
    .execute()
}

function refuseTaken({ name, deletedAt }: { name: string; deletedAt: string | null }): Result<never> {
  const owner = deletedAt === null ? `“${name}”` : `“${name}”, which was removed,`
  const message = `${owner} has this address. Please choose another one.`
  return refused('wrong-value', message, { fields: { slug: message } })
}
