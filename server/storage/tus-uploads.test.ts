import { mkdir, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FileStoreFailed } from '#portfolio/ports.ts'
import { photoLimits } from '#portfolio/photo/photo-limits.ts'
import { temporaryFolder } from '#tests/support/each-database.ts'
import { openTusUploads, type TusUploads } from './tus-uploads.ts'

const site = 'http://localhost:3000'
const bytes = Buffer.from('0123456789'.repeat(10_000))
const day = 24 * 60 * 60_000

async function open() {
  const folder = await temporaryFolder()
  const logged: string[] = []
  const write = (message: string, detail?: object) => void logged.push(`${message} ${JSON.stringify(detail)}`)
  const log = { info: write, warn: write, error: write }
  const uploads = await openTusUploads(folder, '/uploads', log)
  return { folder, uploads, logged, log }
}

function send(
  uploads: TusUploads,
  method: string,
  path: string,
  options: RequestInit & { by?: string } = {},
): Promise<Response> {
  const { by = 'anna', ...init } = options
  const headers = { 'Tus-Resumable': '1.0.0', ...(init.headers as Record<string, string> | undefined) }
  return uploads.receive(
    new Request(site + path, { ...init, method, headers, ...(init.body ? { duplex: 'half' } : {}) }),
    by,
  )
}

async function create(uploads: TusUploads, headers: Record<string, string> = {}): Promise<string> {
  const response = await send(uploads, 'POST', '/uploads', {
    headers: { 'Upload-Length': String(bytes.length), ...headers },
  })
  expect(response.status).toBe(201)
  return (response.headers.get('Location') ?? '').replace('/uploads/', '')
}

function patch(uploads: TusUploads, id: string, offset: number, body: BodyInit, by = 'anna'): Promise<Response> {
  const headers = { 'Upload-Offset': String(offset), 'Content-Type': 'application/offset+octet-stream' }
  return send(uploads, 'PATCH', `/uploads/${id}`, { by, headers, body })
}

const offsetOf = async (uploads: TusUploads, id: string, by = 'anna') => {
  const response = await send(uploads, 'HEAD', `/uploads/${id}`, { by })
  return response.status === 200 ? Number(response.headers.get('Upload-Offset')) : response.status
}

test('an upload sent in parts is found once it is complete', async () => {
  const { uploads } = await open()
  const id = await create(uploads, { 'Upload-Metadata': `filename ${Buffer.from('Küche.jpg').toString('base64')}` })
  expect(id).toMatch(/^[0-9a-f]{32}$/)
  expect(await offsetOf(uploads, id)).toBe(0)
  for (const [from, to] of [
    [0, 1],
    [1, 60_000],
    [60_000, bytes.length],
  ] as const) {
    expect(await uploads.find(id, 'anna')).toBeNull()
    expect((await patch(uploads, id, from, bytes.subarray(from, to))).status).toBe(204)
    expect(await offsetOf(uploads, id)).toBe(to)
  }
  const found = await uploads.find(id, 'anna')
  expect(found).toMatchObject({ fileName: 'Küche.jpg', bytes: bytes.length })
  expect(bytes.equals(await readFile(found?.path ?? ''))).toBe(true)
})

test('an upload whose connection broke is resumed at its offset', async () => {
  const { uploads } = await open()
  const id = await create(uploads)
  let sent = 0
  const broken = new ReadableStream({
    pull(controller) {
      if (sent >= 50_000) return controller.error(new Error('connection lost'))
      controller.enqueue(bytes.subarray(sent, (sent += 10_000)))
    },
  })
  expect((await patch(uploads, id, 0, broken)).status).toBeGreaterThanOrEqual(400)
  const offset = await offsetOf(uploads, id)
  expect(offset).toBeLessThanOrEqual(50_000)
  expect(await uploads.find(id, 'anna')).toBeNull()
  expect((await patch(uploads, id, offset, bytes.subarray(offset))).status).toBe(204)
  expect(bytes.equals(await readFile((await uploads.find(id, 'anna'))?.path ?? ''))).toBe(true)
})

test('an upload is resumed after a restart', async () => {
  const { folder, uploads, log } = await open()
  const id = await create(uploads)
  await patch(uploads, id, 0, bytes.subarray(0, 5_000))
  const restarted = await openTusUploads(folder, '/uploads', log)
  expect(await offsetOf(restarted, id)).toBe(5_000)
  await patch(restarted, id, 5_000, bytes.subarray(5_000))
  expect(await restarted.find(id, 'anna')).not.toBeNull()
})

