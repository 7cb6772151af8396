import type { Parts } from '#portfolio/parts.ts'
import { isAdmin } from './as-admin.ts'
import type { Person } from './account.ts'

/** Who asks, and whether they are an admin at this moment; `null` for someone who is not signed in. */
export async function recognise(parts: Pick<Parts, 'db' | 'accounts'>, headers: Headers): Promise<Person | null> {
  const known = await parts.accounts.whoIs(headers)
  return known ? { ...known, admin: await isAdmin(parts.db, known.userId) } : null
}
