import { expect, test } from 'vitest'
import { changeAsAdmin } from '#portfolio/account/as-admin.ts'
import { eachDatabase } from '#testing/each-database.ts'
import { hungProject } from '#testing/hung.ts'
import { expectDone, type House } from '#testing/parts.ts'
import { deleteProject, moveProject, placeProject } from './edit.ts'
import { positionsWith } from './place.ts'
import { listProjects } from './show.ts'

const standing = (...positions: number[]) =>
  positions.map((position, index) => ({ id: 'abcdef'[index] ?? '', position }))

test('in a gap, nobody else moves', () => {
  expect(positionsWith('x', standing(1, 5, 9), 1)).toEqual([{ id: 'x', position: 2 }])
  expect(positionsWith('x', standing(1, 5, 9), 0)).toEqual([{ id: 'x', position: 0 }])
  expect(positionsWith('x', standing(1, 5, 9), 3)).toEqual([{ id: 'x', position: 10 }])
  expect(positionsWith('x', [], 0)).toEqual([{ id: 'x', position: 1 }])
})

test('where there is none, those behind move up to the next gap', () => {
  expect(positionsWith('x', standing(1, 2, 3, 7), 1)).toEqual([
    { id: 'x', position: 2 },
    { id: 'b', position: 3 },
    { id: 'c', position: 4 },
  ])
  expect(positionsWith('x', standing(4, 4, 4), 2)).toEqual([
    { id: 'x', position: 5 },
    { id: 'c', position: 6 },
  ])
})

test('at the ends of all numbers the list is counted anew', () => {
  const most = Number.MAX_SAFE_INTEGER
  const anew = [
    { id: 'a', position: 1 },
    { id: 'b', position: 2 },
    { id: 'x', position: 3 },
  ]
  expect(positionsWith('x', standing(1, most), 2)).toEqual(anew)
  expect(positionsWith('x', standing(-most, 1), 0)).toEqual([
    { id: 'x', position: 1 },
    { id: 'a', position: 2 },
    { id: 'b', position: 3 },
  ])
})

/** Projects a, b, c, d, and what an admin may do with their order. */
async function open(house: House) {
  const { parts, admin, heard } = house
  const ids: Record<string, string> = {}
  for (const name of 'abcd') ids[name] = await hungProject(house, name)
  heard.length = 0
  return {
    ids,
    place: (name: string, before: string | null) =>
      changeAsAdmin(parts, admin, (unit, proof) =>
        placeProject(unit, proof, { id: ids[name] ?? name, before: before === null ? null : (ids[before] ?? before) }),
      ),
    order: async () => (await listProjects(parts)).map((project) => project.name).join(''),
  }
}

eachDatabase('a project is put before another, and at the end; the others keep their order', async (house) => {
  const { place, order } = await open(house)
  expectDone(await place('d', 'b'))
  expect(await order()).toBe('adbc')
  expect(house.heard).toEqual([{ about: 'work' }])
  expectDone(await place('a', null))
  expect(await order()).toBe('dbca')
  expectDone(await place('c', 'd'))
  expect(await order()).toBe('cdba')
  expectDone(await place('c', 'd'))
  expect(await order()).toBe('cdba')
})

eachDatabase('between two equal positions there is room, too', async (house) => {
  const { ids, place, order } = await open(house)
  for (const name of 'abcd') {
    expectDone(
      await changeAsAdmin(house.parts, house.admin, (unit, proof) =>
        moveProject(unit, proof, { id: ids[name] ?? '', position: '7' }),
      ),
    )
  }
  const begun = await order()
  const [first = '', second = '', third = '', last = ''] = begun
  expectDone(await place(last, second))
  expect(await order()).toBe([first, last, second, third].join(''))
})

eachDatabase('a project that is gone is not placed, and none is placed before it', async (house) => {
  const { ids, place, order } = await open(house)
  expectDone(
    await changeAsAdmin(house.parts, house.admin, (unit, proof) => deleteProject(unit, proof, { id: ids['b'] ?? '' })),
  )
  house.heard.length = 0
  expect(await place('b', 'a')).toMatchObject({ why: 'unknown', message: 'Project not found' })
  expect(await place('d', 'b')).toMatchObject({ why: 'unknown', message: expect.stringContaining('list has changed') })
  expect(await place('d', 'd')).toMatchObject({ why: 'unknown' })
  expect(await order()).toBe('acd')
  expect(house.heard).toEqual([])
})

eachDatabase('several who order the list at once leave each project in it once', async (house) => {
  const { place, order } = await open(house)
  const outcomes = await Promise.all([place('a', null), place('d', 'a'), place('c', 'b'), place('b', null)])
  // PostgreSQL may end one of two changes that wait for each other: that one says so.
  expect(outcomes.filter((outcome) => !outcome.ok && outcome.why !== 'unavailable')).toEqual([])
  expect([...(await order())].sort().join('')).toBe('abcd')
})