test('a system error is logged but is not part of the response', async () => {
  const { folder, uploads, logged } = await open()
  await rm(folder, { recursive: true })
  await writeFile(folder, '')
  const response = await send(uploads, 'POST', '/uploads', { headers: { 'Upload-Length': '5' } })
  expect(response.status).toBe(503)
  expect(await response.text()).toBe('The file cannot be stored just now.\n')
  expect(logged).toEqual([expect.stringContaining(folder)])
})

test('a wrong offset is refused, and no bytes are stored', async () => {
  const { uploads } = await open()
  const id = await create(uploads)
  await patch(uploads, id, 0, bytes.subarray(0, 100))
  for (const offset of [0, 99, 101, 100_000, -1, NaN]) {
    expect((await patch(uploads, id, offset, bytes.subarray(0, 50))).status).toBeGreaterThanOrEqual(400)
  }
  expect(await offsetOf(uploads, id)).toBe(100)
})

test('more bytes than announced are refused', async () => {
  const { uploads } = await open()
  const id = await create(uploads, { 'Upload-Length': '10' })
  expect((await patch(uploads, id, 0, bytes)).status).toBeGreaterThanOrEqual(400)
  expect((await uploads.find(id, 'anna'))?.bytes ?? 0).toBeLessThanOrEqual(10)
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

test('the upload of another user looks like an unknown one', async () => {
  const { uploads } = await open()
  const id = await create(uploads)
  await patch(uploads, id, 0, bytes.subarray(0, 100))
  for (const unknown of [id, 'f'.repeat(32), '..%2f..%2fetc%2fpasswd', '%00', '__proto__', `${id}.json`]) {
    expect(await offsetOf(uploads, unknown, 'bert')).toBe(404)
    expect((await patch(uploads, unknown, 100, 'x', 'bert')).status).toBe(404)
    expect((await send(uploads, 'DELETE', `/uploads/${unknown}`, { by: 'bert' })).status).toBe(404)
    expect(await uploads.find(unknown, 'bert')).toBeNull()
  }
  expect(await offsetOf(uploads, id)).toBe(100)
})

test('the metadata of a request cannot set the owner of an upload', async () => {
  const { uploads } = await open()
  const other = Buffer.from('bert').toString('base64')
  const id = await create(uploads, { 'Upload-Metadata': `owner ${other},filename ${other}` })
  expect(await offsetOf(uploads, id, 'bert')).toBe(404)
  expect(await offsetOf(uploads, id)).toBe(0)
})

test('ten simultaneous users find their own uploads only', async () => {
  const { uploads } = await open()
  const users = Array.from({ length: 10 }, (_, n) => `user ${n}`)
  const ids = await Promise.all(
    users.map(async (by) => {
      const response = await send(uploads, 'POST', '/uploads', { by, headers: { 'Upload-Length': '3' } })
      return response.headers.get('Location')?.split('/').at(-1) ?? ''
    }),
  )
  await Promise.all(ids.map((id, n) => patch(uploads, id, 0, 'abc', users[n])))
  for (const [n, id] of ids.entries()) {
    expect(await uploads.find(id, users[n] ?? '')).not.toBeNull()
    expect(await uploads.find(id, users[(n + 1) % 10] ?? '')).toBeNull()
  }
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

const examination = {
  format: 'jpeg',
  width: 2,
  height: 1,
  colour: '#808080',
  placeholder: '',
  wide: false,
  sha256: '0'.repeat(64),
} as const

/** Creates a complete upload with its examination. Returns its id. */
async function createExamined(uploads: TusUploads): Promise<string> {
  const id = await create(uploads)
  await patch(uploads, id, 0, bytes)
  await uploads.saveExamination(id, examination)
  return id
}

test('an examination is stored with its upload, can be replaced and is still there after a restart', async () => {
  const { folder, uploads, log } = await open()
  const id = await createExamined(uploads)
  expect((await uploads.find(id, 'anna'))?.examination).toEqual(examination)
  await uploads.saveExamination(id, { ...examination, width: 3 })
  const restarted = await openTusUploads(folder, '/uploads', log)
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
