import type { Ports } from '#portfolio/ports.ts'
import { imageIdOf } from './image-of-photo.ts'
import { imageLayouts, photoKinds } from './photo.ts'

type Db = Ports['db']

/**
 * Describes inconsistencies in the table `photos`, one sentence each: missing former photos, partly hidden images,
 * unknown kinds and layouts.
 */
export async function verifyPhotoRows(db: Db): Promise<string[]> {
  const checks = [findMissingFormerPhotos, findPartlyHiddenImages, findUnknownKinds, findUnknownLayouts]
  return (await Promise.all(checks.map((find) => find(db)))).flat()
}

/** Without the former photo, an image whose photo was replaced shows nothing until the new one has a derivative. */
async function findMissingFormerPhotos(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('photos')
    .leftJoin('photos as former', 'former.id', 'photos.formerId')
    .select('photos.storageKey')
    .where('photos.formerId', 'is not', null)
    .where('photos.deletedAt', 'is', null)
    .where((of) =>
      of.or([
        of('former.id', 'is', null),
        of(of.fn.coalesce('former.projectId', of.val('')), '!=', of.fn.coalesce('photos.projectId', of.val(''))),
      ]),
    )
    .execute()
  return rows.map(({ storageKey }) => `the photo that ${storageKey} replaces is missing or belongs to another project`)
}

async function findPartlyHiddenImages(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('photos')
    .select((of) => imageIdOf(of).as('imageId'))
    .where('projectId', 'is not', null)
    .groupBy((of) => imageIdOf(of))
    .having((of) => of(of.fn.min('hidden'), '!=', of.fn.max('hidden')))
    .execute()
  return rows.map(({ imageId }) => `the image ${imageId} has both hidden and visible photos`)
}

async function findUnknownKinds(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('photos')
    .select(['storageKey', 'kind'])
    .where('kind', 'not in', photoKinds)
    .orderBy('storageKey')
    .execute()
  return rows.map(({ storageKey, kind }) => `the photo ${storageKey} has the unknown kind ${kind}`)
}

async function findUnknownLayouts(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('photos')
    .select(['storageKey', 'layout'])
    .where('layout', 'not in', imageLayouts)
    .orderBy('storageKey')
    .execute()
  return rows.map(({ storageKey, layout }) => `the photo ${storageKey} has the unknown layout ${layout}`)
}
