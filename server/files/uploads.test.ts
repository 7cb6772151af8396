import { mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { photoLimits } from '#portfolio/photo/photo.ts'
import { temporaryFolder } from '#testing/each-database.ts'
import { openUploads, type UploadFolder } from './uploads.ts'

const site = 'http://localhost:3000'
const bytes = Buffer.from('0123456789'.repeat(10_000))
const day = 24 * 60 * 60_000

async function open() {
  const folder = await temporaryFolder()
  const logged: string[] = []
  const write = (message: string, detail?: object) => void logged.push(`${message} ${JSON.stringify(detail)}`)
  const log = { info: write, warn: write, error: write }
  const uploads = await openUploads(folder, '/uploads', log)
  return { folder, uploads, logged, log }
}

function ask(
  uploads: UploadFolder,
  method: string,
  path: string,
  more: RequestInit & { by?: string } = {},
): Promise<Response> {
  const { by = 'anna', ...init } = more
  const headers = { 'Tus-Resumable': '1.0.0', ...(init.headers as Record<string, string> | undefined) }
  return uploads.receive(
    new Request(site + path, { ...init, method, headers, ...(init.body ? { duplex: 'half' } : {}) }),
    by,
  )
}

async function create(uploads: UploadFolder, headers: Record<string, string> = {}): Promise<string> {
  const answer = await ask(uploads, 'POST', '/uploads', {
    headers: { 'Upload-Length': String(bytes.length), ...headers },
  })
  expect(answer.status).toBe(201)
  return (answer.headers.get('Location') ?? '').replace('/uploads/', '')
}

function patch(uploads: UploadFolder, id: string, offset: number, body: BodyInit, by = 'anna'): Promise<Response> {
  const headers = { 'Upload-Offset': String(offset), 'Content-Type': 'application/offset+octet-stream' }
  return ask(uploads, 'PATCH', `/uploads/${id}`, { by, headers, body })
}

const offsetOf = async (uploads: UploadFolder, id: string, by = 'anna') => {
  const answer = await ask(uploads, 'HEAD', `/uploads/${id}`, { by })
  return answer.status === 200 ? Number(answer.headers.get('Upload-Offset')) : answer.status
}

test('an upload arrives piece by piece, and is found only when it is whole', async () => {
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

test('after a cut it goes on where it was', async () => {
  const { uploads } = await open()
  const id = await create(uploads)
  let sent = 0
  const cut = new ReadableStream({
    pull(controller) {
      if (sent >= 50_000) return controller.error(new Error('the line is cut'))
      controller.enqueue(bytes.subarray(sent, (sent += 10_000)))
    },
  })
  expect((await patch(uploads, id, 0, cut)).status).toBeGreaterThanOrEqual(400)
  const offset = await offsetOf(uploads, id)
  expect(offset).toBeLessThanOrEqual(50_000)
  expect(await uploads.find(id, 'anna')).toBeNull()
  expect((await patch(uploads, id, offset, bytes.subarray(offset))).status).toBe(204)
  expect(bytes.equals(await readFile((await uploads.find(id, 'anna'))?.path ?? ''))).toBe(true)
})

test('an upload goes on after a restart', async () => {
  const { folder, uploads, log } = await open()
  const id = await create(uploads)
  await patch(uploads, id, 0, bytes.subarray(0, 5_000))
  const restarted = await openUploads(folder, '/uploads', log)
  expect(await offsetOf(restarted, id)).toBe(5_000)
  await patch(restarted, id, 5_000, bytes.subarray(5_000))
  expect(await restarted.find(id, 'anna')).not.toBeNull()
})

test('what the system says of a folder that takes nothing is logged, and not answered', async () => {
  const { folder, uploads, logged } = await open()
  await rm(folder, { recursive: true })
  await writeFile(folder, '')
  const answer = await ask(uploads, 'POST', '/uploads', { headers: { 'Upload-Length': '5' } })
  expect(answer.status).toBe(503)
  expect(await answer.text()).toBe('The file cannot be taken just now.\n')
  expect(logged).toEqual([expect.stringContaining(folder)])
})

test('an offset that lies is refused, and not a byte is taken', async () => {
  const { uploads } = await open()
  const id = await create(uploads)
  await patch(uploads, id, 0, bytes.subarray(0, 100))
  for (const offset of [0, 99, 101, 100_000, -1, NaN]) {
    expect((await patch(uploads, id, offset, bytes.subarray(0, 50))).status).toBeGreaterThanOrEqual(400)
  }
  expect(await offsetOf(uploads, id)).toBe(100)
})

test('more bytes than were announced are refused', async () => {
  const { uploads } = await open()
  const id = await create(uploads, { 'Upload-Length': '10' })
  expect((await patch(uploads, id, 0, bytes)).status).toBeGreaterThanOrEqual(400)
  expect((await uploads.find(id, 'anna'))?.bytes ?? 0).toBeLessThanOrEqual(10)
})

test('what is too large is refused before it is sent', async () => {
  const { folder, uploads } = await open()
  const answer = await ask(uploads, 'POST', '/uploads', { headers: { 'Upload-Length': String(photoLimits.bytes + 1) } })
  expect(answer.status).toBe(413)
  expect(await readdir(folder)).toEqual([])
  expect(
    (await ask(uploads, 'POST', '/uploads', { headers: { 'Upload-Length': String(photoLimits.bytes) } })).status,
  ).toBe(201)
})

test('the upload of somebody else answers like one that never was', async () => {
  const { uploads } = await open()
  const id = await create(uploads)
  await patch(uploads, id, 0, bytes.subarray(0, 100))
  for (const unknown of [id, 'f'.repeat(32), '..%2f..%2fetc%2fpasswd', '%00', '__proto__', `${id}.json`]) {
    expect(await offsetOf(uploads, unknown, 'bert')).toBe(404)
    expect((await patch(uploads, unknown, 100, 'x', 'bert')).status).toBe(404)
    expect((await ask(uploads, 'DELETE', `/uploads/${unknown}`, { by: 'bert' })).status).toBe(404)
    expect(await uploads.find(unknown, 'bert')).toBeNull()
  }
  expect(await offsetOf(uploads, id)).toBe(100)
})

test('whose an upload is cannot be said by the one who sends it', async () => {
  const { uploads } = await open()
  const owner = Buffer.from('bert').toString('base64')
  const id = await create(uploads, { 'Upload-Metadata': `owner ${owner},filename ${owner}` })
  expect(await offsetOf(uploads, id, 'bert')).toBe(404)
  expect(await offsetOf(uploads, id)).toBe(0)
})

test('two people at once do not get into each other’s uploads', async () => {
  const { uploads } = await open()
  const people = Array.from({ length: 10 }, (_, n) => `person ${n}`)
  const ids = await Promise.all(
    people.map(async (by) => {
      const answer = await ask(uploads, 'POST', '/uploads', { by, headers: { 'Upload-Length': '3' } })
      return answer.headers.get('Location')?.split('/').at(-1) ?? ''
    }),
  )
  await Promise.all(ids.map((id, n) => patch(uploads, id, 0, 'abc', people[n])))
  for (const [n, id] of ids.entries()) {
    expect(await uploads.find(id, people[n] ?? '')).not.toBeNull()
    expect(await uploads.find(id, people[(n + 1) % 10] ?? '')).toBeNull()
  }
})

test('its owner may take an upload back', async () => {
  const { folder, uploads } = await open()
  const id = await create(uploads)
  expect((await ask(uploads, 'DELETE', `/uploads/${id}`)).status).toBe(204)
  expect(await readdir(folder)).toEqual([])
})

test('a discarded upload is gone; what is no upload may be discarded', async () => {
  const { folder, uploads } = await open()
  const id = await create(uploads)
  await uploads.discard(id)
  await uploads.discard(id)
  await uploads.discard('../outside')
  expect(await readdir(folder)).toEqual([])
  expect(await offsetOf(uploads, id)).toBe(404)
})

test('a note that a crash has cut short is no upload', async () => {
  const { folder, uploads } = await open()
  const id = await create(uploads)
  const note = await readFile(join(folder, `${id}.json`), 'utf8')
  for (const cut of ['', note.slice(0, 20), '{}', 'null', note.replace('"anna"', '7')]) {
    await writeFile(join(folder, `${id}.json`), cut)
    expect(await uploads.find(id, 'anna')).toBeNull()
    expect(await offsetOf(uploads, id)).toBe(404)
  }
})

test('what was last touched before the given moment is swept, both its parts', async () => {
  const { folder, uploads } = await open()
  const [old, young] = [await create(uploads), await create(uploads)]
  const longAgo = new Date(Date.now() - 3 * day)
  for (const name of [old, `${old}.json`]) await utimes(join(folder, name), longAgo, longAgo)
  expect(await uploads.sweep(new Date(Date.now() - 4 * day))).toBe(0)
  expect(await uploads.sweep(new Date(Date.now() - 2 * day))).toBe(1)
  expect((await readdir(folder)).sort()).toEqual([young, `${young}.json`])
})

test('an old upload that cannot be removed keeps no other, and is told', async () => {
  const { folder, uploads } = await open()
  const longAgo = new Date(Date.now() - 3 * day)
  const stuck = '0'.repeat(32)
  await mkdir(join(folder, stuck))
  await create(uploads)
  for (const name of await readdir(folder)) await utimes(join(folder, name), longAgo, longAgo)
  await expect(uploads.sweep(new Date(Date.now() - day))).rejects.toThrow(stuck)
  expect(await readdir(folder)).toEqual([stuck])
})

test('an upload that began long ago and is still being sent is not swept', async () => {
  const { folder, uploads } = await open()
  const id = await create(uploads)
  const longAgo = new Date(Date.now() - 3 * day)
  for (const name of [id, `${id}.json`]) await utimes(join(folder, name), longAgo, longAgo)
  await patch(uploads, id, 0, bytes.subarray(0, 100))
  expect(await uploads.sweep(new Date(Date.now() - day))).toBe(0)
  expect(await offsetOf(uploads, id)).toBe(100)
})
