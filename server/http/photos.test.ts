import { readdir } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { changeAtTheMachine } from '#portfolio/account/as-admin.ts'
import { removeImages } from '#portfolio/photo/edit.ts'
import { derivativeAddress, derivativeKey } from '#portfolio/photo/photo.ts'
import { deleteProject } from '#portfolio/project/edit.ts'
import { openSite } from '#testing/door.ts'
import { openHouse } from '#testing/each-database.ts'
import { hangPhoto, hungProject } from '#testing/hung.ts'

const avif = { format: 'avif', gamut: 'srgb' } as const
const webp = { format: 'webp', gamut: 'srgb' } as const
const bytes = Buffer.from('as good as a picture '.repeat(5_000))

/** How many files this process has open; always none where the system does not tell. */
const openFiles = async () => (await readdir('/proc/self/fd').catch(() => [])).length

// A few are always opened by others: timers, pools, the tests' own connections.
async function closedAgain(before: number): Promise<void> {
  for (let n = 0; n < 100 && (await openFiles()) - before >= 10; n++) await wait(50)
  expect((await openFiles()) - before).toBeLessThan(10)
}

/** A site with one derivative. */
async function open() {
  const house = await openHouse('SQLite')
  const id = randomUUID()
  await house.parts.files.write(derivativeKey(id, 800, avif), bytes)
  const { ask } = await openSite(house, () => new Response('the page of the site', { status: 404 }))
  return { house, id, ask }
}

test('a derivative is served whole, for a year, under its own type', async () => {
  const { id, ask } = await open()
  const answer = await ask(derivativeAddress(id, 800, avif))
  expect(answer.status).toBe(200)
  expect(answer.headers.get('Content-Type')).toBe('image/avif')
  expect(answer.headers.get('Content-Length')).toBe(String(bytes.length))
  expect(answer.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
  expect(answer.headers.get('X-Content-Type-Options')).toBe('nosniff')
  expect(answer.headers.get('Set-Cookie')).toBeNull()
  expect(bytes.equals(Buffer.from(await answer.arrayBuffer()))).toBe(true)
})

test('what is not there (yet) is not found, and nobody keeps that answer', async () => {
  const { id, ask } = await open()
  for (const path of [
    derivativeAddress(id, 480, avif),
    derivativeAddress(id, 800, webp),
    derivativeAddress(randomUUID(), 800, avif),
  ]) {
    const answer = await ask(path)
    expect(answer.status).toBe(404)
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
  }
})

test('what was deleted is no longer served, alone or with its project', async () => {
  const { house, ask } = await open()
  const projectId = await hungProject(house)
  const [image, other] = [await hangPhoto(house, projectId), await hangPhoto(house, projectId, 'other.jpg')]
  const addresses = [image, other].map((id) => derivativeAddress(id, 800, avif))
  for (const id of [image, other]) await house.parts.files.write(derivativeKey(id, 800, avif), bytes)
  const statuses = () => Promise.all(addresses.map(async (address) => (await ask(address)).status))
  expect(await statuses()).toEqual([200, 200])
  await changeAtTheMachine(house.parts, (unit, admin) => removeImages(unit, admin, { projectId, photoIds: [image] }))
  expect(await statuses()).toEqual([404, 200])
  await changeAtTheMachine(house.parts, (unit, admin) => deleteProject(unit, admin, { id: projectId }))
  expect(await statuses()).toEqual([404, 404])
})

test('another recipe is another address', async () => {
  const { id, ask } = await open()
  expect((await ask(`/photos/${id}/v0/800.avif`)).status).toBe(404)
  expect((await ask(`/photos/${id}/v1/800.avif`)).status).toBe(404)
})

test('originals, and whatever else the store holds, have no address', async () => {
  const { house, id, ask } = await open()
  const projectId = await hungProject(house)
  await hangPhoto(house, projectId, 'photo.jpg')
  const paths = [
    `/photos/${id}/v2/800.jpg`,
    `/photos/${id}/v2/0800.avif`,
    `/photos/${id}/v2/800-p3.avif`,
    `/photos/${id}/v2/800-srgb.avif`,
    `/photos/${id}/v2/800.png`,
    `/photos/${id}/v2/8e2.avif`,
    `/photos/${id}/v2/800.AVIF`,
    `/photos/${id}/v2/`,
    `/photos/${id}/v2/..%2f..%2f..%2fImages%2f${projectId}_photo.jpg`,
    `/photos/${id}/../../Images/${projectId}_photo.jpg`,
    `/photos/..%2f..%2fImages/v2/${projectId}_photo.jpg`,
    `/Images/${projectId}_photo.jpg`,
    `/files/Images/${projectId}_photo.jpg`,
    `/photos/${'.'.repeat(36)}/v2/800.avif`,
    `/photos/${id.toUpperCase()}/v2/800.avif`,
  ]
  for (const path of paths) expect((await ask(path)).status, path).toBe(404)
})

test('asked for the head alone, it says the size and leaves no file open', async () => {
  const { house, id, ask } = await open()
  // Larger than what is read ahead.
  await house.parts.files.write(derivativeKey(id, 2_400, webp), new Uint8Array(1_000_000))
  const before = await openFiles()
  for (let n = 0; n < 30; n++) {
    const answer = await ask(derivativeAddress(id, 2_400, webp), { method: 'HEAD' })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('Content-Length')).toBe('1000000')
    expect(await answer.text()).toBe('')
  }
  await closedAgain(before)
})

