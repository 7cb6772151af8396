import { expect } from 'vitest'
import { createSession } from '#tests/support/test-server.ts'
import { eachDatabase } from '#tests/support/backend/each-database.ts'
import { expireSessions } from './expire.ts'

const day = 24 * 60 * 60_000

eachDatabase('expired sessions are deleted, valid ones stay', async (backend) => {
  const { ports, advance } = backend
  const { cookie } = await createSession(backend)
  expect(await expireSessions(ports)).toBe(0)
  expect(await ports.accounts.readSession(new Headers({ cookie }))).not.toBeNull()
  advance(14 * day + 60_000)
  expect(await expireSessions(ports)).toBe(1)
  expect(await ports.db.selectFrom('authSession').selectAll().execute()).toEqual([])
})
