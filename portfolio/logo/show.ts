import type { Ports } from '#portfolio/ports.ts'

/** The id of the newest logo, or `null`. */
export async function findLogo({ db }: Pick<Ports, 'db'>): Promise<string | null> {
  return (await logoQuery(db).executeTakeFirst())?.id ?? null
}

export function logoQuery(db: Pick<Ports['db'], 'selectFrom'>) {
  return db
    .selectFrom('photos')
    .select('id')
    .where('projectId', 'is', null)
    .where('deletedAt', 'is', null)
    .where('place', '=', 'logo')
    .orderBy('createdAt', 'desc')
    .limit(1)
}
