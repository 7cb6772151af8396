import { expect, test } from 'vitest'
import { asAdmin, readAsAdmin } from '#portfolio/account/as-admin.ts'
import { eraseProject } from '#portfolio/bin/edit.ts'
import { insertProject } from '#portfolio/project/create.ts'
import { editText, removeProject } from '#portfolio/project/edit.ts'
import { showProject } from '#portfolio/project/show.ts'
import { editStudioText } from '#portfolio/studio/edit.ts'
import { showStudio } from '#portfolio/studio/show.ts'
import { addValue, editValueText } from '#portfolio/value/edit.ts'
import { eachDatabase } from '#tests/support/backend/each-database.ts'
import { expectOk, type TestBackend } from '#tests/support/backend/test-backend.ts'
import { bringBackVersion, eraseEarlierVersions } from './edit.ts'
import { expireVersions } from './expire.ts'
import { parseTextKey, textKey, type TextReference } from './history.ts'
import { readHistory } from './read.ts'

const dayMs = 24 * 60 * 60_000

function open({ ports, admin }: TestBackend) {
  const run = <T>(command: Parameters<typeof asAdmin<T>>[2]) => asAdmin(ports, admin, command, { counted: false })
  return {
    run,
    createProject: async () => {
      const project = { name: 'Thrown', details: 'A shop.', requestId: 'form', cover: null, images: [] }
      return expectOk(await run((unit, admin) => insertProject(unit, admin, project))).id
    },
    read: async (text: TextReference, version: number | null = null) =>
      expectOk(await readAsAdmin(ports, admin, (db, admin) => readHistory(db, admin, { text, version }))),
    bringBackVersion: (text: TextReference, version: number, currentVersion: number) =>
      run((unit, admin) => bringBackVersion(unit, admin, { text, version, currentVersion })),
  }
}

test('the key of each text can be parsed, and other strings are not keys', () => {
  for (const key of ['project/p1/name', 'project/p1/details', 'value/v1/title', 'value/v1/text', 'studio/city']) {
    const text = parseTextKey(key)
    expect(text && textKey(text)).toBe(key)
  }
  for (const key of ['', 'studio', 'studio/colour', 'studio/__proto__', 'studio/city/x', 'project/p1', 'value/v1/name'])
    expect(parseTextKey(key), key).toBeNull()
})

eachDatabase(
  'the history of a text lists who saved each version and when, and an old version can be brought back',
  async (backend) => {
    const { ports, admin, advance } = backend
    const { run, createProject, read, bringBackVersion } = open(backend)
    await ports.db
      .insertInto('authUser')
      .values({
        id: admin.userId,
        name: '',
        email: 'ada@studio.example',
        emailVerified: 0,
        createdAt: '',
        updatedAt: '',
      })
      .execute()
    const id = await createProject()
    const text = { kind: 'project', id, field: 'details' } as const
    const createdAt = ports.now().toISOString()
    advance(60_000)
    const save = (text: string, version: number) =>
      run((unit, admin) => editText(unit, admin, { id, field: 'details', text, version }))
    expectOk(await save('A café.', 1))
    expect(await save('A bar.', 1)).toMatchObject({ code: 'newer' })
    expect(await read(text, 1)).toEqual({
      subject: 'Thrown',
      currentVersion: 2,
      versions: [
        { version: 2, excerpt: 'A café.', savedAt: ports.now().toISOString(), savedBy: 'ada@studio.example' },
        { version: 1, excerpt: 'A shop.', savedAt: createdAt, savedBy: 'ada@studio.example' },
      ],
      open: { version: 1, excerpt: 'A shop.', text: 'A shop.', savedAt: createdAt, savedBy: 'ada@studio.example' },
    })
    expect(await bringBackVersion(text, 1, 1)).toMatchObject({ code: 'newer' })
    expect(await bringBackVersion(text, 7, 2)).toMatchObject({ code: 'unknown' })
    backend.events.length = 0
    expect(expectOk(await bringBackVersion(text, 1, 2))).toEqual({ version: 3 })
    expect(backend.events).toEqual([{ about: 'project', id, audience: 'everyone' }])
    expect(await showProject(ports, id)).toMatchObject({ details: 'A shop.', detailsVersion: 3 })
    await ports.db.deleteFrom('authUser').execute()
    expect((await read(text))?.versions.map(({ version, savedBy }) => [version, savedBy])).toEqual([
      [3, null],
      [2, null],
      [1, null],
    ])
  },
)

