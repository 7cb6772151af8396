import { expect } from 'vitest'
import { asAdmin } from '#portfolio/account/as-admin.ts'
import { eachDatabase, type DatabaseTestBackend } from '#tests/support/backend/each-database.ts'
import { createAdmin, expectOk } from '#tests/support/backend/test-backend.ts'
import { changeMessage } from './edit.ts'
import { eraseMessages } from './erase.ts'
import { messageChanges, type MessageChange } from './inbox.ts'

/** Stores a message. `quarantined` is the reason why it looks like spam; `null` if it does not. */
async function insertMessage({ ports }: DatabaseTestBackend, quarantined: string | null = null) {
  const id = ports.newId()
  const row = { firstName: 'Ada', lastName: 'L', email: 'ada@example.com', subject: 'S', message: 'M' }
  await ports.db
    .insertInto('contactSubmissions')
    .values({ id, ...row, createdAt: ports.now().toISOString(), quarantined })
    .execute()
  return id
}

const rowOf = ({ ports }: DatabaseTestBackend, id: string) =>
  ports.db.selectFrom('contactSubmissions').selectAll().where('id', '=', id).executeTakeFirst()

const changeAs = ({ ports, admin }: DatabaseTestBackend, id: string, change: MessageChange, as = admin) =>
  asAdmin(ports, as, (unit, admin) => changeMessage(unit, admin, { id, change }))

eachDatabase('each change records a time, each undo clears it, and no other field changes', async (backend) => {
  const { ports, events, advance } = backend
  const id = await insertMessage(backend, 'written too fast')
  const before = await rowOf(backend, id)
  const pairs = [
    ['mark-read', 'mark-unread'],
    ['mark-answered', 'undo-answered'],
    ['archive', 'undo-archive'],
    ['delete', 'undo-delete'],
    ['not-spam', 'undo-move'],
  ] as const
  expect(pairs.flat().sort()).toEqual(Object.keys(messageChanges).sort())
  for (const [change, undo] of pairs) {
    advance(1_000)
    events.length = 0
    const at = ports.now().toISOString()
    expectOk(await changeAs(backend, id, change))
    expect(await rowOf(backend, id)).toEqual({ ...before, [messageChanges[change].field]: at })
    advance(1_000)
    expectOk(await changeAs(backend, id, change))
    expect(await rowOf(backend, id)).toEqual({ ...before, [messageChanges[change].field]: at })
    expectOk(await changeAs(backend, id, undo))
    expectOk(await changeAs(backend, id, undo))
    expect(await rowOf(backend, id)).toEqual(before)
    expect(events).toEqual(Array.from({ length: 4 }, () => ({ about: 'inbox' })))
  }
})

eachDatabase('a deleted message can only be restored, and an unknown one cannot be changed at all', async (backend) => {
  const id = await insertMessage(backend)
  expectOk(await changeAs(backend, id, 'delete'))
  const deleted = await rowOf(backend, id)
  for (const change of ['mark-read', 'archive', 'undo-archive', 'not-spam'] as const) {
    expect(await changeAs(backend, id, change)).toMatchObject({ ok: false, code: 'unknown' })
  }
  expect(await rowOf(backend, id)).toEqual(deleted)
  expectOk(await changeAs(backend, id, 'undo-delete'))
  for (const unknown of ['', '%', "' or 1=1", '__proto__']) {
    expect(await changeAs(backend, unknown, 'undo-delete')).toMatchObject({ ok: false, code: 'unknown' })
  }
})

eachDatabase(
  'two admins who change one message at once both succeed, and neither change undoes the other',
  async (backend) => {
    const colleague = await createAdmin(backend.ports)
    const id = await insertMessage(backend)
    const results = await Promise.all([
      changeAs(backend, id, 'archive'),
      changeAs(backend, id, 'mark-answered', colleague),
      changeAs(backend, id, 'mark-read'),
      changeAs(backend, id, 'archive', colleague),
    ])
    results.forEach(expectOk)
    const time = expect.any(String)
    expect(await rowOf(backend, id)).toMatchObject({ archivedAt: time, answeredAt: time, readAt: time })
  },
)

eachDatabase('only an admin can change a message', async (backend) => {
  const id = await insertMessage(backend)
  const before = await rowOf(backend, id)
  const user = { userId: 'nobody', email: 'user@example.com', admin: true }
  for (const change of Object.keys(messageChanges) as MessageChange[]) {
    const input = { id, change }
    for (const person of [null, user])
      expect(await asAdmin(backend.ports, person, (unit, admin) => changeMessage(unit, admin, input))).toMatchObject({
        ok: false,
      })
  }
  expect(await rowOf(backend, id)).toEqual(before)
  expect(backend.events).toEqual([])
})

eachDatabase('erasing a person also erases deleted, archived and quarantined messages', async (backend) => {
  for (const change of ['delete', 'archive', 'mark-read'] as const)
    expectOk(await changeAs(backend, await insertMessage(backend), change))
  await insertMessage(backend, 'written too fast')
  const { ports, admin } = backend
  expect(expectOk(await asAdmin(ports, admin, (unit, admin) => eraseMessages(unit, admin, 'ADA@example.com')))).toBe(4)
  expect(await ports.db.selectFrom('contactSubmissions').selectAll().execute()).toEqual([])
})
