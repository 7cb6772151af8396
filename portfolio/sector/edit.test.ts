import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { asAdmin, asOperator } from '#portfolio/account/as-admin.ts'
import { editFact } from '#portfolio/fact/edit.ts'
import { factsOf } from '#portfolio/fact/show.ts'
import { removedRetentionMs } from '#portfolio/bin/retention.ts'
import { expireStudioRows } from '#portfolio/studio/expire.ts'
import { eachDatabase } from '#tests/support/backend/each-database.ts'
import { testProject } from '#tests/support/backend/project-fixtures.ts'
import { expectOk, type TestBackend } from '#tests/support/backend/test-backend.ts'
import { addSector, removeSector, renameSector, restoreSector } from './edit.ts'
import { slugOf } from '#portfolio/project-address/slug.ts'
import { sectorLimits } from './sector.ts'
import { listSectors } from './show.ts'

function open({ ports, admin }: TestBackend) {
  const run = <T>(command: Parameters<typeof asAdmin<T>>[2]) => asAdmin(ports, admin, command, { counted: false })
  return {
    add: (name: unknown) => run((unit, admin) => addSector(unit, admin, { name })),
    rename: (id: string, name: string, version: number) =>
      run((unit, admin) => renameSector(unit, admin, { id, name, version })),
    remove: (id: string) => run((unit, admin) => removeSector(unit, admin, { id })),
    restore: (id: string) => run((unit, admin) => restoreSector(unit, admin, { id })),
    names: async () => (await listSectors(ports)).map(({ name }) => name),
  }
}

test.each([
  ['Retail', 'retail'],
  ['  Hotels & Bars! ', 'hotels-bars'],
  ['Cafés', 'cafes'],
  ['Ä/Ö', 'a-o'],
  ['商店', '商店'],
  ['—', ''],
])('the slug of %s is %s', (name, slug) => expect(slugOf(name)).toBe(slug))

eachDatabase('sectors are listed by name, and a change is published to everyone', async (backend) => {
  const { add, rename, names } = open(backend)
  const { id } = expectOk(await add('retail'))
  expectOk(await add(' Éducation '))
  expectOk(await add('Homes'))
  expect(await names()).toEqual(['Éducation', 'Homes', 'retail'])
  backend.events.length = 0
  expect(expectOk(await rename(id, 'Apartments', 1))).toEqual({ version: 2 })
  expect(backend.events).toEqual([{ about: 'work', audience: 'everyone' }, { about: 'studio' }])
  expect(await names()).toEqual(['Apartments', 'Éducation', 'Homes'])
  expect(await rename(id, 'Flats', 1)).toMatchObject({
    code: 'newer',
    conflict: { yours: 'Flats', theirs: 'Apartments', version: 2 },
  })
})

eachDatabase(
  'names that are empty, too long or taken are refused, and the number of sectors is limited',
  async (backend) => {
    const { add, rename, remove, restore } = open(backend)
    const { id } = expectOk(await add('Retail'))
    const other = expectOk(await add('Homes')).id
    for (const name of ['', ' — ', 'x'.repeat(sectorLimits.name + 1), 'RETAIL', 'retail!', null])
      expect(await add(name), String(name)).toMatchObject({
        code: 'wrong-value',
        fields: { name: expect.stringMatching(/\.$/) },
      })
    expect(await rename(other, 'Retail', 1)).toMatchObject({ code: 'wrong-value' })
    expectOk(await rename(other, 'HOMES', 1))
    expectOk(await remove(id))
    expect(await rename(id, 'Shops', 1)).toMatchObject({ code: 'unknown' })
    expectOk(await rename(other, 'Retail', 2))
    expect(await restore(id)).toMatchObject({ message: 'A sector with this name already exists.' })
    expectOk(await add('Homes'))
    for (let n = 3; n <= sectorLimits.sectors; n++) expectOk(await add(`Sector ${n}`))
    expect(await add('One more')).toMatchObject({ message: 'There can be at most 20 sectors.' })
  },
)

eachDatabase('a removed sector can be restored for 31 days, and is then deleted', async (backend) => {
  const { ports, advance } = backend
  const { add, remove, restore, names } = open(backend)
  const { id } = expectOk(await add('Retail'))
  expectOk(await remove(id))
  expect(await names()).toEqual([])
  expectOk(await restore(id))
  expect(await names()).toEqual(['Retail'])
  expectOk(await remove(id))
  advance(removedRetentionMs)
  await expireStudioRows(ports)
  expectOk(await restore(id))
  expectOk(await remove(id))
  advance(removedRetentionMs + 1)
  await expireStudioRows(ports)
  expect(await restore(id)).toMatchObject({ code: 'unknown' })
  expect(await ports.db.selectFrom('sectors').selectAll().execute()).toEqual([])
})

eachDatabase('restoring a sector again changes nothing, even if the list is full', async (backend) => {
  const { add, remove, restore, names } = open(backend)
  const { id } = expectOk(await add('Retail'))
  for (let n = 2; n <= sectorLimits.sectors; n++) expectOk(await add(`Sector ${n}`))
  expectOk(await remove(id))
  expectOk(await restore(id))
  const before = await names()
  backend.events.length = 0
  expectOk(await restore(id))
  expect(await names()).toEqual(before)
  expect(backend.events).toEqual([])
})

eachDatabase('the name of a sector must contain a letter or a digit', async (backend) => {
  const { add } = open(backend)
  const message = 'The name of a sector must contain a letter or a digit, for example Retail.'
  expect(await add(' — ')).toMatchObject({ code: 'wrong-value', fields: { name: message } })
  expectOk(await add('24'))
})

eachDatabase('a removed sector that is added again gets its projects back', async (backend) => {
  const { ports } = backend
  const { add, remove, restore, rename, names } = open(backend)
  const projectId = await testProject(backend)
  const { id } = expectOk(await add('Retail'))
  const fact = { projectId, key: 'sector', text: 'Retail', version: 0 } as const
  expectOk(await asOperator(ports, (unit, admin) => editFact(unit, admin, fact)))
  expectOk(await remove(id))
  expect(await factsOf(ports.db, projectId)).toEqual([])
  expect(expectOk(await add('Homes')).id).not.toBe(id)
  expect(expectOk(await add('RETAIL'))).toEqual({ id })
  expect(await names()).toEqual(['Homes', 'RETAIL'])
  expect(await factsOf(ports.db, projectId)).toMatchObject([{ lines: [{ text: 'RETAIL' }] }])
  expect(await rename(id, 'Shops', 1)).toMatchObject({ code: 'newer', conflict: { version: 2 } })
  expectOk(await restore(id))
  expect(await names()).toEqual(['Homes', 'RETAIL'])
})

eachDatabase('the same sector cannot be added twice at the same time', async (backend) => {
  const { ports, admin } = backend
  const { add, names } = open(backend)
  let second: ReturnType<typeof add> | undefined
  const first = await asAdmin(ports, admin, async (unit, asFirst) => {
    const added = await addSector(unit, asFirst, { name: 'Retail' })
    second = add('Retail')
    // The second command must wait for this transaction; if it did not, it would finish within 300 ms.
    await Promise.race([second, setTimeout(300)])
    return added
  })
  expectOk(first)
  expect(await second).toMatchObject({ message: 'A sector with this name already exists.' })
  expect(await names()).toEqual(['Retail'])
})
