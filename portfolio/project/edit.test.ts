import { expect, test } from 'vitest'
import { asAdmin } from '#portfolio/account/as-admin.ts'
import { eachDatabase } from '#tests/support/backend/each-database.ts'
import { expectOk, type TestBackend } from '#tests/support/backend/test-backend.ts'
import { insertProject } from './create.ts'
import { removeProject, editText, setProjectPosition, projectTextSchemas } from './edit.ts'
import { listProjects, showProject } from './show.ts'

/** A project and the commands on it. */
async function open({ ports, admin, events }: TestBackend) {
  const project = { name: 'Thrown', details: 'A shop.', requestId: 'form', cover: null, images: [] }
  const { id } = expectOk(await asAdmin(ports, admin, (unit, admin) => insertProject(unit, admin, project)))
  events.length = 0
  return {
    id,
    save: (field: 'name' | 'details', text: unknown, version: number) =>
      asAdmin(ports, admin, (unit, admin) => editText(unit, admin, { id, field, text, version })),
    move: (position: string) =>
      asAdmin(ports, admin, (unit, admin) => setProjectPosition(unit, admin, { id, position })),
    remove: () => asAdmin(ports, admin, (unit, admin) => removeProject(unit, admin, { id })),
    show: () => showProject(ports, id),
  }
}

test('a name may have 120 characters, details 10,000, emoji and line breaks included', () => {
  expect(projectTextSchemas.name.safeParse('🛋'.repeat(120)).success).toBe(true)
  expect(projectTextSchemas.name.safeParse('🛋'.repeat(121)).error?.issues[0]?.message).toBe(
    'The project name can have at most 120 characters.',
  )
  expect(projectTextSchemas.details.safeParse('🛋\r\n'.repeat(5_000)).success).toBe(true)
  expect(projectTextSchemas.details.safeParse('🛋'.repeat(10_001)).error?.issues[0]?.message).toBe(
    'The project details can have at most 10,000 characters.',
  )
})

eachDatabase('a saved text is shown with normalised line endings and the next version', async (backend) => {
  const { save, show } = await open(backend)
  expect(expectOk(await save('details', ' One.\r\n\r\nTwo 🪑. ', 1))).toEqual({ version: 2 })
  expect(await show()).toMatchObject({ name: 'Thrown', details: 'One.\n\nTwo 🪑.', nameVersion: 1, detailsVersion: 2 })
})

eachDatabase('markup, quotes and JavaScript names are saved as text', async (backend) => {
  const { save, show } = await open(backend)
  const texts = [
    '<script>alert(1)</script>',
    '"><img onerror=x>',
    "'; drop table projects; --",
    '__proto__',
    '\u2028\u202etxt',
    '%s$1\\0',
  ]
  for (const [index, text] of texts.entries()) {
    expectOk(await save('name', text, index + 1))
    expect((await show())?.name).toBe(text.trim())
  }
})

eachDatabase('an invalid text is refused with an error for its field, and the saved one stays', async (backend) => {
  const { save, show } = await open(backend)
  for (const text of ['', '  \n ', 'a\0b', 'x'.repeat(121), undefined, null, 7, ['x']]) {
    const refusal = await save('name', text, 1)
    expect(refusal).toMatchObject({ ok: false, code: 'wrong-value', fields: { name: expect.any(String) } })
  }
  expect(await show()).toMatchObject({ name: 'Thrown', nameVersion: 1 })
  expect(backend.events).toEqual([])
})

eachDatabase(
  'a stale save is refused with both texts and the version needed to overwrite the saved one',
  async (backend) => {
    const { save, show } = await open(backend)
    expectOk(await save('name', 'Hers', 1))
    const refusal = await save('name', ' Mine ', 1)
    expect(refusal).toMatchObject({ ok: false, code: 'newer', conflict: { yours: 'Mine', theirs: 'Hers', version: 2 } })
    expect((await show())?.name).toBe('Hers')
    expectOk(await save('name', 'Mine', 2))
    expect((await show())?.name).toBe('Mine')
  },
)

