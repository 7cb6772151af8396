import { z } from 'zod'
import { asAdmin, type Admin } from '#portfolio/account/as-admin.ts'
import { requireAdmin } from '#portfolio/account/session.ts'
import type { Person } from '#portfolio/account/account.ts'
import type { UnitOfWork } from '#portfolio/transaction.ts'
import { done, refused, type Refusal, type Result } from '#portfolio/result.ts'
import type { Ports } from '#portfolio/ports.ts'
import type { ProjectsTable } from '#portfolio/tables.ts'
import { recordVersion } from '#portfolio/history/record.ts'
import { altText } from '#portfolio/photo/edit.ts'
import { discardUploads, examineFile, findUpload, type ReceivedFile } from '#portfolio/photo/examine.ts'
import { insertNewProjectPhotos, refuseUploads, type NewProjectPhoto } from '#portfolio/photo/insert.ts'
import { chooseSlug, chooseSlugLike } from '#portfolio/project-address/edit.ts'
import { projectLimits, projectTexts } from './project.ts'
import { discardOriginals, storeOriginal, type StoredOriginal } from '#portfolio/photo/store-original.ts'
import { optionalText, refuseFields } from '#portfolio/form-fields.ts'
import { projectTextSchemas } from './edit.ts'
import { selectProjectsInOrder } from './order.ts'

export interface NewProject {
  readonly name: string
  readonly details: string
  /** The id of the form, or a key of the folder or import: it creates one project, however often it is sent. */
  readonly requestId: string
  readonly cover: { readonly original: StoredOriginal; readonly alt?: string } | null
  readonly images: readonly Omit<NewProjectPhoto, 'place'>[]
  readonly draft?: boolean
  /** If it is taken or reserved, a new slug is made from it. By default made from the name. */
  readonly slug?: string
  /** By default the last one. */
  readonly position?: number
}

export interface CreatedProject {
  readonly id: string
  readonly slug: string
  readonly name: string
  readonly draft: boolean
}

const newProjectForm = z.object({
  ...projectTextSchemas,
  requestId: z.string().min(1).max(64),
  cover: z
    .string()
    .max(100)
    .optional()
    .transform((id) => id || null),
  images: z.array(z.string().min(1).max(100)).max(projectLimits.images).default([]),
  coverAlt: altText.default(''),
  /** One alt text for each of `images`, in the same order. */
  imageAlts: z.array(altText).max(projectLimits.images).default([]),
  /** Any text but an empty one creates a draft. */
  draft: z.string().max(10).default('').transform(Boolean),
})

/** Creates one project for each `requestId` from texts and complete uploads. One refusal lists all invalid uploads. */
export async function createProject(
  ports: Ports,
  person: Person | null,
  form: unknown,
): Promise<Result<CreatedProject>> {
  const admitted = await requireAdmin(ports.db, person)
  if (!admitted.ok) return admitted
  const input = newProjectForm.safeParse(form)
  if (!input.success) return refuseFields(input.error)
  const earlier = await findEarlierResult(ports, input.data)
  if (earlier) return earlier
  const { cover, coverAlt, imageAlts } = input.data
  const images = [...new Set(input.data.images)].filter((id) => id !== cover)
  const altOf = (id: string | null) => imageAlts[input.data.images.indexOf(id ?? '')] ?? ''
  const stored = await storeOriginals(ports, admitted.value.userId, [
    ...(cover ? [{ id: cover, place: 'cover' as const }] : []),
    ...images.map((id) => ({ id, place: 'gallery' as const })),
  ])
  if (!stored.ok) return (await findEarlierResult(ports, input.data)) ?? stored
  const originals = stored.value
  const [coverOriginal, ...imageOriginals] = cover ? originals : [undefined, ...originals]
  const created = await asAdmin(ports, person, (unit, admin) =>
    insertProject(unit, admin, {
      ...input.data,
      cover: coverOriginal ? { original: coverOriginal, alt: coverAlt } : null,
      images: imageOriginals.flatMap((original) => (original ? [{ original, alt: altOf(original.uploadId) }] : [])),
    }),
  )
  if (created.ok ? created.value.existed : !created.maybeStored) await discardOriginals(ports, originals)
  if (!created.ok) return created
  if (created.value.existed) return (await findEarlierResult(ports, input.data)) ?? done(created.value)
  await discardUploads(
    ports,
    originals.map((original) => original.uploadId),
  )
  ports.wake()
  const { id, slug, name, draft } = created.value
  return done({ id, slug, name, draft })
}

