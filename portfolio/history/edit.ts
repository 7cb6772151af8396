import type { Admin } from '#portfolio/account/as-admin.ts'
import { editFact } from '#portfolio/fact/edit.ts'
import { editText } from '#portfolio/project/edit.ts'
import { done, refused, type Result } from '#portfolio/result.ts'
import { editStudioText } from '#portfolio/studio/edit.ts'
import type { UnitOfWork } from '#portfolio/transaction.ts'
import { editValueText } from '#portfolio/value/edit.ts'
import { textKey, type TextReference } from './history.ts'
import { findCurrentVersion, findVersion } from './read.ts'

/** Saves an earlier version of a text again, based on `currentVersion`; refuses (`newer`) if there is a newer one. */
export async function bringBackVersion(
  unit: UnitOfWork,
  admin: Admin,
  input: { text: TextReference; version: number; currentVersion: number },
): Promise<Result<{ version: number }>> {
  const text = await findVersion(unit.tx, input.text, input.version)
  if (text === null) return refused('unknown', 'This version is no longer kept.')
  const save = { text, version: input.currentVersion }
  switch (input.text.kind) {
    case 'project':
      return editText(unit, admin, { ...input.text, ...save })
    case 'fact':
      return editFact(unit, admin, { projectId: input.text.id, key: input.text.field, ...save })
    case 'value':
      return editValueText(unit, admin, { ...input.text, ...save })
    case 'studio':
      return editStudioText(unit, admin, { ...input.text, ...save })
  }
}

/** Erases the versions before `currentVersion`. The texts on the pages do not change. */
export async function eraseEarlierVersions(
  { tx }: UnitOfWork,
  _: Admin,
  { text, currentVersion }: { text: TextReference; currentVersion: number },
): Promise<Result> {
  const current = await findCurrentVersion(tx, text)
  if (!current) return refused('unknown', 'This text is no longer there.')
  await tx
    .deleteFrom('textVersions')
    .where('textKey', '=', textKey(text))
    .where('version', '<', Math.min(currentVersion, current.currentVersion))
    .execute()
  return done()
}
