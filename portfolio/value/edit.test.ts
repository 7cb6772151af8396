import { setTimeout } from 'node:timers/promises'
import { expect } from 'vitest'
import { asAdmin, type Admin } from '#portfolio/account/as-admin.ts'
import { attachPhoto } from '#portfolio/photo/attach.ts'
import { findUpload } from '#portfolio/photo/examine.ts'
import { insertPhoto } from '#portfolio/photo/insert.ts'
import { storeOriginal } from '#portfolio/photo/store-original.ts'
import type { Result } from '#portfolio/result.ts'
import { showSiteSummary } from '#portfolio/studio/show.ts'
import type { UnitOfWork } from '#portfolio/transaction.ts'
import { eachDatabase } from '#tests/support/backend/each-database.ts'
import { expectOk, type TestBackend } from '#tests/support/backend/test-backend.ts'
import { addValue, editValueText, moveValue, removeValue, restoreValue, setValueDrawing } from './edit.ts'
import { listValues, publicValues } from './show.ts'
import { valueLimits } from './value.ts'

const run = <T>({ ports, admin }: TestBackend, command: (unit: UnitOfWork, admin: Admin) => Promise<Result<T>>) =>
  asAdmin(ports, admin, command)

const add = async (backend: TestBackend, title: string) =>
  expectOk(await run(backend, (unit, admin) => addValue(unit, admin, { title, text: `About ${title}.` }))).id

const titles = async ({ ports }: TestBackend) => (await listValues(ports)).map(({ title }) => title)

eachDatabase('a new value is shown to visitors once it has a title', async (backend) => {
  const { id } = expectOk(await run(backend, (unit, admin) => addValue(unit, admin)))
  expect(publicValues(await listValues(backend.ports))).toEqual([])
  expect((await showSiteSummary(backend.ports)).hasValues).toBe(false)
  const save = (field: 'title' | 'text', text: string, version: number) =>
    run(backend, (unit, admin) => editValueText(unit, admin, { id, field, text, version }))
  expect(expectOk(await save('title', ' Care ', 1))).toEqual({ version: 2 })
  expectOk(await save('text', 'We mend.\n\nThings last.', 1))
  expect(publicValues(await listValues(backend.ports))).toEqual([
    { id, title: 'Care', text: 'We mend.\n\nThings last.', drawing: 'bespoke', photo: null },
  ])
  expect((await showSiteSummary(backend.ports)).hasValues).toBe(true)
  expect(await save('title', 'Mine', 1)).toMatchObject({
    code: 'newer',
    conflict: { yours: 'Mine', theirs: 'Care', version: 2 },
  })
  expect(await save('title', ' ', 2)).toMatchObject({
    code: 'wrong-value',
    fields: { title: 'The title is required.' },
  })
})

eachDatabase('a value moves to a position, and the others are renumbered', async (backend) => {
  const ids = [await add(backend, 'A'), await add(backend, 'B'), await add(backend, 'C')]
  const move = (id: string, position: string) => run(backend, (unit, admin) => moveValue(unit, admin, { id, position }))
  expectOk(await move(ids[2] ?? '', '1'))
  expect(await titles(backend)).toEqual(['C', 'A', 'B'])
  expectOk(await move(ids[2] ?? '', '2'))
  expect(await titles(backend)).toEqual(['A', 'C', 'B'])
  for (const position of ['0', '4', 'x', '1.5'])
    expect(await move(ids[0] ?? '', position)).toMatchObject({ code: 'wrong-value' })
  expect(await move('nobody', '1')).toMatchObject({ code: 'unknown' })
  expect(await titles(backend)).toEqual(['A', 'C', 'B'])
})

eachDatabase('a restored value is back at its position', async (backend) => {
  const ids = [await add(backend, 'A'), await add(backend, 'B')]
  const id = ids[0] ?? ''
  expectOk(await run(backend, (unit, admin) => removeValue(unit, admin, { id })))
  expect(await titles(backend)).toEqual(['B'])
  const input = { id, field: 'title', text: 'Late', version: 1 } as const
  expect(await run(backend, (unit, admin) => editValueText(unit, admin, input))).toMatchObject({
    code: 'unknown',
    message: 'This value is no longer there.',
  })
  for (let n = 0; n < 2; n++) expectOk(await run(backend, (unit, admin) => restoreValue(unit, admin, { id })))
  expect(await titles(backend)).toEqual(['A', 'B'])
  expect(backend.events.at(-1)).toEqual({ about: 'studio' })
})