const newDraft = z.object({
  name: projectTextSchemas.name,
  details: optionalText('The project details', projectLimits.details),
  requestId: z.string().min(1).max(1000),
})

/**
 * Creates one draft for each `requestId`; unlike a form, a folder of pictures may have no details. Refuses (`unknown`)
 * a `requestId` whose draft was removed since.
 */
export async function createDraft(
  unit: UnitOfWork,
  admin: Admin,
  form: unknown,
  { slug = '', position }: Pick<NewProject, 'slug' | 'position'> = {},
): Promise<Result<CreatedProject>> {
  const input = newDraft.safeParse(form)
  if (!input.success) return refuseFields(input.error)
  const slugAndPosition = { slug, ...(position !== undefined && { position }) }
  const created = await insertProject(unit, admin, {
    ...input.data,
    ...slugAndPosition,
    cover: null,
    images: [],
    draft: true,
  })
  if (!created.ok || !created.value.existed) return created
  const existing = await findByRequest(unit.tx, input.data.requestId)
  if (existing?.deletedAt === null) return created
  return refused('unknown', 'The draft of this folder was deleted. Choose the folder again to create a new one.')
}

/** Inserts the project and its photos. `existed`: an earlier call with this `requestId` created it. */
export async function insertProject(
  unit: UnitOfWork,
  admin: Admin,
  project: NewProject,
): Promise<Result<CreatedProject & { existed: boolean }>> {
  const id = unit.newId()
  const { draft = false } = project
  const inserted = await unit.tx
    .insertInto('projects')
    .values({
      id,
      name: project.name,
      slug: project.slug ? await chooseSlugLike(unit, project.slug) : await chooseSlug(unit, project.name),
      details: project.details,
      comments: '[]',
      position: project.position ?? (await nextPosition(unit)),
      nameVersion: 1,
      detailsVersion: 1,
      requestId: project.requestId,
      publishedAt: draft ? null : unit.now,
      coverImageId: null,
      createdAt: unit.now,
      changedAt: unit.now,
      deletedAt: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('slug')
    .executeTakeFirst()
  if (!inserted) {
    const earlier = await findByRequest(unit.tx, project.requestId)
    return earlier
      ? done({ ...toCreatedProject(earlier), existed: true })
      : refused('unavailable', 'Please try again in a moment.')
  }
  for (const field of projectTexts) {
    const version = { version: 1, text: project[field], former: null }
    await recordVersion(unit, admin, { kind: 'project', id, field }, version)
  }
  const photos: NewProjectPhoto[] = [
    ...(project.cover ? [{ ...project.cover, place: 'cover' as const }] : []),
    ...project.images.map((image) => ({ ...image, place: 'gallery' as const })),
  ]
  const attached = photos.length > 0 ? await insertNewProjectPhotos(unit, admin, id, photos) : done()
  if (!attached.ok) return attached
  unit.publish({ about: 'work', audience: draft ? 'admins' : 'everyone' })
  return done({ id, slug: inserted.slug, name: project.name, draft, existed: false })
}

async function nextPosition(unit: UnitOfWork): Promise<number> {
  const last = await selectProjectsInOrder(unit.tx, 'admins', 'desc').select('position').limit(1).executeTakeFirst()
  return Math.min((last?.position ?? 0) + 1, Number.MAX_SAFE_INTEGER)
}

const uploadMissing = refused('unknown', 'An upload is no longer there. Please choose the file again.')

interface ChosenUpload {
  readonly id: string
  readonly place: 'cover' | 'gallery'
}

// Stores the originals of all uploads in their order, or none.
async function storeOriginals(
  ports: Ports,
  userId: string,
  uploads: readonly ChosenUpload[],
): Promise<Result<StoredOriginal[]>> {
  const examined = await examineAll(ports, userId, uploads)
  if (!examined.ok) return examined
  const originals: StoredOriginal[] = []
  for (const { file, ...upload } of examined.value) {
    const stored = await storeOriginal(ports, file, { place: upload.place, projectId: null })
    if (!stored.ok) {
      await discardOriginals(ports, originals)
      return refuseChosen([{ ...upload, refusal: stored }])
    }
    originals.push(stored.value)
  }
  return done(originals)
}

async function examineAll(ports: Ports, userId: string, uploads: readonly ChosenUpload[]) {
  const examined: (ChosenUpload & { file: ReceivedFile })[] = []
  const faults: (ChosenUpload & { refusal: Refusal })[] = []
  for (const upload of uploads) {
    const found = await findUpload(ports, upload.id, userId)
    const result = found.ok ? await examineFile(ports, found.value) : found
    if (result.ok) examined.push({ ...upload, file: result.value })
    else faults.push({ ...upload, refusal: result.code === 'unknown' ? uploadMissing : result })
  }
  return faults.length === 0 ? done(examined) : refuseChosen(faults)
}

function refuseChosen(faults: readonly (ChosenUpload & { refusal: Refusal })[]): Refusal {
  const refusal = refuseUploads(faults)
  const messageFor = (place: ChosenUpload['place']) => faults.find((fault) => fault.place === place)?.refusal.message
  const [cover, images] = [messageFor('cover'), messageFor('gallery')]
  return { ...refusal, fields: { ...(cover && { cover }), ...(images && { images }) } }
}

// The project that an earlier submission of this form created, if its response was lost. Refuses (`newer`) a form that
// was changed since, because the changes would be lost, and (`unknown`) one whose project was removed since.
async function findEarlierResult({ db }: Pick<Ports, 'db'>, input: z.infer<typeof newProjectForm>) {
  const created = await findByRequest(db, input.requestId)
  if (!created) return null
  if (created.deletedAt !== null) {
    const sentence = `This form already created “${created.name}”, which has since been deleted.`
    return refused('unknown', `${sentence} Reload this page to add it again.`)
  }
  const photos = await db
    .selectFrom('photos')
    .select(['uploadId', 'alt', 'createdAt', 'place', 'deletedAt'])
    .where('projectId', '=', created.id)
    .orderBy('position')
    .execute()
  const alts = new Map(photos.map((photo) => [photo.uploadId, photo.alt]))
  const requested = [
    ...(input.cover ? [[input.cover, input.coverAlt]] : []),
    ...input.images.map((id, index) => [id, input.imageAlts[index] ?? '']),
  ]
  const { name, details, draft } = input
  const isSame = created.name === name && created.details === details && (created.publishedAt === null) === draft
  // Photos that were added to the project later were not submitted with this form.
  const submitted = photos.filter(({ createdAt }) => createdAt === created.createdAt)
  const hasAll = submitted.every(({ uploadId }) => requested.some(([id]) => id === uploadId))
  const images = submitted.filter(({ place, deletedAt }) => place === 'gallery' && deletedAt === null)
  const ids = images.map(({ uploadId }) => uploadId)
  const keepsOrder = ids.join() === [...new Set(input.images)].filter((id) => ids.includes(id)).join()
  if (isSame && hasAll && keepsOrder && requested.every(([id = '', alt]) => alts.get(id) === alt))
    return done(toCreatedProject(created))
  const sentence = `This form already created “${created.name}”, without what you have changed since.`
  return refused('newer', `${sentence} Open the project to change it there.`, { about: { projectId: created.id } })
}

function toCreatedProject({
  id,
  slug,
  name,
  publishedAt,
}: Pick<ProjectsTable, 'id' | 'slug' | 'name' | 'publishedAt'>): CreatedProject {
  return { id, slug, name, draft: publishedAt === null }
}

async function findByRequest(db: Ports['db'], requestId: string) {
  return db
    .selectFrom('projects')
    .select(['id', 'slug', 'name', 'details', 'publishedAt', 'createdAt', 'deletedAt'])
    .where('requestId', '=', requestId)
    .executeTakeFirst()
}
