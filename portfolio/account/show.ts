import type { Ports, Session } from '#portfolio/ports.ts'
import { sessionLifetime } from './session-lifetime.ts'

/** A session as its owner sees it. The id is not the token of its cookie. */
export interface SessionView {
  readonly id: string
  readonly label: string
  readonly createdAt: string
  readonly usedAt: string
  readonly current: boolean
}

/** The open sessions of this session's user: this one first, then the others, most recently used first. */
export async function listSessions(
  { db, now }: Pick<Ports, 'db' | 'now'>,
  { id, userId }: Session,
): Promise<SessionView[]> {
  const before = (ms: number) => new Date(now().getTime() - ms).toISOString()
  const sessions = await db
    .selectFrom('authSession')
    .select(['id', 'label', 'createdAt', 'updatedAt as usedAt'])
    .where('userId', '=', userId)
    .where('createdAt', '>', before(sessionLifetime.maxAgeMs))
    .where('updatedAt', '>', before(sessionLifetime.idleMs))
    .orderBy('updatedAt', 'desc')
    .execute()
  const views = sessions.map((session) => ({ ...session, current: session.id === id }))
  return [...views.filter(({ current }) => current), ...views.filter(({ current }) => !current)]
}