eachDatabase(
  'texts of the studio and of values have a history, which includes the text that an earlier release saved',
  async (backend) => {
    const { ports } = backend
    const { run, read, bringBackVersion } = open(backend)
    await ports.db.insertInto('studioTexts').values({ key: 'city', text: 'Leeds', version: 4 }).execute()
    const city = { kind: 'studio', field: 'city' } as const
    expect(await read(city)).toEqual({ subject: '', currentVersion: 4, versions: [], open: null })
    expectOk(await run((unit, admin) => editStudioText(unit, admin, { field: 'city', text: 'York', version: 4 })))
    expect((await read(city))?.versions).toMatchObject([
      { version: 5, excerpt: 'York' },
      { version: 4, excerpt: 'Leeds', savedAt: null, savedBy: null },
    ])
    expectOk(await bringBackVersion(city, 4, 5))
    expect(await showStudio(ports)).toMatchObject({ city: 'Leeds', versions: { city: 6 } })

    const { id } = expectOk(await run((unit, admin) => addValue(unit, admin, { title: 'Calm', text: 'Less.' })))
    const title = { kind: 'value', id, field: 'title' } as const
    expectOk(await run((unit, admin) => editValueText(unit, admin, { id, field: 'title', text: 'Quiet', version: 1 })))
    expect(await read(title)).toMatchObject({ subject: 'Quiet', versions: [{ version: 2 }, { excerpt: 'Calm' }] })
    expectOk(await bringBackVersion(title, 1, 2))
    expect(await read({ ...title, field: 'text' })).toMatchObject({ versions: [] })
  },
)

eachDatabase('the last 50 versions are kept', async (backend) => {
  const { run, createProject, read } = open(backend)
  const id = await createProject()
  for (let version = 1; version <= 59; version++)
    expectOk(await run((unit, admin) => editText(unit, admin, { id, field: 'name', text: `Name ${version}`, version })))
  const versions = (await read({ kind: 'project', id, field: 'name' }))?.versions.map(({ version }) => version) ?? []
  expect([versions.length, versions[0], versions.at(-1)]).toEqual([50, 60, 11])
})

eachDatabase('a version is deleted twelve months after the next one was saved', async (backend) => {
  const { ports, advance } = backend
  const { run, createProject, read } = open(backend)
  const id = await createProject()
  const text = { kind: 'project', id, field: 'name' } as const
  const versions = async () => (await read(text))?.versions.map(({ version }) => version)
  const save = (version: number) =>
    run((unit, admin) => editText(unit, admin, { id, field: 'name', text: `Name ${version}`, version }))
  advance(400 * dayMs)
  expectOk(await save(1))
  // A version that was saved at an unknown time.
  await ports.db.updateTable('textVersions').set({ savedAt: null }).where('version', '=', 1).execute()
  advance(360 * dayMs)
  expectOk(await save(2))
  await expireVersions(ports)
  expect(await versions()).toEqual([3, 2, 1])
  advance(10 * dayMs)
  await expireVersions(ports)
  expect(await versions()).toEqual([3, 2])
  advance(4000 * dayMs)
  await expireVersions(ports)
  expect(await versions()).toEqual([3])
})

eachDatabase('deleting the earlier versions of a text keeps those of other texts', async (backend) => {
  const { run, createProject, read } = open(backend)
  const id = await createProject()
  const [name, details] = [
    { kind: 'project', id, field: 'name' } as const,
    { kind: 'project', id, field: 'details' } as const,
  ]
  for (const version of [1, 2]) {
    for (const { field } of [name, details])
      expectOk(await run((unit, admin) => editText(unit, admin, { id, field, text: `Text ${version}`, version })))
  }
  const versions = async (text: TextReference) => (await read(text))?.versions.map(({ version }) => version)
  const remove = (currentVersion: number) =>
    run((unit, admin) => eraseEarlierVersions(unit, admin, { text: name, currentVersion }))
  // A page that was loaded at version 2 deletes only the versions before it.
  expectOk(await remove(2))
  expect(await versions(name)).toEqual([3, 2])
  expectOk(await remove(99))
  expect(await versions(name)).toEqual([3])
  expect(await versions(details)).toEqual([3, 2, 1])
  expect(await showProject(backend.ports, id)).toMatchObject({ name: 'Text 2', nameVersion: 3 })
})

eachDatabase('the history of a project is kept while it is in the bin, and erased with it', async (backend) => {
  const { ports, admin } = backend
  const { run, createProject, read } = open(backend)
  const id = await createProject()
  const text = { kind: 'project', id, field: 'name' } as const
  expectOk(await run((unit, admin) => removeProject(unit, admin, { id })))
  expect(await read(text)).toBeNull()
  expect(await ports.db.selectFrom('textVersions').select('textKey').execute()).toHaveLength(2)
  expectOk(await eraseProject(ports, admin, { id }))
  expect(await ports.db.selectFrom('textVersions').select('textKey').execute()).toEqual([])
})
