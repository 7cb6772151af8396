import type { Admin } from '#portfolio/account/as-admin.ts'
import type { UnitOfWork } from '#portfolio/transaction.ts'
import { maxVersions, textKey, type TextReference } from './history.ts'

interface SavedVersion {
  readonly version: number
  readonly text: string
  /** The text of the previous version if an earlier release may have saved it; otherwise `null`. */
  readonly former: string | null
}

/** Records a saved version, and the previous one if it is not recorded yet. Keeps the newest `maxVersions`. */
export async function recordVersion(
  unit: UnitOfWork,
  { userId }: Admin,
  reference: TextReference,
  { version, text, former }: SavedVersion,
): Promise<void> {
  const owner = {
    textKey: textKey(reference),
    projectId: reference.kind === 'project' || reference.kind === 'fact' ? reference.id : null,
    valueId: reference.kind === 'value' ? reference.id : null,
  }
  if (former !== null)
    await unit.tx
      .insertInto('textVersions')
      .values({ ...owner, version: version - 1, text: former, savedAt: null, savedBy: null })
      .onConflict((conflict) => conflict.columns(['textKey', 'version']).doNothing())
      .execute()
  await unit.tx
    .insertInto('textVersions')
    .values({ ...owner, version, text, savedAt: unit.now, savedBy: userId })
    // A text whose row was deleted begins with version 1 again.
    .onConflict((conflict) =>
      conflict.columns(['textKey', 'version']).doUpdateSet({ text, savedAt: unit.now, savedBy: userId }),
    )
    .execute()
  await unit.tx
    .deleteFrom('textVersions')
    .where('textKey', '=', owner.textKey)
    .where('version', '<=', version - maxVersions)
    .execute()
}
