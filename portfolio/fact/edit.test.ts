import { expect } from 'vitest'
import { asAdmin, readAsAdmin } from '#portfolio/account/as-admin.ts'
import { eraseProject, restoreProject } from '#portfolio/bin/edit.ts'
import { bringBackVersion } from '#portfolio/history/edit.ts'
import { readHistory } from '#portfolio/history/read.ts'
import { insertProject } from '#portfolio/project/create.ts'
import { removeProject, withdrawProject } from '#portfolio/project/edit.ts'
import { showProject } from '#portfolio/project/show.ts'
import { addSector, removeSector, renameSector, restoreSector } from '#portfolio/sector/edit.ts'
import { sectorLimits } from '#portfolio/sector/sector.ts'
import { listSectors } from '#portfolio/sector/show.ts'
import { eachDatabase } from '#tests/support/backend/each-database.ts'
import { expectOk, type TestBackend } from '#tests/support/backend/test-backend.ts'
import { editFact } from './edit.ts'
import { factLimits, type FactKey } from './fact.ts'
import { listSavedFacts } from './read.ts'

async function createProject({ ports, admin }: TestBackend) {
  const run = <T>(command: Parameters<typeof asAdmin<T>>[2]) => asAdmin(ports, admin, command, { counted: false })
  const project = { name: 'Thrown', details: 'A shop.', requestId: 'form', cover: null, images: [] }
  const { id } = expectOk(await run((unit, admin) => insertProject(unit, admin, project)))
  return {
    id,
    run,
    save: (key: FactKey, text: string, version = 0) =>
      run((unit, admin) => editFact(unit, admin, { projectId: id, key, text, version })),
    facts: async () => (await showProject(ports, id))?.facts,
    saved: async () =>
      expectOk(await readAsAdmin(ports, admin, (db, admin) => listSavedFacts(db, admin, { projectId: id }))),
  }
}

eachDatabase('a fact is saved with its version, and an empty text removes it', async (backend) => {
  const { id, save, facts, saved } = await createProject(backend)
  expect(await facts()).toEqual([])
  backend.events.length = 0
  expect(expectOk(await save('place', '  Ancoats,  Manchester '))).toEqual({ version: 1 })
  expect(backend.events).toEqual([{ about: 'project', id, audience: 'everyone' }])
  expect(await facts()).toEqual([{ name: 'place', lines: [{ text: 'Ancoats, Manchester' }] }])
  expect(await saved()).toEqual({ place: { text: 'Ancoats, Manchester', version: 1 } })
  expectOk(await save('place', '', 1))
  expect(await facts()).toEqual([])
  expect(await saved()).toEqual({ place: { text: '', version: 2 } })
})

eachDatabase('a save that is not based on the current version is refused with both texts', async (backend) => {
  const { save, facts } = await createProject(backend)
  expectOk(await save('client', 'Ada & Co'))
  for (const version of [0, 2, -1, Number.NaN]) {
    expect(await save('client', 'Bert', version)).toMatchObject({
      code: 'newer',
      conflict: { yours: 'Bert', theirs: 'Ada & Co', version: 1 },
    })
  }
  expect(await facts()).toEqual([{ name: 'client', lines: [{ text: 'Ada & Co' }] }])
  const results = await Promise.all([save('place', 'Leeds'), save('place', 'York')])
  expect(results.filter(({ ok }) => ok)).toHaveLength(1)
})

eachDatabase('a year or sector also changes the project list; only admins see facts of drafts', async (backend) => {
  const { id, run, save, facts } = await createProject(backend)
  expectOk(await run((unit, admin) => withdrawProject(unit, admin, { id })))
  // Saving a new sector would publish another event.
  expectOk(await run((unit, admin) => addSector(unit, admin, { name: 'Retail' })))
  for (const [key, text] of [
    ['year', '2025'],
    ['sector', 'Retail'],
  ] as const) {
    backend.events.length = 0
    expectOk(await save(key, text))
    expect(backend.events, key).toEqual([
      { about: 'project', id, audience: 'admins' },
      { about: 'work', audience: 'admins' },
    ])
  }
  expect(await facts()).toBeUndefined()
})

