import { derivativesPrefix } from '#portfolio/derivative/derivatives.ts'
import { FileStoreFailed, type Ports } from '#portfolio/ports.ts'
import type { PhotosTable } from '#portfolio/tables.ts'

/** Deletes files, and resolves with whether all were deleted. A failure is logged and does not stop the others. */
export async function removeFiles(
  { files, log }: Pick<Ports, 'files' | 'log'>,
  keys: readonly string[],
): Promise<boolean> {
  let removed = true
  for (const key of keys) {
    try {
      await files.remove(key)
    } catch (error) {
      if (!(error instanceof FileStoreFailed)) throw error
      log.error('a file could not be removed', { key, cause: String(error.cause) })
      removed = false
    }
  }
  return removed
}

export const storedFilesColumns = ['id', 'storageKey', 'bytes'] as const
export type StoredFilesOfPhoto = Pick<PhotosTable, (typeof storedFilesColumns)[number]>

/**
 * Deletes the original and the derivatives of a photo, and resolves with whether all were deleted. An original whose
 * size differs is kept: after an older database was restored, it may belong to a newer photo.
 */
export async function removePhotoFiles(
  ports: Pick<Ports, 'files' | 'log'>,
  { id, storageKey, bytes }: StoredFilesOfPhoto,
): Promise<boolean> {
  try {
    const original = await ports.files.stat(storageKey)
    const own = original?.bytes === bytes ? [storageKey] : []
    return await removeFiles(ports, [...own, derivativesPrefix(id)])
  } catch (error) {
    if (!(error instanceof FileStoreFailed)) throw error
    ports.log.error('a file could not be removed', { key: storageKey, cause: String(error.cause) })
    return false
  }
}
