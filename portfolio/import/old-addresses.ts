import { addExportedAddresses } from '#portfolio/old-address/edit.ts'
import { done, type Result } from '#portfolio/result.ts'
import type { ImportedStudio, ImportTarget } from './source.ts'

/** Adds the old addresses that the site does not have. Resolves with what was refused. */
export async function importOldAddresses(
  target: ImportTarget,
  { content, findProjectId }: ImportedStudio,
): Promise<Result<string[]>> {
  const addresses = content.oldAddresses.map(({ path, ...to }) => ({
    path,
    target: 'page' in to ? to.page : (findProjectId(to.project) ?? ''),
  }))
  if (addresses.length === 0) return done([])
  const added = await target.run((unit, admin) =>
    addExportedAddresses(unit, admin, { addresses, findOwner: target.findOwner }),
  )
  return added.ok ? done(added.value.map(({ path, reason }) => `old address ${path}: ${reason}`)) : added
}