eachDatabase('of two simultaneous saves of one text, one is refused with both texts', async (backend) => {
  const { save, show } = await open(backend)
  const outcomes = await Promise.all([save('name', 'Hers', 1), save('name', 'His', 1)])
  expect(outcomes.map((result) => (result.ok ? 'saved' : result.code)).sort()).toEqual(['newer', 'saved'])
  const winner = outcomes[0]?.ok ? 'Hers' : 'His'
  expect(await show()).toMatchObject({ name: winner, nameVersion: 2 })
})

eachDatabase('name and details have independent versions', async (backend) => {
  const { save, show } = await open(backend)
  await Promise.all([save('name', 'New name', 1), save('details', 'New details', 1)])
  expect(await show()).toMatchObject({ name: 'New name', details: 'New details', nameVersion: 2, detailsVersion: 2 })
})

eachDatabase('an invalid version counts as stale', async (backend) => {
  const { save } = await open(backend)
  for (const version of [NaN, 1.5, Infinity, -1, 2 ** 60]) {
    expect(await save('name', 'Mine', version)).toMatchObject({ ok: false, code: 'newer' })
  }
})

eachDatabase(
  'a new name publishes changes of the list and the project; new details, of the project only',
  async (backend) => {
    const { id, save } = await open(backend)
    expectOk(await save('name', 'New name', 1))
    expect(backend.events).toEqual([
      { about: 'project', id, audience: 'everyone' },
      { about: 'work', audience: 'everyone' },
    ])
    backend.events.length = 0
    expectOk(await save('details', 'New details', 1))
    expect(backend.events).toEqual([{ about: 'project', id, audience: 'everyone' }])
  },
)

eachDatabase('a position that is not a whole number is refused, and the previous one stays', async (backend) => {
  const { move } = await open(backend)
  for (const position of ['', '1.5', '1e3', '0x10', '5abc', '٣', '9007199254740992']) {
    expect(await move(position)).toMatchObject({
      ok: false,
      code: 'wrong-value',
      fields: { position: expect.any(String) },
    })
  }
  expect(await move('9007199254740992')).toMatchObject({ message: 'A position is at most 9007199254740991.' })
  expect(await move('-99999999999999999')).toMatchObject({ message: 'A position is at least -9007199254740991.' })
  expect((await listProjects(backend.ports))[0]?.position).toBe(1)
  expect(backend.events).toEqual([])
  expectOk(await move('9007199254740991'))
  expectOk(await move('-3'))
  expect((await listProjects(backend.ports))[0]?.position).toBe(-3)
  expect(backend.events).toEqual([
    { about: 'work', audience: 'everyone' },
    { about: 'work', audience: 'everyone' },
  ])
})

eachDatabase('every command on a removed project is refused as unknown', async (backend) => {
  const { id, remove, save, move } = await open(backend)
  expectOk(await remove())
  expect(backend.events).toEqual([
    { about: 'work', audience: 'everyone' },
    { about: 'project', id, audience: 'everyone' },
    { about: 'bin' },
  ])
  backend.events.length = 0
  const unknown = { ok: false, code: 'unknown', message: 'Project not found' }
  expect(await remove()).toEqual(unknown)
  expect(await save('name', 'New name', 1)).toEqual(unknown)
  expect(await save('details', 'New details', 9)).toEqual(unknown)
  expect(await move('4')).toEqual(unknown)
  expect(backend.events).toEqual([])
})

eachDatabase('of two simultaneous removals of one project, one succeeds', async (backend) => {
  const { remove } = await open(backend)
  const outcomes = await Promise.all([remove(), remove()])
  expect(outcomes.map((result) => result.ok).sort()).toEqual([false, true])
  expect(backend.events).toHaveLength(3)
})

eachDatabase('unknown ids are refused', async (backend) => {
  await open(backend)
  const { ports, admin } = backend
  for (const id of ['', '1', '%', 'a\0b', '__proto__', 'x'.repeat(5_000)]) {
    const refusal = await asAdmin(ports, admin, (unit, admin) => removeProject(unit, admin, { id }))
    expect(refusal).toMatchObject({ ok: false, code: 'unknown' })
  }
  expect(await listProjects(ports)).toHaveLength(1)
})