eachDatabase('an invalid text is refused with a message for its field', async (backend) => {
  const { save, facts } = await createProject(backend)
  const invalid: readonly (readonly [FactKey, string])[] = [
    ['year', '25'],
    ['year', '2025–2026'],
    ['place', 'x'.repeat(factLimits.place + 1)],
    ['scope', 'x\n'.repeat(factLimits.scope)],
    ['area', '185'],
    ['sector', '—'],
    ['sector', 'x'.repeat(sectorLimits.name + 1)],
    ['press-1-date', '2026-02-30'],
    ['press-1-date', 'March 2026'],
    ['press-1-link', 'javascript:alert(1)'],
    ['press-1-link', 'https://user@magazine.example/'],
    ['press-1-link', 'magazine.example'],
    ['testimonial', 'nul\0'],
  ]
  for (const [key, text] of invalid) {
    expect(await save(key, text), `${key} ${text.slice(0, 20)}`).toMatchObject({
      code: 'wrong-value',
      fields: { [key]: expect.stringMatching(/\.$/) },
    })
  }
  expect(await facts()).toEqual([])
  expectOk(await save('press-1-date', '2024-02-29'))
  expectOk(await save('materials', ' Ash \r\n\n Lime plaster\n'))
  expect(await facts()).toEqual([{ name: 'materials', lines: [{ text: 'Ash' }, { text: 'Lime plaster' }] }])
})

eachDatabase('a sector is shown by its current name until it is removed', async (backend) => {
  const { run, save, facts, saved } = await createProject(backend)
  const { id: sector } = expectOk(await run((unit, admin) => addSector(unit, admin, { name: 'Retail' })))
  expectOk(await save('sector', 'Retail'))
  const input = { id: sector, name: 'Shops & bars', version: 1 }
  expectOk(await run((unit, admin) => renameSector(unit, admin, input)))
  expect(await facts()).toEqual([{ name: 'sector', lines: [{ text: 'Shops & bars', sector: 'shops-bars' }] }])
  expectOk(await run((unit, admin) => removeSector(unit, admin, { id: sector })))
  expect(await facts()).toEqual([])
  expect(await saved()).toEqual({ sector: { text: '', version: 1 } })
  expectOk(await run((unit, admin) => restoreSector(unit, admin, { id: sector })))
  expect(await facts()).toHaveLength(1)
})

eachDatabase('facts are kept in the bin and deleted with the project', async (backend) => {
  const { ports, admin } = backend
  const { id, run, save, facts } = await createProject(backend)
  expectOk(await save('year', '2025'))
  expectOk(await run((unit, admin) => removeProject(unit, admin, { id })))
  expect(await save('year', '2026', 1)).toMatchObject({ code: 'unknown', message: 'Project not found' })
  expectOk(await run((unit, admin) => restoreProject(unit, admin, { id })))
  expect(await facts()).toEqual([{ name: 'year', lines: [{ text: '2025' }] }])
  expectOk(await run((unit, admin) => removeProject(unit, admin, { id })))
  expectOk(await eraseProject(ports, admin, { id }))
  expect(await ports.db.selectFrom('projectFacts').selectAll().execute()).toEqual([])
  expect(await ports.db.selectFrom('textVersions').selectAll().execute()).toEqual([])
})

