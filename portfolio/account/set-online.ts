import type { Ports } from '#portfolio/ports.ts'

/** Sets the user's column `online`. Resolves with `false` if the user has no row. */
export async function setOnline({ db }: Pick<Ports, 'db'>, userId: string, online: 0 | 1): Promise<boolean> {
  const user = await db.updateTable('users').set({ online }).where('id', '=', userId).returning('id').executeTakeFirst()
  return user !== undefined
}
