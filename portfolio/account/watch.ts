import type { Ports } from '#portfolio/ports.ts'

/**
 * Returns a function that publishes an event for each person whose role another process has changed since its last call, such
 * as a command of the operator. `readVersion` differs after such a change; only then the roles are read.
 */
export async function watchRoles(
  { db, events }: Pick<Ports, 'db' | 'events'>,
  readVersion: () => Promise<string>,
): Promise<() => Promise<void>> {
  let version = await readVersion()
  let roles = await readRoles(db)
  return async () => {
    const newVersion = await readVersion()
    if (newVersion === version) return
    const before = roles
    roles = await readRoles(db)
    version = newVersion
    const changed = [...before.keys(), ...roles.keys()].filter((userId) => before.get(userId) !== roles.get(userId))
    events.publish([...new Set(changed)].map((userId) => ({ about: 'person', userId })))
  }
}

async function readRoles(db: Ports['db']): Promise<ReadonlyMap<string, string | null>> {
  const users = await db.selectFrom('users').select(['id', 'role']).where('role', 'is not', null).execute()
  return new Map(users.map(({ id, role }) => [id, role]))
}
