import { createHash } from 'node:crypto'
import type { ExportedPhoto } from '#portfolio/export/export.ts'
import { optionalText, refuseFields } from '#portfolio/form-fields.ts'
import type { Ports } from '#portfolio/ports.ts'
import { createDraft } from '#portfolio/project/create.ts'
import { projectLimits } from '#portfolio/project/project.ts'
import { done, type Result } from '#portfolio/result.ts'
import { addPhoto } from './add-photo.ts'
import { finishProject } from './finish-project.ts'
import { describeRefusal, unfinishedKeyOf, stopsImport, type ImportedProject, type ImportTarget } from './source.ts'

/** `problems`: what was not imported, each with the name of the file or text and the reason. */
export interface ImportOutcome {
  readonly id: string
  readonly state: 'imported' | 'existed' | 'in the bin'
  readonly slug: string
  readonly photos: number
  readonly problems: readonly string[]
}

/**
 * Imports a project, or continues an interrupted import: a draft, then its photos one by one, then everything else at
 * once, so that visitors see it complete. Repeating it changes nothing. Refuses an invalid name. A refused file is in
 * `problems`, but its refusal ends the import if the site can store nothing more (`full`, `unavailable`) or the project
 * was removed in the meantime.
 */
export async function importProject(target: ImportTarget, source: ImportedProject): Promise<Result<ImportOutcome>> {
  const details = optionalDetails.safeParse(source.content.details)
  const draft = (await findProject(target.ports, source.key)) ?? (await addDraft(target, source, details.data ?? ''))
  if ('ok' in draft) return draft
  const { id, slug } = draft
  if (draft.deletedAt !== null) return done({ id, slug, state: 'in the bin', photos: 0, problems: [] })
  if (draft.requestId === source.key) return done({ id, slug, state: 'existed', photos: 0, problems: [] })
  const added = await addPhotos(target, source, id)
  if (!added.ok) return added
  const finished = await finishProject(target, source, { id, uploadIdOf: (file) => uploadIdOf(source.key, file) })
  if (!finished.ok) return finished
  const withoutDetails = details.success ? [] : [describeRefusal('details', refuseFields(details.error, 'details'))]
  const problems = [...withoutDetails, ...added.value.problems, ...finished.value]
  return done({ id, slug, state: 'imported', photos: added.value.photos, problems })
}

async function findProject({ db }: Pick<Ports, 'db'>, key: string) {
  return db
    .selectFrom('projects')
    .select(['id', 'slug', 'requestId', 'deletedAt'])
    .where('requestId', 'in', [key, unfinishedKeyOf(key)])
    .executeTakeFirst()
}

/** A plain folder may have no text. */
const optionalDetails = optionalText('The project details', projectLimits.details)

async function addDraft(target: ImportTarget, { key, content }: ImportedProject, details: string) {
  const requestId = unfinishedKeyOf(key)
  const created = await target.run((unit, admin) =>
    createDraft(unit, admin, { name: content.name, details, requestId }, content),
  )
  return created.ok ? { id: created.value.id, slug: created.value.slug, requestId, deletedAt: null } : created
}

async function addPhotos(
  target: ImportTarget,
  { key, content, findFile }: ImportedProject,
  projectId: string,
): Promise<Result<{ photos: number; problems: string[] }>> {
  const photos: readonly (ExportedPhoto & { place: 'cover' | 'gallery'; hidden: boolean })[] = [
    ...(content.coverPhoto ? [{ ...content.coverPhoto, place: 'cover' as const, hidden: false }] : []),
    ...content.images.map((image) => ({ ...image, place: 'gallery' as const })),
  ]
  const problems: string[] = []
  let added = 0
  for (const { place, hidden, ...photo } of photos) {
    // Hidden from the start: an admin may publish the draft of an import that was interrupted.
    const to = { projectId, place, hidden, uploadId: uploadIdOf(key, photo.file) }
    const result = await addPhoto(target, await findFile(photo.file), photo, to)
    if (result.ok) added += 1
    else if (stopsImport(result) || (await isProjectGone(target.ports, projectId))) return result
    else problems.push(describeRefusal(photo.file, result))
  }
  return done({ photos: added, problems })
}

function uploadIdOf(key: string, file: string): string {
  return `${key}:${createHash('sha256').update(file).digest('hex').slice(0, 32)}`
}

async function isProjectGone({ db }: Pick<Ports, 'db'>, id: string): Promise<boolean> {
  const project = db.selectFrom('projects').select('id').where('id', '=', id).where('deletedAt', 'is', null)
  return (await project.executeTakeFirst()) === undefined
}
