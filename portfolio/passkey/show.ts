import type { Ports } from '#portfolio/ports.ts'
import type { PasskeyView } from './passkey.ts'

/** The passkeys of a user, oldest first. */
export async function listPasskeys({ db }: Pick<Ports, 'db'>, userId: string): Promise<PasskeyView[]> {
  return db
    .selectFrom('passkeys')
    .select(['id', 'name', 'createdAt', 'usedAt'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
}