eachDatabase("a photo replaces a value's drawing, and vice versa", async (backend) => {
  const { ports, admin } = backend
  const id = await add(backend, 'A')
  const attach = async (valueId: string) =>
    attachPhoto(ports, admin, {
      projectId: null,
      place: 'value',
      valueId,
      uploadId: await backend.upload(),
      alt: 'Oak',
    })
  const first = expectOk(await attach(id)).id
  const second = expectOk(await attach(id)).id
  const photoOf = async () => (await listValues(ports))[0]?.photo
  expect(await photoOf()).toMatchObject({ id: second, alt: 'Oak' })
  const removed = async () =>
    (await ports.db.selectFrom('photos').select('id').where('deletedAt', 'is not', null).execute()).map((row) => row.id)
  expect(await removed()).toEqual([first])

  expectOk(await run(backend, (unit, admin) => removeValue(unit, admin, { id })))
  expect((await removed()).sort()).toEqual([first, second].sort())
  expectOk(await run(backend, (unit, admin) => restoreValue(unit, admin, { id })))
  expect(await photoOf()).toMatchObject({ id: second })

  expectOk(await run(backend, (unit, admin) => setValueDrawing(unit, admin, { id, drawing: 'room' })))
  expect((await listValues(ports))[0]).toMatchObject({ drawing: 'room', photo: null })
  const wrong = await run(backend, (unit, admin) => setValueDrawing(unit, admin, { id, drawing: 'cat' }))
  expect(wrong).toMatchObject({ code: 'wrong-value' })
  expect(await attach('nobody')).toMatchObject({ code: 'unknown', message: 'This value is no longer there.' })
})

eachDatabase('an upload that is attached to one value is refused for another', async (backend) => {
  const { ports, admin } = backend
  const [first, second] = [await add(backend, 'A'), await add(backend, 'B')]
  const uploadId = await backend.upload()
  const attach = (valueId: string) => attachPhoto(ports, admin, { projectId: null, place: 'value', valueId, uploadId })
  const { id } = expectOk(await attach(first))
  expect(expectOk(await attach(first)).id).toBe(id)
  expect(await attach(second)).toMatchObject({ ok: false, code: 'unknown' })
})

eachDatabase('the number of values is limited', async (backend) => {
  const id = await add(backend, 'Removed')
  expectOk(await run(backend, (unit, admin) => removeValue(unit, admin, { id })))
  for (let n = 1; n <= valueLimits.values; n++) await add(backend, `Value ${n}`)
  const refusal = { code: 'wrong-value', message: 'There can be at most 50 values.' }
  expect(await run(backend, (unit, admin) => addValue(unit, admin))).toMatchObject(refusal)
  expect(await run(backend, (unit, admin) => restoreValue(unit, admin, { id }))).toMatchObject(refusal)
})

eachDatabase('choosing a drawing while a photo is being attached removes that photo', async (backend) => {
  const { ports, admin } = backend
  const id = await add(backend, 'Care')
  const upload = expectOk(await findUpload(ports, await backend.upload(), admin.userId))
  const place = { projectId: null, place: 'value', valueId: id } as const
  const original = expectOk(await storeOriginal(ports, upload, place))
  let second: Promise<Result> | undefined
  const first = await asAdmin(ports, admin, async (unit, by) => {
    const attached = await insertPhoto(unit, by, original, place)
    const choose = (unit: UnitOfWork, by: Admin) => setValueDrawing(unit, by, { id, drawing: 'room' })
    second = asAdmin(ports, admin, choose, { counted: false })
    // The second command must wait for this transaction; if it did not, it would read within 300 ms.
    await Promise.race([second, setTimeout(300)])
    return attached
  })
  expectOk(first)
  expect(await second).toMatchObject({ ok: true })
  expect(await listValues(ports)).toMatchObject([{ drawing: 'room', photo: null }])
  expect(await ports.db.selectFrom('photos').select('id').where('deletedAt', 'is', null).execute()).toEqual([])
})
