import { expect } from 'vitest'
import { eachDatabase } from '#tests/support/each-database.ts'
import { signedIn } from '#tests/support/signed-in.ts'
import { readPostgresVersion } from '#server/database/postgres.ts'
import { readSqliteVersion } from '#server/database/sqlite.ts'
import { adminRole } from './account.ts'
import { watchRoles } from './watch.ts'

eachDatabase('a role that another process changes is published once', async (backend) => {
  const { ports, events, connect, kind } = backend
  const anna = await signedIn(backend, 'anna')
  const readVersion = kind === 'SQLite' ? readSqliteVersion : readPostgresVersion
  const check = await watchRoles(ports, () => readVersion(ports.db))
  const elsewhere = connect()
  const setRole = (role: string | null) =>
    elsewhere.updateTable('users').set({ role }).where('id', '=', anna.userId).execute()
  events.splice(0)
  await check()
  expect(events).toEqual([])
  for (const role of [adminRole, null]) {
    await setRole(role)
    await check()
    await check()
    expect(events.splice(0)).toEqual([{ about: 'person', userId: anna.userId }])
  }
  await elsewhere.updateTable('users').set({ online: 0 }).execute()
  await check()
  expect(events).toEqual([])
})

eachDatabase('the roles are read again only after another process has written', async (backend) => {
  const { ports } = backend
  let reads = 0
  const db = new Proxy(ports.db, {
    get(target, name) {
      if (name === 'selectFrom') reads += 1
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const check = await watchRoles({ db, events: ports.events }, async () => 'unchanged')
  for (let n = 0; n < 5; n += 1) await check()
  expect(reads).toBe(1)
})
