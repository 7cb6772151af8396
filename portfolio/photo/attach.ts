import { asAdmin } from '#portfolio/account/as-admin.ts'
import { requireAdmin } from '#portfolio/account/session.ts'
import type { Person } from '#portfolio/account/account.ts'
import { done, type Result } from '#portfolio/result.ts'
import type { Ports } from '#portfolio/ports.ts'
import { projectNotFound } from '#portfolio/project/touch.ts'
import { refuseFields } from '#portfolio/form-fields.ts'
import { altText } from './edit.ts'
import { discardUploads, findUpload, uploadNotFound } from './examine.ts'
import { findByUploads, toAttachedPhoto, insertPhoto, isAttachedAs, type AttachedPhoto } from './insert.ts'
import type { Place } from './photo.ts'
import type { ExpectedPhoto } from './replace.ts'
import { discardOriginals, storeOriginal } from './store-original.ts'

export interface AttachInput {
  /** `null` for the studio's own photos. */
  readonly projectId: string | null
  readonly uploadId: string
  readonly place: Place
  /** Required for the place `value`. */
  readonly valueId?: string
  readonly alt?: string
  /** Ids of the uploads selected together, in their order in the gallery. */
  readonly batch?: readonly string[]
  /** In a gallery: whether only admins see it. */
  readonly hidden?: boolean
  /** In a gallery: the image whose photo it replaces. */
  readonly replaces?: ExpectedPhoto
}

/** Attaches an upload once. Refuses what `storeOriginal` and `insertPhoto` refuse. */
export async function attachPhoto(
  ports: Ports,
  person: Person | null,
  input: AttachInput,
): Promise<Result<AttachedPhoto>> {
  const admitted = await requireAdmin(ports.db, person)
  if (!admitted.ok) return admitted
  const alt = altText.safeParse(input.alt ?? '')
  if (!alt.success) return refuseFields(alt.error, 'alt')
  // Checked before the examination, whose result is stored: a refused request must change nothing.
  if (input.projectId !== null && !(await projectExists(ports, input.projectId))) return projectNotFound
  const upload = await findUpload(ports, input.uploadId, admitted.value.userId)
  const stored = upload.ok ? await storeOriginal(ports, upload.value, input) : upload
  if (!stored.ok) return stored.code === 'unknown' ? findAttachedPhoto(ports, input) : stored
  const original = stored.value
  const attached = await asAdmin(
    ports,
    person,
    (unit, admin) => insertPhoto(unit, admin, original, { ...input, alt: alt.data }),
    { counted: false },
  )
  const unused = attached.ok
    ? !(await isStoredAs(ports, attached.value.originalId, original.storageKey))
    : !attached.maybeStored
  if (unused) await discardOriginals(ports, [original])
  if (!attached.ok) return attached
  await discardUploads(ports, [input.uploadId])
  ports.wake()
  return attached
}

async function projectExists({ db }: Pick<Ports, 'db'>, id: string): Promise<boolean> {
  const project = await db
    .selectFrom('projects')
    .select('id')
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  return project !== undefined
}

// For a retry after a lost response: the first call already attached and discarded the upload.
async function findAttachedPhoto(ports: Pick<Ports, 'db'>, input: AttachInput) {
  const [photo] = await findByUploads(ports.db, [input.uploadId])
  return photo?.deletedAt === null && isAttachedAs(photo, input) ? done(toAttachedPhoto(photo)) : uploadNotFound()
}

async function isStoredAs(ports: Pick<Ports, 'db'>, photoId: string, storageKey: string): Promise<boolean> {
  const row = await ports.db.selectFrom('photos').select('storageKey').where('id', '=', photoId).executeTakeFirst()
  return row?.storageKey === storageKey
}