eachDatabase('a fact has a history, and an earlier version can be brought back', async (backend) => {
  const { ports, admin } = backend
  const { id, run, save, facts } = await createProject(backend)
  const text = { kind: 'fact', id, field: 'press-1-title' } as const
  const read = async () =>
    expectOk(await readAsAdmin(ports, admin, (db, admin) => readHistory(db, admin, { text, version: null })))
  expect(await read()).toEqual({ subject: 'Thrown', currentVersion: 0, versions: [], open: null })
  expectOk(await save('press-1-title', 'First'))
  expectOk(await save('press-1-title', 'Second', 1))
  expect(await read()).toMatchObject({ currentVersion: 2, versions: [{ excerpt: 'Second' }, { excerpt: 'First' }] })
  expectOk(await run((unit, admin) => bringBackVersion(unit, admin, { text, version: 1, currentVersion: 2 })))
  expect(await facts()).toEqual([{ name: 'press', lines: [{ text: 'First' }] }])
})

eachDatabase('the sector’s history keeps the names as saved; a removed one can be brought back', async (backend) => {
  const { ports, admin } = backend
  const { id, run, save, facts } = await createProject(backend)
  const text = { kind: 'fact', id, field: 'sector' } as const
  expectOk(await save('sector', 'Retail'))
  expectOk(await save('sector', 'Homes', 1))
  expectOk(await save('sector', '', 2))
  const history = await readAsAdmin(ports, admin, (db, admin) => readHistory(db, admin, { text, version: 1 }))
  expect(expectOk(history)).toMatchObject({
    versions: [{ excerpt: '' }, { excerpt: 'Homes' }, { excerpt: 'Retail' }],
    open: { text: 'Retail' },
  })
  const retail = (await listSectors(ports)).find(({ name }) => name === 'Retail')
  expectOk(await run((unit, admin) => removeSector(unit, admin, { id: retail?.id ?? '' })))
  expectOk(await run((unit, admin) => bringBackVersion(unit, admin, { text, version: 1, currentVersion: 3 })))
  expect(await facts()).toEqual([{ name: 'sector', lines: [{ text: 'Retail', sector: 'retail' }] }])
})

eachDatabase(
  'a new sector is added to the list; names that differ only in case and spaces are the same sector',
  async (backend) => {
    const { ports, events } = backend
    const { id, run, save, facts, saved } = await createProject(backend)
    const names = async () => (await listSectors(ports)).map(({ name }) => name)
    expectOk(await save('sector', ' Hotels  & Bars '))
    expect(events).toContainEqual({ about: 'studio' })
    expect(await names()).toEqual(['Hotels & Bars'])
    expect(await facts()).toEqual([{ name: 'sector', lines: [{ text: 'Hotels & Bars', sector: 'hotels-bars' }] }])
    expectOk(await save('sector', 'hotels & bars', 1))
    expect(await names()).toEqual(['Hotels & Bars'])
    expect(await saved()).toEqual({ sector: { text: 'Hotels & Bars', version: 2 } })
    expect(await save('sector', 'Homes', 1)).toMatchObject({
      conflict: { yours: 'Homes', theirs: 'Hotels & Bars', version: 2 },
    })
    expect(await names()).toEqual(['Hotels & Bars'])
    const sectorId = (await listSectors(ports))[0]?.id ?? ''
    expectOk(await run((unit, admin) => removeSector(unit, admin, { id: sectorId })))
    expectOk(await save('sector', 'HOTELS & BARS', 2))
    expect(await listSectors(ports)).toMatchObject([{ id: sectorId, name: 'HOTELS & BARS' }])
    for (let n = 2; n <= sectorLimits.sectors; n++)
      expectOk(await run((unit, admin) => addSector(unit, admin, { name: `Sector ${n}` })))
    const limit = 'There can be at most 20 sectors.'
    expect(await save('sector', 'One more', 3)).toMatchObject({ fields: { sector: limit } })
    expectOk(await save('sector', 'Sector 2', 3))
    const user = { userId: 'user', email: 'user@example.com', admin: false }
    const input = { projectId: id, key: 'sector', text: 'Sector 3', version: 4 } as const
    expect(await asAdmin(ports, user, (unit, admin) => editFact(unit, admin, input))).toMatchObject({
      code: 'not-admin',
    })
  },
)
