import type { Person } from '#portfolio/account/account.ts'
import { requireAdmin } from '#portfolio/account/session.ts'
import { FileStoreFailed, ImageProcessorFailed, type Ports } from '#portfolio/ports.ts'
import { done, type Result } from '#portfolio/result.ts'
import { isInUse } from './image-of-photo.ts'
import type { EmbeddedTexts } from './photo.ts'
import { imageNotFound } from './replace.ts'

const noTexts: EmbeddedTexts = { caption: '', credit: '' }

/**
 * The texts embedded in the original of a photo, offered to admins as its alt text and its credit. They are not stored.
 * Refuses photos of removed projects, and removed photos that no image shows any more.
 */
export async function readOfferedTexts(
  ports: Pick<Ports, 'db' | 'files' | 'images' | 'log'>,
  person: Person | null,
  photoId: string,
): Promise<Result<EmbeddedTexts>> {
  const admitted = await requireAdmin(ports.db, person)
  if (!admitted.ok) return admitted
  const photo = await ports.db
    .selectFrom('photos')
    .select('storageKey')
    .where('id', '=', photoId)
    .where(isInUse)
    .where(({ or, eb, selectFrom }) =>
      or([
        eb('projectId', 'is', null),
        eb('projectId', 'in', selectFrom('projects').select('projects.id').where('projects.deletedAt', 'is', null)),
      ]),
    )
    .executeTakeFirst()
  if (!photo) return imageNotFound
  try {
    const texts = await ports.files.withLocalCopy(photo.storageKey, (path) => ports.images.readTexts(path))
    return done(texts ?? noTexts)
  } catch (error) {
    if (!(error instanceof FileStoreFailed || error instanceof ImageProcessorFailed)) throw error
    ports.log.warn('texts of a photo could not be read', { photoId, cause: String(error.cause ?? error) })
    return done(noTexts)
  }
}
