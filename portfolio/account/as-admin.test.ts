import { expect } from 'vitest'
import { done, type Result } from '#portfolio/result.ts'
import { removeProject } from '#portfolio/project/edit.ts'
import { listProjects } from '#portfolio/project/show.ts'
import type { UnitOfWork } from '#portfolio/transaction.ts'
import { eachDatabase } from '#tests/support/backend/each-database.ts'
import { testProject } from '#tests/support/backend/project-fixtures.ts'
import { expectOk, type TestBackend } from '#tests/support/backend/test-backend.ts'
import { asAdmin, asOperator } from './as-admin.ts'
import { requireAdmin, isAdmin } from './session.ts'
import { revokeAdmin } from './grant.ts'

const setRole = ({ ports, admin }: TestBackend, role: string | null) =>
  ports.db.updateTable('users').set({ role }).where('id', '=', admin.userId).execute()

eachDatabase('an admin is someone whose role is exactly Admin', async (backend) => {
  const { ports, admin } = backend
  expect(await isAdmin(ports.db, admin.userId)).toBe(true)
  for (const role of [
    'admin',
    'ADMIN',
    'Admin ',
    ' Admin',
    'Admin\n',
    '\u0410dmin',
    'Ad\u200bmin',
    'Administrator',
    'true',
    '1',
    '',
    null,
  ]) {
    await setRole(backend, role)
    expect(await isAdmin(ports.db, admin.userId)).toBe(false)
    expect(await requireAdmin(ports.db, admin)).toMatchObject({ ok: false, code: 'not-admin' })
  }
})

eachDatabase('an unknown user id is not an admin', async ({ ports }) => {
  for (const id of ['', '%', 'a\0b', '__proto__', 'undefined']) expect(await isAdmin(ports.db, id)).toBe(false)
})

eachDatabase('without a session or the role, the command does not run and nothing changes', async (backend) => {
  const { ports, admin, events } = backend
  const id = await testProject(backend)
  events.length = 0
  let calls = 0
  const command = (unit: UnitOfWork, admin: Parameters<typeof removeProject>[1]): Promise<Result> => {
    calls += 1
    return removeProject(unit, admin, { id })
  }
  expect(await asAdmin(ports, null, command)).toMatchObject({ ok: false, code: 'no-session' })
  expect(await asAdmin(ports, { ...admin, userId: 'visitor' }, command)).toMatchObject({
    ok: false,
    code: 'not-admin',
  })
  await setRole(backend, 'admin')
  expect(await asAdmin(ports, admin, command)).toMatchObject({ ok: false, code: 'not-admin' })
  expect(calls).toBe(0)
  expect(events).toEqual([])
  expect(await listProjects(ports)).toHaveLength(1)
})

eachDatabase('the role is read from the database, not from the request', async (backend) => {
  const { ports, admin } = backend
  await setRole(backend, null)
  expect(await asAdmin(ports, { ...admin, admin: true }, async () => done())).toMatchObject({
    ok: false,
    code: 'not-admin',
  })
  await setRole(backend, 'Admin')
  expectOk(await asAdmin(ports, { ...admin, admin: false }, async () => done()))
})

eachDatabase('a change is refused if the role is revoked after the request was admitted', async (backend) => {
  const { ports, admin } = backend
  const id = await testProject(backend)
  const admitted = expectOk(await requireAdmin(ports.db, admin))
  expectOk(await asOperator(ports, (unit, operator) => revokeAdmin(unit, operator, admin.userId)))
  expect(await asAdmin(ports, admitted, (unit, admin) => removeProject(unit, admin, { id }))).toMatchObject({
    ok: false,
    code: 'not-admin',
  })
  expect(await listProjects(ports)).toHaveLength(1)
})

eachDatabase(
  'an admin is accepted, a request without a session is refused, and nothing is published',
  async ({ ports, admin, events }) => {
    expect(expectOk(await requireAdmin(ports.db, admin))).toBe(admin)
    expect(await requireAdmin(ports.db, null)).toMatchObject({ ok: false, code: 'no-session' })
    expect(events).toEqual([])
  },
)

eachDatabase('an admin may make 120 counted changes a minute', async (backend) => {
  const { ports, admin, advance } = backend
  const change = () => asAdmin(ports, admin, async () => done())
  for (let n = 0; n < 120; n++) expectOk(await change())
  expect(await change()).toMatchObject({ code: 'too-often' })
  expectOk(await asAdmin(ports, admin, async () => done(), { counted: false }))
  advance(60_000)
  expectOk(await change())
})
