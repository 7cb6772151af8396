import type { Admin } from '#portfolio/account/as-admin.ts'
import { lockChanges } from '#portfolio/changes.ts'
import { optionalLine, refuseFields } from '#portfolio/form-fields.ts'
import { retentionStart } from '#portfolio/health/retention-start.ts'
import { done, refused, type Result } from '#portfolio/result.ts'
import type { UnitOfWork } from '#portfolio/transaction.ts'
import { slugOf } from '#portfolio/project-address/slug.ts'
import { sectorLimits, type Sector } from './sector.ts'
import { listSectors } from './show.ts'

const nameSchema = optionalLine('The name', sectorLimits.name).refine(
  (name) => slugOf(name) !== '',
  'The name of a sector must contain a letter or a digit, for example Retail.',
)

const sectorNotFound = refused('unknown', 'This sector is no longer there.')

export async function findOrAddSector(
  unit: UnitOfWork,
  admin: Admin,
  { name }: { name: string },
): Promise<Result<{ id: string }>> {
  const find = (sectors: readonly Pick<Sector, 'id' | 'name'>[]) =>
    sectors.find((sector) => slugOf(sector.name) === slugOf(name))
  // Another admin may be adding it at the same time.
  const found = find(await listSectors({ db: unit.tx })) ?? find(await lockSectors(unit))
  return found ? done({ id: found.id }) : addSector(unit, admin, { name })
}

/** Adds a sector, or restores the removed one with this slug, with its projects. Refuses a slug that is taken. */
export async function addSector(unit: UnitOfWork, _: Admin, input: { name: unknown }): Promise<Result<{ id: string }>> {
  const name = nameSchema.safeParse(input.name)
  if (!name.success) return refuseFields(name.error, 'name')
  const sectors = await lockSectors(unit)
  if (sectors.length >= sectorLimits.sectors) return refuseName(`There can be at most ${sectorLimits.sectors} sectors.`)
  if (isTaken(sectors, name.data)) return nameTaken
  const restored = await restoreNamed(unit, name.data)
  const id = restored ?? unit.newId()
  if (restored === null)
    await unit.tx.insertInto('sectors').values({ id, name: name.data, version: 1, deletedAt: null }).execute()
  publishSectors(unit)
  return done({ id })
}

/**
 * Of the removed sectors with the slug of this name, restores the one removed last and gives it this name. `null` if
 * there is none.
 */
async function restoreNamed({ tx }: UnitOfWork, name: string): Promise<string | null> {
  const removed = await tx
    .selectFrom('sectors')
    .select(['id', 'name', 'version'])
    .where('deletedAt', 'is not', null)
    .orderBy('deletedAt', 'desc')
    .execute()
  const same = removed.find((sector) => slugOf(sector.name) === slugOf(name))
  if (!same) return null
  const version = same.name === name ? same.version : same.version + 1
  await tx.updateTable('sectors').set({ name, version, deletedAt: null }).where('id', '=', same.id).execute()
  return same.id
}

/** Renames a sector based on `version`; refuses with both names (`newer`) if there is a newer version. */
export async function renameSector(
  unit: UnitOfWork,
  _: Admin,
  input: { id: string; name: unknown; version: number },
): Promise<Result<{ version: number }>> {
  const name = nameSchema.safeParse(input.name)
  if (!name.success) return refuseFields(name.error, 'name')
  const sectors = await lockSectors(unit)
  const current = sectors.find(({ id }) => id === input.id)
  if (!current) return sectorNotFound
  if (current.version !== input.version) {
    return refused('newer', 'Someone saved another version of this text in the meantime.', {
      conflict: { yours: name.data, theirs: current.name, version: current.version },
    })
  }
  const others = sectors.filter((sector) => sector !== current)
  if (isTaken(others, name.data)) return nameTaken
  const version = current.version + 1
  await unit.tx.updateTable('sectors').set({ name: name.data, version }).where('id', '=', current.id).execute()
  publishSectors(unit)
  return done({ version })
}

/** Removes a sector; its projects then have no sector. `restoreSector` can bring it back within `removedRetentionMs`. */
export async function removeSector(unit: UnitOfWork, _: Admin, { id }: { id: string }): Promise<Result> {
  await lockChanges(unit.tx)
  return setDeletedAt(unit, id, await retentionStart(unit))
}

/**
 * Restores a removed sector. Refuses if its slug has been taken meanwhile, or while the list is full. Repeating it
 * changes nothing.
 */
export async function restoreSector(unit: UnitOfWork, _: Admin, { id }: { id: string }): Promise<Result> {
  const sectors = await lockSectors(unit)
  if (sectors.some((sector) => sector.id === id)) return done()
  const removed = await unit.tx
    .selectFrom('sectors')
    .select('name')
    .where('id', '=', id)
    .where('deletedAt', 'is not', null)
    .executeTakeFirst()
  if (!removed) return sectorNotFound
  if (isTaken(sectors, removed.name)) return nameTaken
  if (sectors.length >= sectorLimits.sectors) return refuseName(`There can be at most ${sectorLimits.sectors} sectors.`)
  return setDeletedAt(unit, id, null)
}

async function setDeletedAt(unit: UnitOfWork, id: string, deletedAt: string | null): Promise<Result> {
  const changed = await unit.tx
    .updateTable('sectors')
    .set({ deletedAt })
    .where('id', '=', id)
    .where('deletedAt', deletedAt === null ? 'is not' : 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!changed) return sectorNotFound
  publishSectors(unit)
  return done()
}

/** The list and all projects of a sector show its name; on `work`, pages of projects load their data again too. */
function publishSectors(unit: UnitOfWork): void {
  unit.publish({ about: 'work', audience: 'everyone' })
  unit.publish({ about: 'studio' })
}

const nameTaken = refuseName('A sector with this name already exists.')

function refuseName(message: string): Result<never> {
  return refused('wrong-value', message, { fields: { name: message } })
}

function isTaken(sectors: readonly { name: string }[], name: string): boolean {
  return sectors.some((sector) => slugOf(sector.name) === slugOf(name))
}

async function lockSectors({ tx }: UnitOfWork) {
  await lockChanges(tx)
  return tx.selectFrom('sectors').select(['id', 'name', 'version']).where('deletedAt', 'is', null).execute()
}
