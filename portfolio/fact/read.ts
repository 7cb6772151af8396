import type { Admin } from '#portfolio/account/as-admin.ts'
import type { Ports } from '#portfolio/ports.ts'
import type { SavedText } from '#portfolio/studio/studio.ts'
import type { FactKey } from './fact.ts'

export type SavedFacts = Readonly<Partial<Record<FactKey, SavedText>>>

/** A text that was never saved is missing. The text of a sector is its name, or empty if the sector was removed. */
export async function listSavedFacts(
  db: Ports['db'],
  _: Admin,
  { projectId }: { projectId: string },
): Promise<SavedFacts> {
  const rows = await db
    .selectFrom('projectFacts')
    .leftJoin('sectors', (join) =>
      join.onRef('sectors.id', '=', 'projectFacts.text').on('sectors.deletedAt', 'is', null),
    )
    .select(['key', 'text', 'projectFacts.version', 'sectors.name as sector'])
    .where('projectId', '=', projectId)
    .execute()
  return Object.fromEntries(
    rows.map(({ key, text, version, sector }) => [key, { text: key === 'sector' ? (sector ?? '') : text, version }]),
  ) as SavedFacts
}
