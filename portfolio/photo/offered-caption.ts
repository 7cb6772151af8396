import type { Person } from '#portfolio/account/account.ts'
import { requireAdmin } from '#portfolio/account/session.ts'
import { FileStoreFailed, ImageProcessorFailed, type Ports } from '#portfolio/ports.ts'
import { done, type Result } from '#portfolio/result.ts'
import { isInUse } from './image-of-photo.ts'
import { imageNotFound } from './replace.ts'

/**
 * The caption inside the original of a photo, offered to admins as its alt text; empty without one. Stored nowhere.
 * Refuses a removed photo, unless its image still shows it, and the photos of a removed project.
 */
export async function readOfferedCaption(
  ports: Pick<Ports, 'db' | 'files' | 'images' | 'log'>,
  person: Person | null,
  photoId: string,
): Promise<Result<{ caption: string }>> {
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
    const caption = await ports.files.withLocalCopy(photo.storageKey, (path) => ports.images.readCaption(path))
    return done({ caption: caption ?? '' })
  } catch (error) {
    if (!(error instanceof FileStoreFailed || error instanceof ImageProcessorFailed)) throw error
    ports.log.warn('caption could not be read', { cause: String(error.cause ?? error) })
    return done({ caption: '' })
  }
}
