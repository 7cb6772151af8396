import type { Admin } from '#portfolio/account/as-admin.ts'
import { slugOf } from '#portfolio/project-address/slug.ts'
import { done, type Result } from '#portfolio/result.ts'
import { addSector } from '#portfolio/sector/edit.ts'
import { listSectors } from '#portfolio/sector/show.ts'
import type { UnitOfWork } from '#portfolio/transaction.ts'

/** The id of the sector with this name, which is added to the list if it is missing. */
export async function findOrAddSector(unit: UnitOfWork, admin: Admin, name: string): Promise<Result<string>> {
  const sectors = await listSectors({ db: unit.tx })
  const existing = sectors.find((sector) => slugOf(sector.name) === slugOf(name))
  if (existing) return done(existing.id)
  const added = await addSector(unit, admin, { name })
  return added.ok ? done(added.value.id) : added
}
