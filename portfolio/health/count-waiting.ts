import type { Ports } from '#portfolio/ports.ts'

export async function countWaiting({ db }: Pick<Ports, 'db'>): Promise<{ photos: number; mails: number }> {
  const [photos, mails] = await Promise.all([
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
  return { photos: Number(photos.count), mails: Number(mails.count) }
}
