import { normalizeAddress, parseTypedAddress, targetPages } from '#portfolio/old-address/old-address.ts'
import { verifyPhotoRows } from '#portfolio/photo/verify-rows.ts'
import type { Ports } from '#portfolio/ports.ts'

type Db = Ports['db']

/** Describes inconsistencies that no database constraint prevents, one sentence each. */
export async function* verifyReferences({ db }: Pick<Ports, 'db'>): AsyncGenerator<string> {
  for (const find of [findForeignCovers, verifyPhotoRows, findContradictoryPublications, findBrokenAddresses])
    yield* await find(db)
}

async function findForeignCovers(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('projects')
    .innerJoin('photos', 'photos.id', 'projects.coverImageId')
    .select(['projects.id', 'name'])
    .where((eb) => eb.or([eb('photos.projectId', 'is', null), eb('photos.projectId', '!=', eb.ref('projects.id'))]))
    .execute()
  return rows.map(({ id, name }) => `the cover of ${name} (${id}) is not an image of this project`)
}

/** If a publication left private links or a schedule, they would take effect again after a withdrawal. */
async function findContradictoryPublications(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('projects')
    .leftJoin('privateLinks', 'privateLinks.projectId', 'projects.id')
    .select(['projects.id', 'name', 'publishedAt', 'publishAt', 'deletedAt'])
    .select((eb) => eb.fn.count<number | bigint>('privateLinks.id').as('links'))
    .where((eb) =>
      eb.or([
        eb.and([eb('publishedAt', 'is not', null), eb('privateLinks.id', 'is not', null)]),
        eb.and([
          eb('publishAt', 'is not', null),
          eb.or([eb('publishedAt', 'is not', null), eb('deletedAt', 'is not', null)]),
        ]),
      ]),
    )
    .groupBy('projects.id')
    .orderBy('projects.id')
    .execute()
  return rows.flatMap(({ id, name, publishedAt, publishAt, links }) => [
    ...(publishedAt !== null && Number(links) > 0 ? [`${name} (${id}) is published but has private links`] : []),
    ...(publishAt === null ? [] : [`${name} (${id}) is scheduled for publication but is not a draft`]),
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
      ...(url && normalizeAddress(url) === path ? [] : [`the old address ${path} can never match a request`]),
    ]
  })
}
