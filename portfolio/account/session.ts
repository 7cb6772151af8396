import { done, refused, type Result } from '#portfolio/result.ts'
import { DatabaseFailed, type Ports, type Session } from '#portfolio/ports.ts'
import { adminRole, type Person } from './account.ts'
import { notSignedIn } from './as-user.ts'
import { recordUseEveryMs, sessionLifetime } from './session-lifetime.ts'

/** How far in the future a session may have been created: the clocks of several servers differ by less. */
const maxClockSkewMs = 10 * 60_000

type SessionPorts = Pick<Ports, 'db' | 'accounts' | 'now' | 'log'>

/** The person whose session these request headers carry, with their current role; `null` without a valid session. */
export async function findPerson(ports: SessionPorts, headers: Headers): Promise<Person | null> {
  const session = await ports.accounts.readSession(headers)
  if (!session) return null
  const { userId, email } = session
  const admin = await isAdmin(ports.db, userId)
  const now = ports.now().getTime()
  // The clock was wrong when the session was created, or is wrong now: the session is refused, but not deleted.
  if (session.createdAt.getTime() - now > maxClockSkewMs) return null
  // Not deleted here, because the clock may be wrong: `expireSessions` deletes it.
  if (hasEnded(session, now)) return null
  if (now - session.usedAt.getTime() > recordUseEveryMs)
    await logIfDatabaseFails(ports, ports.accounts.recordUse(session.id, new Date(now)))
  return { userId, email, admin }
}

/** Refuses a person who is not an admin. Call it before slow work; the command checks again in its transaction. */
export async function requireAdmin(db: Ports['db'], person: Person | null): Promise<Result<Person>> {
  if (!person) return notSignedIn
  const admitted = await isAdmin(db, person.userId)
  return admitted ? done(person) : refused('not-admin', 'This is only for admins of this site.')
}

export async function isAdmin(db: Ports['db'], userId: string): Promise<boolean> {
  const user = await db.selectFrom('users').select('role').where('id', '=', userId).executeTakeFirst()
  return user?.role === adminRole
}

function hasEnded({ createdAt, usedAt }: Session, now: number): boolean {
  const { idleMs, maxAgeMs } = sessionLifetime
  return now - usedAt.getTime() > idleMs || now - createdAt.getTime() > maxAgeMs
}

// A read-only database must not stop visitors from reading pages.
async function logIfDatabaseFails({ log }: SessionPorts, write: Promise<void>): Promise<void> {
  try {
    await write
  } catch (error) {
    if (!(error instanceof DatabaseFailed)) throw error
    log.warn('the use of a session could not be recorded', { cause: String(error.cause) })
  }
}
