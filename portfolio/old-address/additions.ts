import type { Admin } from '#portfolio/account/as-admin.ts'
import { findProjectIdEvenInBin } from '#portfolio/project-address/read.ts'
import { findProjectId } from '#portfolio/project-address/show.ts'
import type { UnitOfWork } from '#portfolio/transaction.ts'
import {
  normalizeAddress,
  oldAddressLimits,
  parseTypedAddress,
  type FindPathOwner,
  type Target,
} from './old-address.ts'

/** The list of old addresses, and the paths that a command adds to it. */
export interface Additions {
  readonly unit: UnitOfWork
  readonly admin: Admin
  readonly findOwner: FindPathOwner
  readonly list: Map<string, Target>
  readonly added: string[]
}

export const listFull = `There can be at most ${oldAddressLimits.addresses} old addresses.`

/** Reads the list, for additions with `addToList` and `storeAdditions`. */
export async function openAdditions(unit: UnitOfWork, admin: Admin, findOwner: FindPathOwner): Promise<Additions> {
  const rows = await unit.tx
    .selectFrom('oldAddresses')
    .select(['path', 'page', 'projectId'])
    .where('deletedAt', 'is', null)
    .execute()
  const list = new Map(
    rows.map(({ path, page, projectId }): [string, Target] => [
      path,
      page === null ? { projectId: projectId ?? '' } : { page },
    ]),
  )
  return { unit, admin, findOwner, list, added: [] }
}

/** Adds an address unless it is in the list. Returns why it is refused, or `null`. */
export async function addToList(additions: Additions, typed: string, target: Target): Promise<string | null> {
  const { list, added } = additions
  const url = parseTypedAddress(typed)
  if (url === null) return 'An old address begins with /, such as /about.html.'
  const path = normalizeAddress(url)
  if (path === null)
    return `An old address can have at most ${oldAddressLimits.path} characters, and no control characters.`
  if (await isOwned(additions, path)) return `“${path}” is an address of this site itself.`
  const listed = list.get(path)
  if (listed && !isSame(listed, target)) return `“${path}” is already in the list, with another target.`
  if (listed) return null
  if (list.size >= oldAddressLimits.addresses) return listFull
  list.set(path, target)
  added.push(path)
  return null
}

/** Stores the additions. Returns `false` if another admin has added one of them meanwhile. */
export async function storeAdditions({ unit, list, added }: Additions): Promise<boolean> {
  if (added.length === 0) return true
  // In a fixed order, so that two transactions with the same addresses cannot deadlock.
  const rows = added.toSorted().map((path) => {
    const { page, projectId } = { page: null, projectId: null, ...list.get(path) }
    return { id: unit.newId(), path, page, projectId, deletedAt: null }
  })
  const stored = await unit.tx
    .insertInto('oldAddresses')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute()
  return stored.length === rows.length
}

/**
 * Whether the path is one of the site's own, including those of drafts and of projects in the bin. Once visitors see a
 * page there, it takes precedence over an old address.
 */
async function isOwned({ unit, admin, findOwner }: Additions, address: string): Promise<boolean> {
  const owner = findOwner(address.replace(/\?.*/, ''))
  if (owner === null || owner === 'other' || 'page' in owner) return owner !== null
  const inBin = await findProjectIdEvenInBin(unit.tx, admin, owner.project)
  return inBin !== null || (await findProjectId(unit.tx, owner.project, 'admins')) !== null
}

function isSame(one: Target, other: Target): boolean {
  return 'page' in one
    ? 'page' in other && one.page === other.page
    : 'projectId' in other && one.projectId === other.projectId
}
