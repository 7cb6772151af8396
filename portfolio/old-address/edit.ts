import type { Admin } from '#portfolio/account/as-admin.ts'
import { retentionStart } from '#portfolio/health/retention-start.ts'
import { selectProjects } from '#portfolio/project/order.ts'
import { findProjectId } from '#portfolio/project-address/show.ts'
import { done, refused, type Result } from '#portfolio/result.ts'
import type { UnitOfWork } from '#portfolio/transaction.ts'
import { addToList, listFull, openAdditions, storeAdditions, type Additions } from './additions.ts'
import { oldAddressLimits, targetPages, type FindPathOwner, type PathOwner, type Target } from './old-address.ts'
import { parseLine } from './pasted-list.ts'

/** Adds an old address; `target` is a page or the id of a project. Refuses an address of this site itself. */
export async function addOldAddress(
  unit: UnitOfWork,
  admin: Admin,
  input: { path: string; target: string; findOwner: FindPathOwner },
): Promise<Result> {
  const additions = await openAdditions(unit, admin, input.findOwner)
  const target = await findTarget(unit, input.target)
  if (target === null) return refuseField('target', 'Choose a page or a project.')
  const reason = await addToList(additions, input.path, target)
  if (reason !== null) return refuseField('path', reason)
  if (!(await storeAdditions(additions))) return refuseField('path', addedMeanwhile)
  unit.publish({ about: 'old-addresses' })
  return done()
}

/**
 * Adds a pasted list, all or none: a line for each old address with the path of its page or project. Refuses it with
 * the reasons, each with the number of its line. Lines that are in the list already change nothing.
 */
export async function addOldAddressList(
  unit: UnitOfWork,
  admin: Admin,
  { text, findOwner, origin }: { text: string; findOwner: FindPathOwner; origin: string },
): Promise<Result<{ added: number }>> {
  if (text.trim() === '') return refuseField('list', 'The list is empty.')
  if (text.length > oldAddressLimits.list) return refuseField('list', tooLong)
  const additions = await openAdditions(unit, admin, findOwner)
  const reasons: string[] = []
  for (const [index, line] of text.split(/\r\n?|\n/).entries()) {
    const reason = line.trim() === '' ? null : await addLine(additions, line, origin)
    if (reason !== null) reasons.push(`Line ${index + 1}: ${reason}`)
    if (reason === listFull) break
  }
  if (reasons.length > 0) return refuseField('list', shorten(reasons).join('\n'))
  if (!(await storeAdditions(additions))) return refuseField('list', addedMeanwhile)
  unit.publish({ about: 'old-addresses' })
  return done({ added: additions.added.length })
}

/** `target` is a page or the id of a project. Skips what the list already has. Resolves with the refused addresses. */
export async function addExportedAddresses(
  unit: UnitOfWork,
  admin: Admin,
  input: { addresses: readonly { path: string; target: string }[]; findOwner: FindPathOwner },
): Promise<Result<{ path: string; reason: string }[]>> {
  const additions = await openAdditions(unit, admin, input.findOwner)
  const refusals: { path: string; reason: string }[] = []
  for (const { path, target: name } of input.addresses) {
    const target = await findTarget(unit, name)
    const reason = target
      ? await addToList(additions, path, target)
      : 'The project that it leads to is not on this site.'
    if (reason !== null) refusals.push({ path, reason })
  }
  if (!(await storeAdditions(additions))) return refuseField('path', addedMeanwhile)
  if (additions.added.length > 0) unit.publish({ about: 'old-addresses' })
  return done(refusals)
}

/** Removes an old address; `restoreOldAddress` can bring it back within `removedRetentionMs`. */
export async function removeOldAddress(unit: UnitOfWork, _: Admin, { id }: { id: string }): Promise<Result> {
  return setDeletedAt(unit, id, await retentionStart(unit))
}

/**
 * Restores a removed address. Refuses one that was added again meanwhile, and any while the list is full. Repeating it
 * changes nothing.
 */
export async function restoreOldAddress(unit: UnitOfWork, _: Admin, { id }: { id: string }): Promise<Result> {
  const removed = await unit.tx.selectFrom('oldAddresses').select('path').where('id', '=', id).executeTakeFirst()
  const listed = await unit.tx
    .selectFrom('oldAddresses')
    .select(['id', 'path'])
    .where('deletedAt', 'is', null)
    .execute()
  if (listed.some((address) => address.id === id)) return done()
  const isListed = listed.some(({ path }) => path === removed?.path)
  if (isListed) return refused('wrong-value', 'This address is already in the list.')
  if (listed.length >= oldAddressLimits.addresses) return refused('wrong-value', listFull)
  return setDeletedAt(unit, id, null)
}

async function setDeletedAt(unit: UnitOfWork, id: string, deletedAt: string | null): Promise<Result> {
  const changed = await unit.tx
    .updateTable('oldAddresses')
    .set({ deletedAt })
    .where('id', '=', id)
    .where('deletedAt', deletedAt === null ? 'is not' : 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!changed) return refused('unknown', 'This address is no longer there.')
  unit.publish({ about: 'old-addresses' })
  return done()
}

async function addLine(additions: Additions, line: string, origin: string): Promise<string | null> {
  const parsed = parseLine(line, origin)
  if (parsed === null) return 'An old address and its target are expected, such as /about.html -> /about.'
  const owner = additions.findOwner(parsed.target)
  const target = owner === 'other' || owner === null ? null : await findTargetOfOwner(additions, owner)
  if (target === null)
    return `“${parsed.target}” is not a page or project of this site that an old address can lead to.`
  return addToList(additions, parsed.path, target)
}

async function findTargetOfOwner({ unit }: Additions, owner: Exclude<PathOwner, 'other'>): Promise<Target | null> {
  if ('page' in owner) return owner
  const projectId = await findProjectId(unit.tx, owner.project, 'admins')
  return projectId === null ? null : { projectId }
}

async function findTarget({ tx }: UnitOfWork, target: string): Promise<Target | null> {
  const page = targetPages.find((one) => one === target)
  if (page) return { page }
  const project = await selectProjects(tx, 'admins').select('id').where('id', '=', target).executeTakeFirst()
  return project ? { projectId: project.id } : null
}

const addedMeanwhile = 'Someone added the same address in the meantime. Please look at the list and try again.'
const tooLong = `The list can have at most ${oldAddressLimits.list.toLocaleString('en-GB')} characters: add it in parts.`

const maxReasons = 8

function shorten(reasons: readonly string[]): readonly string[] {
  if (reasons.length <= maxReasons) return reasons
  return [...reasons.slice(0, maxReasons), `… and ${reasons.length - maxReasons} more lines.`]
}

function refuseField(field: string, message: string): Result<never> {
  return refused('wrong-value', message, { fields: { [field]: message } })
}
