import { normalizeAddress, parseTypedAddress, targetPages } from '#portfolio/old-address/old-address.ts'
import { imageIdOf } from '#portfolio/photo/image-of-photo.ts'
import { photoKinds } from '#portfolio/photo/photo.ts'
import type { Ports } from '#portfolio/ports.ts'

type Db = Ports['db']

/**
 * Yields each contradiction between rows that the database itself does not refuse, as a sentence: of covers, replaced and
 * hidden photos, kinds, private links, scheduled times and old addresses.
 */
export async function* verifyReferences({ db }: Pick<Ports, 'db'>): AsyncGenerator<string> {
  for (const find of [
    findForeignCovers,
    findMissingFormerPhotos,
    findPartlyHiddenImages,
    findUnknownKinds,
    findContradictoryPublications,
    findBrokenAddresses,
  ])
    yield* await find(db)
}

async function findForeignCovers(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('projects')
    .innerJoin('photos', 'photos.id', 'projects.coverImageId')
    .select(['projects.id', 'name'])
    .where((of) => of.or([of('photos.projectId', 'is', null), of('photos.projectId', '!=', of.ref('projects.id'))]))
    .execute()
  return rows.map(({ id, name }) => `the cover of ${name} (${id}) is an image of another project`)
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
  return rows.map(({ storageKey }) => `the photo that ${storageKey} replaces is missing, or of another project`)
}

async function findPartlyHiddenImages(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('photos')
    .select((of) => imageIdOf(of).as('imageId'))
    .where('projectId', 'is not', null)
    .groupBy((of) => imageIdOf(of))
    .having((of) => of(of.fn.min('hidden'), '!=', of.fn.max('hidden')))
    .execute()
  return rows.map(({ imageId }) => `the image ${imageId} has hidden and shown photos`)
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

/** What ends with the publication of a draft would work again when the project is withdrawn. */
async function findContradictoryPublications(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('projects')
    .leftJoin('privateLinks', 'privateLinks.projectId', 'projects.id')
    .select(['projects.id', 'name', 'publishedAt', 'publishAt', 'deletedAt'])
    .select((of) => of.fn.count<number | bigint>('privateLinks.id').as('links'))
    .where((of) =>
      of.or([
        of.and([of('publishedAt', 'is not', null), of('privateLinks.id', 'is not', null)]),
        of.and([
          of('publishAt', 'is not', null),
          of.or([of('publishedAt', 'is not', null), of('deletedAt', 'is not', null)]),
        ]),
      ]),
    )
    .groupBy('projects.id')
    .orderBy('projects.id')
    .execute()
  return rows.flatMap(({ id, name, publishedAt, publishAt, links }) => [
    ...(publishedAt !== null && Number(links) > 0 ? [`${name} (${id}) is published and has private links`] : []),
    ...(publishAt === null ? [] : [`${name} (${id}) has a time of publication, but is no draft`]),
  ])
}

async function findBrokenAddresses(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('oldAddresses').select(['path', 'page']).orderBy('path').execute()
  return rows.flatMap(({ path, page }) => {
    // Encoded, because typed addresses are decoded.
    const url = parseTypedAddress(encodeURI(path))
    const isKnown = page === null || targetPages.includes(page)
    return [
      ...(isKnown ? [] : [`the old address ${path} leads to the unknown page ${page}`]),
      ...(url && normalizeAddress(url) === path ? [] : [`the old address ${path} can never be requested`]),
    ]
  })
}
