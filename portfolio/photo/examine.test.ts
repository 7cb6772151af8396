import { readFile, writeFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { createProject } from '#portfolio/project/create.ts'
import { FileStoreFailed, type Ports } from '#portfolio/ports.ts'
import { openImageProcessor } from '#server/images/image-processor.ts'
import { eachDatabase } from '#tests/support/backend/each-database.ts'
import { createAdmin, expectOk, origin, type TestBackend } from '#tests/support/backend/test-backend.ts'
import { readStored, testProject } from '#tests/support/backend/project-fixtures.ts'
import { killWorkerDuring } from '#tests/support/images/kill-worker.ts'
import { photoFile } from '#tests/support/images/photo-files.ts'
import { attachPhoto } from './attach.ts'
import { examineUpload } from './examine.ts'

/** Ports whose image processor counts how many times it examines a file. */
function countExaminations(ports: TestBackend['ports']): { ports: TestBackend['ports']; count: () => number } {
  let count = 0
  const examine: Ports['images']['examine'] = (path) => {
    count += 1
    return ports.images.examine(path)
  }
  return { ports: { ...ports, images: { ...ports.images, examine } }, count: () => count }
}

const ioError = () => new FileStoreFailed(Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO' }))

eachDatabase('an upload is examined once, and attaching it reads the stored result', async (backend) => {
  const { ports, count } = countExaminations(backend.ports)
  const { admin, upload } = backend
  const uploadId = await upload(await photoFile({ width: 50, height: 70 }))
  const size = { width: 50, height: 70 }
  for (const _ of [1, 2, 3]) expect(await examineUpload(ports, admin, uploadId)).toEqual({ ok: true, value: size })
  expectOk(await attachPhoto(ports, admin, { projectId: await testProject(backend), uploadId, place: 'gallery' }))
  expect(count()).toBe(1)
  const row = await ports.db.selectFrom('photos').selectAll().executeTakeFirstOrThrow()
  const original = await readStored(backend, row.storageKey)
  const sha256 = Buffer.from(await crypto.subtle.digest('SHA-256', new Uint8Array(original))).toString('hex')
  expect(row).toMatchObject({ width: 50, height: 70, sha256, colour: expect.stringMatching(/^#[0-9a-f]{6}$/) })
})

eachDatabase('creating a project examines only those uploads that were not examined before', async (backend) => {
  const { ports, count } = countExaminations(backend.ports)
  const { admin, upload } = backend
  const [cover, first, second] = [await upload(), await upload(), await upload()]
  for (const id of [cover, first]) expectOk(await examineUpload(ports, admin, id))
  expect(count()).toBe(2)
  const form = { name: 'Loft', details: 'A loft.', requestId: 'form', cover, images: [first, second] }
  expectOk(await createProject(ports, admin, form))
  expect(count()).toBe(3)
})

eachDatabase('concurrent calls for one upload all succeed', async ({ ports, admin, upload }) => {
  const id = await upload()
  const results = await Promise.all(Array.from({ length: 6 }, () => examineUpload(ports, admin, id)))
  for (const result of results) expect(result).toEqual({ ok: true, value: { width: 90, height: 60 } })
  expect((await ports.uploads.find(id, admin.userId))?.examination).toMatchObject({ format: 'jpeg' })
})

eachDatabase('a file that is not an image is refused every time it is examined', async ({ ports, admin, upload }) => {
  const id = await upload(Buffer.from('<svg/>'))
  for (const _ of [1, 2]) {
    expect(await examineUpload(ports, admin, id)).toMatchObject({ ok: false, code: 'wrong-type' })
  }
  expect((await ports.uploads.find(id, admin.userId))?.examination).toBeNull()
})

eachDatabase('unknown uploads, incomplete ones and those of another user are refused', async (backend) => {
  const { ports, admin, upload } = backend
  const theirs = await upload(undefined, 'theirs.jpg', await createAdmin(ports))
  for (const id of [theirs, 'f'.repeat(32), '', '../../secret', 'a\0b', `${theirs}.json`]) {
    expect(await examineUpload(ports, admin, id)).toMatchObject({ ok: false, code: 'unknown' })
  }
  const headers = { 'Tus-Resumable': '1.0.0', 'Upload-Length': '1000' }
  const request = new Request(`${origin}/uploads`, { method: 'POST', headers })
  const created = await ports.uploads.receive(request, admin.userId)
  const id = created.headers.get('Location')?.split('/').at(-1) ?? ''
  expect(await examineUpload(ports, admin, id)).toEqual({
    ok: false,
    code: 'wrong-value',
    message: 'This upload is not complete yet.',
  })
})

eachDatabase('only an admin may examine an upload', async (backend) => {
  const { ports, count } = countExaminations(backend.ports)
  const id = await backend.upload()
  expect(await examineUpload(ports, null, id)).toMatchObject({ code: 'no-session' })
  expect(await examineUpload(ports, { ...backend.admin, userId: 'visitor' }, id)).toMatchObject({ code: 'not-admin' })
  expect(count()).toBe(0)
})

eachDatabase('an upload that cannot be read is refused as unavailable, not as unknown', async (backend) => {
  const { admin, upload, logged } = backend
  const uploadId = await upload()
  const uploads = { ...backend.ports.uploads, find: () => Promise.reject(ioError()) }
  const ports = { ...backend.ports, uploads }
  const projectId = await testProject(backend)
  const refusals = [
    await examineUpload(ports, admin, uploadId),
    await attachPhoto(ports, admin, { projectId, uploadId, place: 'gallery' }),
    await createProject(ports, admin, { name: 'Loft', details: 'A loft.', requestId: 'f', cover: uploadId }),
  ]
  for (const refusal of refusals) expect(refusal).toMatchObject({ ok: false, code: 'unavailable' })
  expect(logged.at(-1)).toMatchObject({ level: 'error', detail: { cause: expect.stringContaining('EIO') } })
})

// `killWorkerDuring` finds the process in `/proc`.
if (process.platform === 'linux') {
  eachDatabase('if the worker is killed, the upload is unavailable until the next attempt', async (backend) => {
    const { admin, logged } = backend
    const uploadId = await backend.upload()
    const ports = { ...backend.ports, images: openImageProcessor() }
    const refusal = await killWorkerDuring(() => examineUpload(ports, admin, uploadId))
    expect(refusal).toMatchObject({ ok: false, code: 'unavailable' })
    expect(logged.at(-1)).toMatchObject({ level: 'error', detail: { cause: expect.stringContaining('SIGKILL') } })
    expectOk(await examineUpload(ports, admin, uploadId))
  })
}

eachDatabase('an upload is examined again when its examination was not stored or is damaged', async (backend) => {
  const { ports, count } = countExaminations(backend.ports)
  const { admin, uploadStore, logged, upload } = backend
  const id = await upload()
  const uploads = { ...ports.uploads, saveExamination: () => Promise.reject(ioError()) }
  expectOk(await examineUpload({ ...ports, uploads }, admin, id))
  expect(logged.at(-1)).toMatchObject({ level: 'warn', message: 'examination could not be stored' })
  expectOk(await examineUpload(ports, admin, id))
  const stored = (await uploadStore.readExamination(id)) ?? ''
  expect(stored).not.toBe('')
  for (const damaged of ['', stored.slice(0, 20), '{}', 'null']) {
    await uploadStore.writeExamination(id, damaged)
    expectOk(await examineUpload(ports, admin, id))
    expect(await uploadStore.readExamination(id)).toBe(stored)
  }
  expect(count()).toBe(6)
})

eachDatabase('an upload is attached even if it cannot be discarded afterwards', async (backend) => {
  const { admin, upload, logged } = backend
  const uploads = { ...backend.ports.uploads, discard: () => Promise.reject(ioError()) }
  const ports = { ...backend.ports, uploads }
  const projectId = await testProject(backend)
  expectOk(await attachPhoto(ports, admin, { projectId, uploadId: await upload(), place: 'gallery' }))
  const cover = await upload()
  expectOk(await createProject(ports, admin, { name: 'Loft', details: 'A loft.', requestId: 'f', cover }))
  expect(logged.at(-1)).toMatchObject({ level: 'warn', message: 'attached upload could not be discarded' })
})

eachDatabase('an upload whose bytes have changed since its examination is examined again', async (backend) => {
  const { ports, count } = countExaminations(backend.ports)
  const { admin, upload } = backend
  const uploadId = await upload(await photoFile({ width: 50, height: 70 }))
  expectOk(await examineUpload(ports, admin, uploadId))
  const path = (await ports.uploads.find(uploadId, admin.userId))?.path ?? ''
  const bytes = await readFile(path)
  await writeFile(path, bytes.fill(0, bytes.length / 2))
  const attach = { projectId: await testProject(backend), uploadId, place: 'gallery' } as const
  expect(await attachPhoto(ports, admin, attach)).toMatchObject({ ok: false, code: 'wrong-type' })
  expect(count()).toBe(2)
})
