import { mkdir, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { FileStoreFailed } from '#portfolio/ports.ts'
import { photoLimits } from '#portfolio/photo/photo-limits.ts'
import { temporaryFolder } from '#tests/support/backend/each-database.ts'
import { bytes, create, examination, offsetOf, patch, send, testUploads } from '#tests/support/uploads-contract.ts'
import { openTusUploads, type TusUploads } from './tus-uploads.ts'
import { openUploadFolder } from './upload-folder.ts'

const day = 24 * 60 * 60_000

async function open() {
  const folder = await temporaryFolder()
  const logged: string[] = []
  const write = (message: string, detail?: object) => void logged.push(`${message} ${JSON.stringify(detail)}`)
  const log = { info: write, warn: write, error: write }
  const reopen = async () => openTusUploads(await openUploadFolder(folder), '/uploads', log)
  return { folder, uploads: await reopen(), reopen, logged }
}

describe('uploads in a folder', () => testUploads(open))

test('a system error is logged but is not part of the response', async () => {
  const { folder, uploads, logged } = await open()
  await rm(folder, { recursive: true })
  await writeFile(folder, '')
  const response = await send(uploads, 'POST', '/uploads', { headers: { 'Upload-Length': '5' } })
  expect(response.status).toBe(503)
  expect(await response.text()).toBe('The file cannot be stored right now.\n')
  expect(logged).toEqual([expect.stringContaining(folder)])
})

test('an upload that is too large is refused before it is sent', async () => {
  const { folder, uploads } = await open()
  const response = await send(uploads, 'POST', '/uploads', {
    headers: { 'Upload-Length': String(photoLimits.jpeg.bytes + 1) },
  })
  expect(response.status).toBe(413)
  expect(await readdir(folder)).toEqual([])
  expect(
    (await send(uploads, 'POST', '/uploads', { headers: { 'Upload-Length': String(photoLimits.jpeg.bytes) } })).status,
  ).toBe(201)
})

test('the owner may delete an upload', async () => {
  const { folder, uploads } = await open()
  const id = await create(uploads)
  expect((await send(uploads, 'DELETE', `/uploads/${id}`)).status).toBe(204)
  expect(await readdir(folder)).toEqual([])
})

test('discarding an upload deletes its files; discarding an unknown id succeeds', async () => {
  const { folder, uploads } = await open()
  const id = await create(uploads)
  await uploads.discard(id)
  await uploads.discard(id)
  await uploads.discard('../outside')
  expect(await readdir(folder)).toEqual([])
  expect(await offsetOf(uploads, id)).toBe(404)
})

test('an upload whose information was truncated by a crash is unknown', async () => {
  const { folder, uploads } = await open()
  const id = await create(uploads)
  const info = await readFile(join(folder, `${id}.json`), 'utf8')
  for (const truncated of ['', info.slice(0, 20), '{}', 'null', info.replace('"anna"', '7')]) {
    await writeFile(join(folder, `${id}.json`), truncated)
    expect(await uploads.find(id, 'anna')).toBeNull()
    expect(await offsetOf(uploads, id)).toBe(404)
  }
})

test('expire deletes both files of an upload last changed before the given time', async () => {
  const { folder, uploads } = await open()
  const [old, recent] = [await create(uploads), await create(uploads)]
  const longAgo = new Date(Date.now() - 3 * day)
  for (const name of [old, `${old}.json`]) await utimes(join(folder, name), longAgo, longAgo)
  expect(await uploads.expire(new Date(Date.now() - 4 * day))).toBe(0)
  expect(await uploads.expire(new Date(Date.now() - 2 * day))).toBe(1)
  expect((await readdir(folder)).sort()).toEqual([recent, `${recent}.json`])
})

test('an upload that cannot be deleted does not stop the deletion of others, and its error is thrown', async () => {
  const { folder, uploads } = await open()
  const longAgo = new Date(Date.now() - 3 * day)
  const stuck = '0'.repeat(32)
  await mkdir(join(folder, stuck))
  await create(uploads)
  for (const name of await readdir(folder)) await utimes(join(folder, name), longAgo, longAgo)
  await expect(uploads.expire(new Date(Date.now() - day))).rejects.toThrow(stuck)
  expect(await readdir(folder)).toEqual([stuck])
})

test('an old upload that still receives bytes does not expire', async () => {
  const { folder, uploads } = await open()
  const id = await create(uploads)
  const longAgo = new Date(Date.now() - 3 * day)
  for (const name of [id, `${id}.json`]) await utimes(join(folder, name), longAgo, longAgo)
  await patch(uploads, id, 0, bytes.subarray(0, 100))
  expect(await uploads.expire(new Date(Date.now() - day))).toBe(0)
  expect(await offsetOf(uploads, id)).toBe(100)
})

/** Creates a complete upload with its examination. Returns its id. */
async function createExamined(uploads: TusUploads): Promise<string> {
  const id = await create(uploads)
  await patch(uploads, id, 0, bytes)
  await uploads.saveExamination(id, examination)
  return id
}

test('an examination is stored with its upload, can be replaced and is still there after a restart', async () => {
  const { folder, uploads, reopen } = await open()
  const id = await createExamined(uploads)
  expect((await uploads.find(id, 'anna'))?.examination).toEqual(examination)
  await uploads.saveExamination(id, { ...examination, width: 3 })
  const restarted = await reopen()
  expect((await restarted.find(id, 'anna'))?.examination).toEqual({ ...examination, width: 3 })
  expect((await readdir(folder)).sort()).toEqual([id, `${id}.examination.json`, `${id}.json`])
})

test('an examination is deleted with its upload', async () => {
  const { folder, uploads } = await open()
  await uploads.discard(await createExamined(uploads))
  expect(await readdir(folder)).toEqual([])
  expect((await send(uploads, 'DELETE', `/uploads/${await createExamined(uploads)}`)).status).toBe(204)
  expect(await readdir(folder)).toEqual([])
  const id = await createExamined(uploads)
  await writeFile(join(folder, `${id}.examination.json.temporary`), '')
  const longAgo = new Date(Date.now() - 3 * day)
  for (const name of await readdir(folder)) await utimes(join(folder, name), longAgo, longAgo)
  expect(await uploads.expire(new Date(Date.now() - day))).toBe(1)
  expect(await readdir(folder)).toEqual([])
})

test('an upload whose file cannot be read causes an error; it is neither unknown nor expired', async () => {
  const { folder, uploads } = await open()
  const [unreadable, old] = [await create(uploads), await create(uploads)]
  for (const id of [unreadable, old]) await patch(uploads, id, 0, bytes)
  // For a symbolic link to itself, stat fails with ELOOP.
  await rm(join(folder, unreadable))
  await symlink(join(folder, unreadable), join(folder, unreadable))
  await expect(uploads.find(unreadable, 'anna')).rejects.toBeInstanceOf(FileStoreFailed)
  const longAgo = new Date(Date.now() - 3 * day)
  for (const name of [old, `${old}.json`, `${unreadable}.json`]) await utimes(join(folder, name), longAgo, longAgo)
  await expect(uploads.expire(new Date(Date.now() - day))).rejects.toThrow('ELOOP')
  expect((await readdir(folder)).sort()).toEqual([unreadable, `${unreadable}.json`])
})

test('an upload whose information cannot be read is reported as unavailable, not as unknown', async () => {
  const { folder, uploads, logged } = await open()
  const id = await create(uploads)
  await rm(join(folder, `${id}.json`))
  await mkdir(join(folder, `${id}.json`))
  await expect(uploads.find(id, 'anna')).rejects.toBeInstanceOf(FileStoreFailed)
  expect((await patch(uploads, id, 0, bytes)).status).toBe(503)
  expect(logged).toEqual([expect.stringContaining('EISDIR')])
})
