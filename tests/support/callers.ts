import type { Ports } from '#portfolio/ports.ts'
import type { Caller } from '#portfolio/account/account-form.ts'
import type { TestBackend } from './backend/test-backend.ts'

let callers = 0

/** A caller with a new client address, so that rate limits count each caller separately. */
export function newCaller(headers = new Headers()): Caller {
  return { headers, clientAddress: `2001:db8:${(callers += 1).toString(16)}::/64` }
}

/** The request headers of a browser that has received these `Set-Cookie` headers. */
export function headersWith(cookies: readonly string[]): Headers {
  return new Headers({ cookie: cookies.map((cookie) => cookie.split(';')[0] ?? '').join('; ') })
}

/** The rows of all users without a role. */
export function usersOf({ ports }: TestBackend) {
  return ports.db.selectFrom('users').selectAll().where('role', 'is', null).execute()
}

/** The user and the token of each open session. */
export function sessionsOf({ ports }: TestBackend) {
  return ports.db.selectFrom('authSession').select(['userId', 'token']).execute()
}

/** Stores a passkey of this account. Its public key is invalid, so nobody can log in with it. */
export async function insertPasskey({ db, now, newId }: Ports, userId: string): Promise<void> {
  const flags = { counter: 0, transports: '[]', synced: 0, backedUp: 0 } as const
  const keys = { credentialId: newId(), publicKey: 'key', name: 'A key' }
  await db
    .insertInto('passkeys')
    .values({ id: newId(), userId, ...keys, ...flags, createdAt: now().toISOString(), usedAt: null })
    .execute()
}
