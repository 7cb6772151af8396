import type { Ports } from '#portfolio/ports.ts'
import { imageIdOf } from './image-of-photo.ts'
import { imageLayouts, photoKinds } from './photo.ts'

type Db = Ports['db']

/** Describes inconsistencies in the table `photos`, one sentence each. */
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
    .where((eb) =>
      eb.or([
        eb('former.id', 'is', null),
        eb(eb.fn.coalesce('former.projectId', eb.val('')), '!=', eb.fn.coalesce('photos.projectId', eb.val(''))),
      ]),
    )
    .execute()
  return rows.map(({ storageKey }) => `the photo that ${storageKey} replaces is missing or belongs to another project`)
}

async function findPartlyHiddenImages(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('photos')
    .select((eb) => imageIdOf(eb).as('imageId'))
    .where('projectId', 'is not', null)
    .groupBy((eb) => imageIdOf(eb))
    .having((eb) => eb(eb.fn.min('hidden'), '!=', eb.fn.max('hidden')))
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
