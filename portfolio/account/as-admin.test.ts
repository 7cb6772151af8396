import { expect } from 'vitest'
import { done, type Outcome } from '#portfolio/outcome.ts'
import { deleteProject } from '#portfolio/project/edit.ts'
import { listProjects } from '#portfolio/project/show.ts'
import type { UnitOfWork } from '#portfolio/change-together.ts'
import { eachDatabase } from '#testing/each-database.ts'
import { hungProject } from '#testing/hung.ts'
import { expectDone, type House } from '#testing/parts.ts'
import { changeAsAdmin, changeAtTheMachine } from './as-admin.ts'
import { admit, isAdmin } from './show.ts'
import { revoke } from './grant.ts'

const setRole = ({ parts, admin }: House, role: string | null) =>
  parts.db.updateTable('users').set({ role }).where('id', '=', admin.userId).execute()

eachDatabase('an admin is someone whose role is exactly Admin', async (house) => {
  const { parts, admin } = house
  expect(await isAdmin(parts.db, admin.userId)).toBe(true)
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
    await setRole(house, role)
    expect(await isAdmin(parts.db, admin.userId)).toBe(false)
    expect(await admit(parts.db, admin)).toMatchObject({ ok: false, why: 'not-admin' })
  }
})

eachDatabase('nobody is an admin by an id that names no user', async ({ parts }) => {
  for (const id of ['', '%', 'a\0b', '__proto__', 'undefined']) expect(await isAdmin(parts.db, id)).toBe(false)
})

eachDatabase('without a session, or without the role, nothing changes and the work is not begun', async (house) => {
  const { parts, admin, heard } = house
  const id = await hungProject(house)
  heard.length = 0
  let begun = 0
  const work = (unit: UnitOfWork, proof: Parameters<typeof deleteProject>[1]): Promise<Outcome> => {
    begun += 1
    return deleteProject(unit, proof, { id })
  }
  expect(await changeAsAdmin(parts, null, work)).toMatchObject({ ok: false, why: 'no-session' })
  expect(await changeAsAdmin(parts, { ...admin, userId: 'visitor' }, work)).toMatchObject({
    ok: false,
    why: 'not-admin',
  })
  await setRole(house, 'admin')
  expect(await changeAsAdmin(parts, admin, work)).toMatchObject({ ok: false, why: 'not-admin' })
  expect(begun).toBe(0)
  expect(heard).toEqual([])
  expect(await listProjects(parts)).toHaveLength(1)
})

eachDatabase('what a page believes of a person counts for nothing', async (house) => {
  const { parts, admin } = house
  await setRole(house, null)
  expect(await changeAsAdmin(parts, { ...admin, admin: true }, async () => done())).toMatchObject({
    ok: false,
    why: 'not-admin',
  })
  await setRole(house, 'Admin')
  expectDone(await changeAsAdmin(parts, { ...admin, admin: false }, async () => done()))
})

eachDatabase('a role revoked between the request and the change refuses the change', async (house) => {
  const { parts, admin } = house
  const id = await hungProject(house)
  const admitted = expectDone(await admit(parts.db, admin))
  expectDone(await changeAtTheMachine(parts, (unit, proof) => revoke(unit, proof, admin.userId)))
  expect(await changeAsAdmin(parts, admitted, (unit, proof) => deleteProject(unit, proof, { id }))).toMatchObject({
    ok: false,
    why: 'not-admin',
  })
  expect(await listProjects(parts)).toHaveLength(1)
})

eachDatabase('an admin is admitted without anything being changed', async ({ parts, admin, heard }) => {
  expect(expectDone(await admit(parts.db, admin))).toBe(admin)
  expect(await admit(parts.db, null)).toMatchObject({ ok: false, why: 'no-session' })
  expect(heard).toEqual([])
})