test('who hangs up in the middle leaves no file open', async () => {
  const { house, id, ask } = await open()
  await house.parts.files.write(derivativeKey(id, 2_400, webp), new Uint8Array(20_000_000))
  const before = await openFiles()
  for (let n = 0; n < 20; n++) {
    const leave = new AbortController()
    const answer = await ask(derivativeAddress(id, 2_400, webp), { signal: leave.signal })
    await answer.body?.getReader().read()
    leave.abort()
  }
  await closedAgain(before)
})

test('who has it already is told so, and gets nothing', async () => {
  const { id, ask } = await open()
  const address = derivativeAddress(id, 800, avif)
  const tag = (await ask(address)).headers.get('ETag') ?? ''
  expect(tag).toMatch(/^"[^"]+"$/)
  for (const condition of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
    const answer = await ask(address, { headers: { 'If-None-Match': condition } })
    expect(answer.status, condition).toBe(304)
    expect(answer.headers.get('ETag')).toBe(tag)
    expect(answer.headers.get('Cache-Control')).toContain('immutable')
    expect(await answer.text()).toBe('')
  }
  expect((await ask(address, { headers: { 'If-None-Match': '"other"' } })).status).toBe(200)
})

test.each([
  ['bytes=0-99', 0, 99],
  ['bytes=100-', 100, bytes.length - 1],
  ['bytes=-50', bytes.length - 50, bytes.length - 1],
  ['bytes=99990-9999999999', 99_990, bytes.length - 1],
  [`bytes=-${bytes.length * 2}`, 0, bytes.length - 1],
] as const)('asked for %s, it gives that part', async (range, start, end) => {
  const { id, ask } = await open()
  const answer = await ask(derivativeAddress(id, 800, avif), { headers: { Range: range } })
  expect(answer.status).toBe(206)
  expect(answer.headers.get('Content-Range')).toBe(`bytes ${start}-${end}/${bytes.length}`)
  expect(answer.headers.get('Content-Length')).toBe(String(end - start + 1))
  expect(bytes.subarray(start, end + 1).equals(Buffer.from(await answer.arrayBuffer()))).toBe(true)
})

test.each(['bytes=200000-', `bytes=${bytes.length}-${bytes.length}`, 'bytes=-0'])(
  'asked for %s, which is not there, it says how much there is',
  async (range) => {
    const { id, ask } = await open()
    const answer = await ask(derivativeAddress(id, 800, avif), { headers: { Range: range } })
    expect(answer.status).toBe(416)
    expect(answer.headers.get('Content-Range')).toBe(`bytes */${bytes.length}`)
    expect(await answer.text()).toBe('')
  },
)

test.each(['bytes=5-1', 'bytes=-', 'bytes=0-1,5-6', 'rows=0-1', 'bytes=a-b', 'bytes=1e1-', 'bytes=0x1-'])(
  'asked for %s, which says nothing, it gives all of it',
  async (range) => {
    const { id, ask } = await open()
    const answer = await ask(derivativeAddress(id, 800, avif), { headers: { Range: range } })
    expect(answer.status).toBe(200)
    expect((await answer.arrayBuffer()).byteLength).toBe(bytes.length)
  },
)

test('a part is given only of what the asker has the beginning of', async () => {
  const { id, ask } = await open()
  const address = derivativeAddress(id, 800, avif)
  const tag = (await ask(address)).headers.get('ETag') ?? ''
  const part = async (condition: string) =>
    (await ask(address, { headers: { Range: 'bytes=0-9', 'If-Range': condition } })).status
  expect(await part(tag)).toBe(206)
  expect(await part('"other"')).toBe(200)
  expect(await part(`W/${tag}`)).toBe(200)
})

test('asked for the head, it answers as it would otherwise: conditions hold, parts do not', async () => {
  const { id, ask } = await open()
  const address = derivativeAddress(id, 800, avif)
  const whole = await ask(address, { method: 'HEAD', headers: { Range: 'bytes=0-9' } })
  expect(whole.status).toBe(200)
  expect(whole.headers.get('Accept-Ranges')).toBe('bytes')
  const tag = whole.headers.get('ETag') ?? ''
  expect((await ask(address, { method: 'HEAD', headers: { 'If-None-Match': tag } })).status).toBe(304)
})

test('derivatives in Display P3 and of an older recipe have their own addresses', async () => {
  const { house, id, ask } = await open()
  const kinds = [
    [derivativeAddress(id, 480, { format: 'webp', gamut: 'p3' }), 'image/webp'],
    [derivativeAddress(id, 480, { format: 'jpg', gamut: 'srgb' }), 'image/jpeg'],
    [derivativeAddress(id, 480, webp, 'v1'), 'image/webp'],
  ] as const
  expect(kinds.map(([address]) => address.split('/').slice(3).join('/'))).toEqual([
    'v2/480-p3.webp',
    'v2/480.jpg',
    'v1/480.webp',
  ])
  for (const [address, type] of kinds) {
    expect((await ask(address)).status).toBe(404)
    await house.parts.files.write(address.replace('/photos/', 'derivatives/'), bytes)
    const answer = await ask(address)
    expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, type])
  }
})
