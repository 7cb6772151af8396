import type { Ports } from '#portfolio/ports.ts'

export async function countWaiting({ db }: Pick<Ports, 'db'>): Promise<{ photos: number; emails: number }> {
  const [photos, emails] = await Promise.all([
    db
      .selectFrom('photos')
      .select((eb) => eb.fn.countAll<number | bigint>().as('count'))
      .where('state', '=', 'waiting')
      .where('deletedAt', 'is', null)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('outbox')
      .select((eb) => eb.fn.countAll<number | bigint>().as('count'))
      .where('state', '=', 'waiting')
      .executeTakeFirstOrThrow(),
  ])
  return { photos: Number(photos.count), emails: Number(emails.count) }
}
