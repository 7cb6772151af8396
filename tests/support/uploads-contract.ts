import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import type { TusUploads } from '#server/storage/tus-uploads.ts'

/** Opens an empty upload store. `reopen` opens the same one, as another process or a restarted one does. */
type Open = () => Promise<{ readonly uploads: TusUploads; readonly reopen: () => Promise<TusUploads> }>

const site = 'http://localhost:3000'
/** The content of the uploads: 100 KB. */
export const bytes = Buffer.from('0123456789'.repeat(10_000))

export const examination = {
  format: 'jpeg',
  width: 2,
  height: 1,
  colour: '#808080',
  placeholder: '',
  wide: false,
  sha256: '0'.repeat(64),
} as const

/** The tests that uploads in every kind of store must pass. */
export function testUploads(open: Open): void {
  testResuming(open)
  testRefused(open)
  testOwners(open)
}

/** Sends a tus request as the user `by`. */
export function send(
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

/** Creates an upload with the length of `bytes`. Returns its id. */
export async function create(uploads: TusUploads, headers: Record<string, string> = {}): Promise<string> {
  const response = await send(uploads, 'POST', '/uploads', {
    headers: { 'Upload-Length': String(bytes.length), ...headers },
  })
  expect(response.status).toBe(201)
  return (response.headers.get('Location') ?? '').replace('/uploads/', '')
}

/** Sends bytes of an upload from this offset. */
export function patch(uploads: TusUploads, id: string, offset: number, body: BodyInit, by = 'anna'): Promise<Response> {
  const headers = { 'Upload-Offset': String(offset), 'Content-Type': 'application/offset+octet-stream' }
  return send(uploads, 'PATCH', `/uploads/${id}`, { by, headers, body })
}

/** The offset of an upload; the status of the response unless that is 200. */
export const offsetOf = async (uploads: TusUploads, id: string, by = 'anna') => {
  const response = await send(uploads, 'HEAD', `/uploads/${id}`, { by })
  return response.status === 200 ? Number(response.headers.get('Upload-Offset')) : response.status
}

function testResuming(open: Open): void {
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
    const { uploads, reopen } = await open()
    const id = await create(uploads)
    await patch(uploads, id, 0, bytes.subarray(0, 5_000))
    const restarted = await reopen()
    expect(await offsetOf(restarted, id)).toBe(5_000)
    await patch(restarted, id, 5_000, bytes.subarray(5_000))
    expect(await restarted.find(id, 'anna')).not.toBeNull()
  })
}

function testRefused(open: Open): void {
  test('an empty upload is found', async () => {
    const { uploads } = await open()
    const found = await uploads.find(await create(uploads, { 'Upload-Length': '0' }), 'anna')
    expect(found).toMatchObject({ bytes: 0 })
    expect(await readFile(found?.path ?? '', 'utf8')).toBe('')
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

  test('an examination is found by another process, and deleted with its upload', async () => {
    const { uploads, reopen } = await open()
    const id = await create(uploads)
    await patch(uploads, id, 0, bytes)
    await uploads.saveExamination(id, examination)
    await uploads.saveExamination(id, { ...examination, width: 3 })
    const elsewhere = await reopen()
    expect((await elsewhere.find(id, 'anna'))?.examination).toEqual({ ...examination, width: 3 })
    await elsewhere.discard(id)
    await elsewhere.discard(id)
    expect([await offsetOf(uploads, id), await uploads.find(id, 'anna')]).toEqual([404, null])
  })
}

function testOwners(open: Open): void {
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

  test('ten simultaneous users find only their own uploads', async () => {
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
}
