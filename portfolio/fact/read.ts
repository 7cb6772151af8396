import type { Admin } from '#portfolio/account/as-admin.ts'
import type { Ports } from '#portfolio/ports.ts'
import type { SavedText } from '#portfolio/studio/studio.ts'
import type { FactKey } from './fact.ts'

export type SavedFacts = Readonly<Partial<Record<FactKey, SavedText>>>

/** The saved texts of a project's facts; one that was never saved is missing. A removed sector is an empty text. */
export async function listSavedFacts(
  db: Ports['db'],
  _: Admin,
  { projectId }: { projectId: string },
): Promise<SavedFacts> {
  const rows = await db
    .selectFrom('projectFacts')
    .leftJoin('sectors', 'sectors.id', 'projectFacts.text')
    .select(['key', 'text', 'projectFacts.version', 'sectors.id as sectorId', 'sectors.deletedAt'])
    .where('projectId', '=', projectId)
    .execute()
  return Object.fromEntries(
    rows.map(({ key, text, version, sectorId, deletedAt }) => {
      const isGone = key === 'sector' && (sectorId === null || deletedAt !== null)
      return [key, { text: isGone ? '' : text, version }]
    }),
  ) as SavedFacts
}
