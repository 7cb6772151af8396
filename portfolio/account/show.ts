import { done, refused, type Outcome } from '#portfolio/outcome.ts'
import { StoreFailed, type Parts, type Session } from '#portfolio/parts.ts'
import { adminRole, sessionLimits, type Person } from './account.ts'

/** That a session was used is noted this often: each note is a write. */
const noteEveryMs = 5 * 60_000

type Known = Pick<Parts, 'db' | 'accounts' | 'now' | 'log'>

/** Who asks, and whether they are an admin at this moment; `null` for someone who is not, or no longer, signed in. */
export async function recognise(parts: Known, headers: Headers): Promise<Person | null> {
  const session = await parts.accounts.whoIs(headers)
  if (!session) return null
  const { userId, email } = session
  const admin = await isAdmin(parts.db, userId)
  const now = parts.now().getTime()
  if (hasEnded(session, admin, now)) {
    await orGoOn(parts, parts.accounts.end(session.id))
    return null
  }
  if (now - session.usedAt.getTime() > noteEveryMs) await orGoOn(parts, parts.accounts.touch(session.id, new Date(now)))
  return { userId, email, admin }
}

/**
 * Lets an admin pass, asked of the database this moment: refused as `no-session` or `not-admin`. Asked before work that
 * no transaction may wait for (decoding, storing) it is no proof: the change asks again in its own.
 */
export async function admit(db: Parts['db'], person: Person | null): Promise<Outcome<Person>> {
  if (!person) return refused('no-session', 'Please log in first.')
  const admitted = await isAdmin(db, person.userId)
  return admitted ? done(person) : refused('not-admin', 'This is for the studio’s own people.')
}

/** Whether this user's role is exactly `Admin`. */
export async function isAdmin(db: Parts['db'], userId: string): Promise<boolean> {
  const user = await db.selectFrom('users').select('role').where('id', '=', userId).executeTakeFirst()
  return user?.role === adminRole
}

function hasEnded({ openedAt, usedAt }: Session, admin: boolean, now: number): boolean {
  const { idleMs, atMostMs } = sessionLimits[admin ? 'admin' : 'visitor']
  return now - usedAt.getTime() > idleMs || now - openedAt.getTime() > atMostMs
}

// A store that can only be read must not keep people from reading.
async function orGoOn({ log }: Known, note: Promise<void>): Promise<void> {
  try {
    await note
  } catch (error) {
    if (!(error instanceof StoreFailed)) throw error
    log.warn('a session could not be noted', { cause: String(error.cause) })
  }
}
