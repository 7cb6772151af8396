import { expect, test } from 'vitest'
import { asAdmin } from '#portfolio/account/as-admin.ts'
import { eachDatabase } from '#tests/support/backend/each-database.ts'
import { testProject } from '#tests/support/backend/project-fixtures.ts'
import { expectOk, type TestBackend } from '#tests/support/backend/test-backend.ts'
import { removeProject, setProjectPosition, moveProjectBefore } from './edit.ts'
import { positionsAfterMove } from './order.ts'
import { listProjects } from './show.ts'

const projectsAt = (...positions: number[]) =>
  positions.map((position, index) => ({ id: 'abcdef'[index] ?? '', position }))

test('a move into a gap changes no other position', () => {
  expect(positionsAfterMove('x', projectsAt(1, 5, 9), 1)).toEqual([{ id: 'x', position: 2 }])
  expect(positionsAfterMove('x', projectsAt(1, 5, 9), 0)).toEqual([{ id: 'x', position: 0 }])
  expect(positionsAfterMove('x', projectsAt(1, 5, 9), 3)).toEqual([{ id: 'x', position: 10 }])
  expect(positionsAfterMove('x', [], 0)).toEqual([{ id: 'x', position: 1 }])
})

test('without a gap, the projects after it shift up to the next gap', () => {
  expect(positionsAfterMove('x', projectsAt(1, 2, 3, 7), 1)).toEqual([
    { id: 'x', position: 2 },
    { id: 'b', position: 3 },
    { id: 'c', position: 4 },
  ])
  expect(positionsAfterMove('x', projectsAt(4, 4, 4), 2)).toEqual([
    { id: 'x', position: 5 },
    { id: 'c', position: 6 },
  ])
})

test('at the limits of safe integers the list is renumbered', () => {
  const largest = Number.MAX_SAFE_INTEGER
  const renumbered = [
    { id: 'a', position: 1 },
    { id: 'b', position: 2 },
    { id: 'x', position: 3 },
  ]
  expect(positionsAfterMove('x', projectsAt(1, largest), 2)).toEqual(renumbered)
  expect(positionsAfterMove('x', projectsAt(-largest, 1), 0)).toEqual([
    { id: 'x', position: 1 },
    { id: 'a', position: 2 },
    { id: 'b', position: 3 },
  ])
})

/** Projects a, b, c, d, and the command that moves them. */
async function open(backend: TestBackend) {
  const { ports, admin, events } = backend
  const ids: Record<string, string> = {}
  for (const name of 'abcd') ids[name] = await testProject(backend, name)
  events.length = 0
  return {
    ids,
    move: (name: string, before: string | null) =>
      asAdmin(ports, admin, (unit, admin) =>
        moveProjectBefore(unit, admin, {
          id: ids[name] ?? name,
          before: before === null ? null : (ids[before] ?? before),
        }),
      ),
    order: async () => (await listProjects(ports)).map((project) => project.name).join(''),
  }
}

eachDatabase('a project moves before another one or to the end; the others keep their order', async (backend) => {
  const { move, order } = await open(backend)
  expectOk(await move('d', 'b'))
  expect(await order()).toBe('adbc')
  expect(backend.events).toEqual([{ about: 'work', audience: 'everyone' }])
  expectOk(await move('a', null))
  expect(await order()).toBe('dbca')
  expectOk(await move('c', 'd'))
  expect(await order()).toBe('cdba')
  expectOk(await move('c', 'd'))
  expect(await order()).toBe('cdba')
})

eachDatabase('a project can move between two equal positions', async (backend) => {
  const { ids, move, order } = await open(backend)
  for (const name of 'abcd') {
    expectOk(
      await asAdmin(backend.ports, backend.admin, (unit, admin) =>
        setProjectPosition(unit, admin, { id: ids[name] ?? '', position: '7' }),
      ),
    )
  }
  const before = await order()
  const [first = '', second = '', third = '', last = ''] = before
  expectOk(await move(last, second))
  expect(await order()).toBe([first, last, second, third].join(''))
})

eachDatabase('a removed project cannot be moved, nor can another be moved before it', async (backend) => {
  const { ids, move, order } = await open(backend)
  expectOk(
    await asAdmin(backend.ports, backend.admin, (unit, admin) => removeProject(unit, admin, { id: ids['b'] ?? '' })),
  )
  backend.events.length = 0
  expect(await move('b', 'a')).toMatchObject({ code: 'unknown', message: 'Project not found' })
  expect(await move('d', 'b')).toMatchObject({ code: 'unknown', message: expect.stringContaining('list has changed') })
  expect(await move('d', 'd')).toMatchObject({ code: 'unknown' })
  expect(await order()).toBe('acd')
  expect(backend.events).toEqual([])
})

eachDatabase('concurrent moves keep each project in the list once', async (backend) => {
  const { move, order } = await open(backend)
  const outcomes = await Promise.all([move('a', null), move('d', 'a'), move('c', 'b'), move('b', null)])
  // PostgreSQL may abort one of two deadlocked transactions: its move is refused.
  expect(outcomes.filter((result) => !result.ok && result.code !== 'unavailable')).toEqual([])
  expect([...(await order())].sort().join('')).toBe('abcd')
})
