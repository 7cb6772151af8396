import type { Admin } from '#portfolio/account/as-admin.ts'
import { excerptOf } from '#portfolio/excerpt.ts'
import type { FactKey } from '#portfolio/fact/fact.ts'
import type { Ports } from '#portfolio/ports.ts'
import { textKey, type TextHistory, type TextReference } from './history.ts'

/** The versions of a text, and the whole text of one of them; `null` if its project or value is missing or removed. */
export async function readHistory(
  db: Ports['db'],
  _: Admin,
  { text, version }: { text: TextReference; version: number | null },
): Promise<TextHistory | null> {
  const current = await findCurrentVersion(db, text)
  if (!current) return null
  const rows = await db
    .selectFrom('textVersions')
    .leftJoin('authUser', 'authUser.id', 'savedBy')
    .select(['version', 'text', 'savedAt', 'authUser.email as savedBy'])
    .where('textKey', '=', textKey(text))
    .orderBy('version', 'desc')
    .execute()
  const versions = rows.map(({ text: whole, ...row }) => ({ ...row, excerpt: excerptOf(whole) }))
  const index = rows.findIndex((row) => row.version === version)
  const [listed, row] = [versions[index], rows[index]]
  return { ...current, versions, open: listed && row ? { ...listed, text: row.text } : null }
}

/** The text of one version; `null` if it is not kept. */
export async function findVersion(db: Ports['db'], text: TextReference, version: number): Promise<string | null> {
  const row = await db
    .selectFrom('textVersions')
    .select('text')
    .where('textKey', '=', textKey(text))
    .where('version', '=', version)
    .executeTakeFirst()
  return row?.text ?? null
}

/** The subject and newest version of a text; `undefined` if its project or value is missing or removed. */
export async function findCurrentVersion(
  db: Ports['db'],
  text: TextReference,
): Promise<Pick<TextHistory, 'subject' | 'currentVersion'> | undefined> {
  if (text.kind === 'studio') {
    const saved = await db.selectFrom('studioTexts').select('version').where('key', '=', text.field).executeTakeFirst()
    return { subject: '', currentVersion: saved?.version ?? 0 }
  }
  if (text.kind === 'project')
    return db
      .selectFrom('projects')
      .select(['name as subject', `${text.field}Version as currentVersion`])
      .where('id', '=', text.id)
      .where('deletedAt', 'is', null)
      .executeTakeFirst()
  if (text.kind === 'fact') return findFactVersion(db, text)
  return db
    .selectFrom('studioValues')
    .select(['title as subject', `${text.field}Version as currentVersion`])
    .where('id', '=', text.id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
}

async function findFactVersion(db: Ports['db'], { id, field }: { id: string; field: FactKey }) {
  const found = await db
    .selectFrom('projects')
    .leftJoin('projectFacts', (join) => join.onRef('projectId', '=', 'projects.id').on('key', '=', field))
    .select(['name as subject', 'version'])
    .where('projects.id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  return found && { subject: found.subject, currentVersion: found.version ?? 0 }
}
