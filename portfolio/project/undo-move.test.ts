import { expect } from 'vitest'
import { asAdmin, readAsAdmin } from '#portfolio/account/as-admin.ts'
import { restoreProject } from '#portfolio/bin/edit.ts'
import { eachDatabase } from '#tests/support/backend/each-database.ts'
import { testProject } from '#tests/support/backend/project-fixtures.ts'
import { expectOk, type TestBackend } from '#tests/support/backend/test-backend.ts'
import { moveProjectBefore, removeProject, setProjectPosition, undoProjectMove, withdrawProject } from './edit.ts'
import { findLastProjectMove } from './read.ts'
import { listProjects } from './show.ts'

/** The projects A, B, C and D, and the commands on their order. */
async function open(backend: TestBackend) {
  const { ports, admin, events } = backend
  const ids: Record<string, string> = {}
  for (const name of 'ABCD') ids[name] = await testProject(backend, name)
  events.length = 0
  const run = <T>(command: Parameters<typeof asAdmin<T>>[2]) => asAdmin(ports, admin, command)
  return {
    ids,
    run,
    lastMove: async () => expectOk(await readAsAdmin(ports, admin, findLastProjectMove)),
    undo: (moveId: string | null) => run((unit, admin) => undoProjectMove(unit, admin, { moveId: moveId ?? '' })),
    moveBefore: async (name: string, before: string) => {
      const input = { id: ids[name] ?? '', before: ids[before] ?? null }
      expectOk(await run((unit, admin) => moveProjectBefore(unit, admin, input)))
    },
    setPosition: async (name: string, position: string) =>
      expectOk(await run((unit, admin) => setProjectPosition(unit, admin, { id: ids[name] ?? '', position }))),
    list: async () => (await listProjects(ports, 'admins')).map(({ name, position }) => `${name}${position}`).join(' '),
  }
}

eachDatabase('undo restores the positions of all projects that the last move changed', async (backend) => {
  const { moveBefore, setPosition, undo, lastMove, list } = await open(backend)
  expect(await lastMove()).toBeNull()
  await moveBefore('D', 'A')
  expect(await list()).toBe('D0 A1 B2 C3')
  await moveBefore('C', 'A')
  expect(await list()).toBe('D0 C1 A2 B3')
  backend.events.length = 0
  expectOk(await undo(await lastMove()))
  expect(backend.events).toEqual([{ about: 'work', audience: 'everyone' }])
  expect(await list()).toBe('D0 A1 B2 C3')
  expect(await lastMove()).toBeNull()
  await setPosition('A', '9')
  expectOk(await undo(await lastMove()))
  expect(await list()).toBe('D0 A1 B2 C3')
})

eachDatabase('a move cannot be undone once somebody has moved another project', async (backend) => {
  const { setPosition, undo, lastMove, list } = await open(backend)
  await setPosition('A', '9')
  const first = await lastMove()
  await setPosition('B', '7')
  expect(await undo(first)).toMatchObject({ code: 'newer' })
  for (const moveId of ['', 'nothing']) expect(await undo(moveId)).toMatchObject({ code: 'newer' })
  expect(await list()).toBe('C3 D4 B7 A9')
  const last = await lastMove()
  expectOk(await undo(last))
  expect(await list()).toBe('B2 C3 D4 A9')
  expect(await undo(last)).toMatchObject({ code: 'newer' })
})

eachDatabase('undoing a move is published to visitors, unless only a draft was moved', async (backend) => {
  const { ids, run, setPosition, undo, lastMove } = await open(backend)
  expectOk(await run((unit, admin) => withdrawProject(unit, admin, { id: ids['B'] ?? '' })))
  await setPosition('B', '9')
  backend.events.length = 0
  expectOk(await undo(await lastMove()))
  expect(backend.events).toEqual([{ about: 'work', audience: 'admins' }])
})

eachDatabase('undo is not offered for a project in the bin, and not possible after another move', async (backend) => {
  const { ids, run, setPosition, undo, lastMove, list } = await open(backend)
  const id = ids['A'] ?? ''
  await setPosition('A', '9')
  const move = await lastMove()
  expectOk(await run((unit, admin) => removeProject(unit, admin, { id })))
  expect(await lastMove()).toBeNull()
  await setPosition('B', '8')
  expectOk(await run((unit, admin) => restoreProject(unit, admin, { id })))
  expect(await undo(move)).toMatchObject({ code: 'newer' })
  expect(await list()).toBe('C3 D4 B8 A9')
})
