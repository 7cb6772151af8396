import type { Admin } from '#portfolio/account/as-admin.ts'
import type { ExportedPhoto } from '#portfolio/export/export.ts'
import { isAlmostFull, storageFull } from '#portfolio/health/reserved-space.ts'
import { altText } from '#portfolio/photo/edit.ts'
import { insertPhoto, type Attachment } from '#portfolio/photo/insert.ts'
import { discardOriginals, storeOriginal } from '#portfolio/photo/store-original.ts'
import type { Ports } from '#portfolio/ports.ts'
import { refuseFields } from '#portfolio/form-fields.ts'
import { done, refused, type Result } from '#portfolio/result.ts'
import type { UnitOfWork } from '#portfolio/transaction.ts'
import type { ImportedFile, ImportTarget } from './source.ts'

type Destination = Pick<Attachment, 'projectId' | 'place' | 'valueId' | 'hidden'> & {
  /** The same in each import of this file: makes repeated imports idempotent. */
  readonly uploadId: string
}

/**
 * Adds a photo unless one with this `uploadId` was added before, even if it was removed since. `saveDetails` runs in
 * the same transaction. Refuses a missing file (`null`), and what `storeOriginal`, `insertPhoto` and `saveDetails`
 * refuse.
 */
export async function addPhoto(
  target: ImportTarget,
  file: ImportedFile | null,
  photo: Pick<ExportedPhoto, 'alt' | 'focalPoint'>,
  { uploadId, ...to }: Destination,
  saveDetails: (unit: UnitOfWork, admin: Admin, photoId: string) => Promise<Result<unknown>> = async () => done(),
): Promise<Result> {
  const { ports } = target
  if ((await findStorageKey(ports, uploadId)) !== undefined) return done()
  if (!file) return refused('unknown', 'The file is missing.')
  const alt = altText.safeParse(photo.alt)
  if (!alt.success) return refuseFields(alt.error, 'alt')
  if (isAlmostFull(await ports.files.freeSpace(), file.bytes)) return refused('full', storageFull)
  const stored = await storeOriginal(ports, { ...file, uploadId: null, examination: null }, to)
  if (!stored.ok) return stored
  const original = { ...stored.value, uploadId }
  const added = await target.run(async (unit, admin) => {
    const inserted = await insertPhoto(unit, admin, original, { ...to, alt: alt.data, focal: photo.focalPoint })
    return inserted.ok ? saveDetails(unit, admin, inserted.value.id) : inserted
  })
  // Another import of the same folder may have added the photo.
  const isUnused = added.ok ? (await findStorageKey(ports, uploadId)) !== original.storageKey : !added.maybeStored
  if (isUnused) await discardOriginals(ports, [original])
  return added.ok ? done() : added
}

async function findStorageKey({ db }: Pick<Ports, 'db'>, uploadId: string): Promise<string | undefined> {
  const row = await db.selectFrom('photos').select('storageKey').where('uploadId', '=', uploadId).executeTakeFirst()
  return row?.storageKey
}
