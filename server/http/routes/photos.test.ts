import { readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { asOperator } from '#portfolio/account/as-admin.ts'
import { deriveNextPhoto } from '#portfolio/derivative/derive.ts'
import { removeImages } from '#portfolio/gallery/edit.ts'
import { derivativeKey } from '#portfolio/derivative/derivatives.ts'
import { derivativePath } from '#tests/support/images/derivative-path.ts'
import { publishProject, removeProject, withdrawProject } from '#portfolio/project/edit.ts'
import { createSession, startTestServer } from '#tests/support/test-server.ts'
import { openDatabaseBackend } from '#tests/support/backend/each-database.ts'
import { testPhoto, testProject } from '#tests/support/backend/project-fixtures.ts'

const avif = { format: 'avif', gamut: 'srgb' } as const
const jpg = { format: 'jpg', gamut: 'srgb' } as const
const webp = { format: 'webp', gamut: 'srgb' } as const
const bytes = Buffer.from('bytes of an image '.repeat(5_000))

/** The number of open files of this process; 0 on systems without `/proc`. */
const countOpenFiles = async () => (await readdir('/proc/self/fd').catch(() => [])).length

// Allows fewer than 10 open files, because the test's timers, pools and connections open some.
async function expectFilesClosed(before: number): Promise<void> {
  for (let n = 0; n < 100 && (await countOpenFiles()) - before >= 10; n++) await wait(50)
  expect((await countOpenFiles()) - before).toBeLessThan(10)
}

/** A site with a photo that has one derivative. */
async function open() {
  const backend = await openDatabaseBackend('SQLite')
  const id = await testPhoto(backend, await testProject(backend, 'First'), 'first.jpg')
  await backend.ports.files.write(derivativeKey(id, 800, avif), bytes)
  const { ask, askExactly } = await startTestServer(backend, () => new Response('page', { status: 404 }))
  return { backend, id, ask, askExactly }
}

test('a derivative is served with its content type and may be cached for a year', async () => {
  const { id, ask } = await open()
  const response = await ask(derivativePath(id, 800, avif))
  expect(response.status).toBe(200)
  expect(response.headers.get('Content-Type')).toBe('image/avif')
  expect(response.headers.get('Content-Length')).toBe(String(bytes.length))
  expect(response.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
  expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff')
  expect(response.headers.get('Set-Cookie')).toBeNull()
  expect(bytes.equals(Buffer.from(await response.arrayBuffer()))).toBe(true)
})

test('a missing derivative gets a 404 that must not be cached', async () => {
  const { id, ask } = await open()
  for (const path of [
    derivativePath(id, 480, avif),
    derivativePath(id, 800, webp),
    derivativePath(randomUUID(), 800, avif),
  ]) {
    const response = await ask(path)
    expect(response.status).toBe(404)
    expect(response.headers.get('Cache-Control')).toBe('no-store')
  }
})

test('derivatives of images in the bin are served only to admins and must not be cached', async () => {
  const { backend, ask } = await open()
  const projectId = await testProject(backend)
  const [image, other] = [await testPhoto(backend, projectId), await testPhoto(backend, projectId, 'other.jpg')]
  const paths = [image, other].map((id) => derivativePath(id, 800, avif))
  for (const id of [image, other]) await backend.ports.files.write(derivativeKey(id, 800, avif), bytes)
  const [admin, user] = [await createSession(backend, 'ada', 'admin'), await createSession(backend)]
  const statuses = (cookie = user.cookie) =>
    Promise.all(paths.map(async (path) => (await ask(path, { headers: { cookie } })).status))
  expect(await statuses()).toEqual([200, 200])
  await asOperator(backend.ports, (unit, admin) => removeImages(unit, admin, { projectId, photoIds: [image] }))
  expect(await statuses()).toEqual([404, 200])
  await asOperator(backend.ports, (unit, admin) => removeProject(unit, admin, { id: projectId }))
  expect(await statuses()).toEqual([404, 404])
  expect((await ask(paths[0] ?? '')).status).toBe(404)
  expect(await statuses(admin.cookie)).toEqual([200, 200])
  const shown = await ask(paths[0] ?? '', { headers: { cookie: admin.cookie } })
  expect(shown.headers.get('Cache-Control')).toBe('private, no-store')
  // A photo that was replaced is not in the bin.
  await backend.ports.db.updateTable('photos').set({ removalId: null }).where('id', '=', image).execute()
  expect(await statuses(admin.cookie)).toEqual([404, 200])
})

test('photos of drafts are served only to admins and must not be cached', async () => {
  const { backend, id, ask } = await open()
  const { ports } = backend
  const project = await ports.db.selectFrom('projects').select('id').executeTakeFirstOrThrow()
  const [admin, user] = [await createSession(backend, 'ada', 'admin'), await createSession(backend)]
  const path = derivativePath(id, 800, avif)
  const askAs = (cookie: string, headers = {}) => ask(path, { headers: { ...headers, ...(cookie && { cookie }) } })
  const tag = (await ask(path)).headers.get('ETag') ?? ''
  await asOperator(ports, (unit, admin) => withdrawProject(unit, admin, project))
  for (const cookie of ['', user.cookie, 'enfilade.session_token=forged', `${user.cookie}; enfilade-tools=shown`]) {
    for (const headers of [{}, { 'If-None-Match': tag }, { 'If-None-Match': '*' }]) {
      const response = await askAs(cookie, headers)
      expect([response.status, response.headers.get('Cache-Control')]).toEqual([404, 'no-store'])
      expect(response.headers.get('ETag')).toBeNull()
    }
  }
  // Even with hidden tools, because the page of a draft is then its preview.
  for (const cookie of [admin.cookie, `${admin.cookie}; enfilade-tools=hidden`]) {
    const response = await askAs(cookie)
    expect([response.status, response.headers.get('Cache-Control')]).toEqual([200, 'private, no-store'])
  }
  await asOperator(ports, (unit, admin) => publishProject(unit, admin, project))
  const published = await ask(path)
  expect([published.status, published.headers.get('Cache-Control')]).toEqual([
    200,
    'public, max-age=31536000, immutable',
  ])
})

test('while the database fails, photos that were public are served, and photos of drafts never', async () => {
  const { backend, id, ask } = await open()
  const { db } = backend.ports
  const path = derivativePath(id, 800, avif)
  const project = await db.selectFrom('projects').select('id').executeTakeFirstOrThrow()
  const statusWhileFailing = async () => {
    await sql`alter table photos rename to elsewhere`.execute(db)
    const { status } = await ask(path)
    await sql`alter table elsewhere rename to photos`.execute(db)
    return status
  }
  expect(await statusWhileFailing()).toBe(503)
  expect((await ask(path)).status).toBe(200)
  expect(await statusWhileFailing()).toBe(200)
  await asOperator(backend.ports, (unit, admin) => withdrawProject(unit, admin, project))
  expect(await statusWhileFailing()).toBe(503)
  expect((await ask(path)).status).toBe(404)
  expect(await statusWhileFailing()).toBe(503)
})

test('a derivative is not served under another recipe version', async () => {
  const { id, ask } = await open()
  expect((await ask(`/photos/${id}/v0/800.avif`)).status).toBe(404)
  expect((await ask(`/photos/${id}/v1/800.avif`)).status).toBe(404)
})

test('originals and other stored files have no path', async () => {
  const { backend, id, askExactly } = await open()
  const projectId = await testProject(backend)
  await testPhoto(backend, projectId, 'photo.jpg')
  const paths = [
    `/photos/${id}/v3/800.jpg`,
    `/photos/${id}/v3/0800.avif`,
    `/photos/${id}/v3/800-p3.avif`,
    `/photos/${id}/v3/800-srgb.avif`,
    `/photos/${id}/v3/800.png`,
    `/photos/${id}/v3/8e2.avif`,
    `/photos/${id}/v3/800.AVIF`,
    `/photos/${id}/v3/4x5-42-50/800.avif`,
    `/photos/${id}/v3/4x5-42/800.avif`,
    `/photos/${id}/v3/4x5-42-50/../800.jpg`,
    `/photos/${id}/v3/4x5-42-50%2f800.avif`,
    `/photos/${id}/v3/`,
    `/photos/${id}/v3/..%2f..%2f..%2fImages%2f${projectId}_photo.jpg`,
    `/photos/${id}/../../Images/${projectId}_photo.jpg`,
    `/photos/..%2f..%2fImages/v3/${projectId}_photo.jpg`,
    `/Images/${projectId}_photo.jpg`,
    `/files/Images/${projectId}_photo.jpg`,
    `/photos/${'.'.repeat(36)}/v3/800.avif`,
    `/photos/${id.toUpperCase()}/v3/800.avif`,
  ]
  for (const path of paths) expect((await askExactly(path)).status, path).toBe(404)
})

test('HEAD returns the size, and no file stays open', async () => {
  const { backend, id, ask } = await open()
  // Larger than the read-ahead buffer.
  await backend.ports.files.write(derivativeKey(id, 2_400, webp), new Uint8Array(1_000_000))
  const before = await countOpenFiles()
  for (let n = 0; n < 30; n++) {
    const response = await ask(derivativePath(id, 2_400, webp), { method: 'HEAD' })
    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Length')).toBe('1000000')
    expect(await response.text()).toBe('')
  }
  await expectFilesClosed(before)
})

test('no file stays open when clients disconnect during the response', async () => {
  const { backend, id, ask } = await open()
  await backend.ports.files.write(derivativeKey(id, 2_400, webp), new Uint8Array(20_000_000))
  const before = await countOpenFiles()
  for (let n = 0; n < 20; n++) {
    const controller = new AbortController()
    const response = await ask(derivativePath(id, 2_400, webp), { signal: controller.signal })
    await response.body?.getReader().read()
    controller.abort()
  }
  await expectFilesClosed(before)
})

test('a matching If-None-Match gets a 304', async () => {
  const { id, ask } = await open()
  const path = derivativePath(id, 800, avif)
  const tag = (await ask(path)).headers.get('ETag') ?? ''
  expect(tag).toMatch(/^"[^"]+"$/)
  for (const condition of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
    const response = await ask(path, { headers: { 'If-None-Match': condition } })
    expect(response.status, condition).toBe(304)
    expect(response.headers.get('ETag')).toBe(tag)
    expect(response.headers.get('Cache-Control')).toContain('immutable')
    expect(await response.text()).toBe('')
  }
  expect((await ask(path, { headers: { 'If-None-Match': '"other"' } })).status).toBe(200)
})

test('a range request gets the whole file', async () => {
  const { id, ask } = await open()
  const response = await ask(derivativePath(id, 800, avif), { headers: { Range: 'bytes=0-99' } })
  expect(response.status).toBe(200)
  expect(response.headers.get('Accept-Ranges')).toBeNull()
  expect((await response.arrayBuffer()).byteLength).toBe(bytes.length)
})

test('HEAD honours If-None-Match like GET', async () => {
  const { id, ask } = await open()
  const path = derivativePath(id, 800, avif)
  const whole = await ask(path, { method: 'HEAD' })
  expect(whole.status).toBe(200)
  const tag = whole.headers.get('ETag') ?? ''
  expect((await ask(path, { method: 'HEAD', headers: { 'If-None-Match': tag } })).status).toBe(304)
})

test('derivatives in Display P3 and of an older recipe have their own paths', async () => {
  const { backend, id, ask } = await open()
  const encodings = [
    [derivativePath(id, 480, { format: 'webp', gamut: 'p3' }), 'image/webp'],
    [derivativePath(id, 480, { format: 'jpg', gamut: 'srgb' }), 'image/jpeg'],
    [derivativePath(id, 480, avif, 'v3', '4x5-42-50'), 'image/avif'],
    [derivativePath(id, 480, webp, 'v1'), 'image/webp'],
  ] as const
  expect(encodings.map(([path]) => path.split('/').slice(3).join('/'))).toEqual([
    'v3/480-p3.webp',
    'v3/480.jpg',
    'v3/4x5-42-50/480.avif',
    'v1/480.webp',
  ])
  for (const [path, type] of encodings) {
    expect((await ask(path)).status).toBe(404)
    await backend.ports.files.write(path.replace('/photos/', 'derivatives/'), bytes)
    const response = await ask(path)
    expect([response.status, response.headers.get('Content-Type')]).toEqual([200, type])
  }
})

test.each(['missing', 'empty', 'a link'])('a derivative that is %s gets a 404 and is derived again', async (damage) => {
  const { backend, ask } = await open()
  const { ports, folder } = backend
  const id = await testPhoto(backend, await testProject(backend))
  while (await deriveNextPhoto(ports));
  const [path, file] = [derivativePath(id, 90, jpg), join(folder, 'files', derivativeKey(id, 90, jpg))]
  const before = await readFile(file)
  await rm(file)
  if (damage === 'empty') await writeFile(file, '')
  if (damage === 'a link') await symlink(join(folder, 'files', derivativeKey(id, 90, avif)), file)
  const wakes = backend.wakeCount()
  for (const method of ['GET', 'HEAD', 'GET']) {
    const response = await ask(path, { method })
    expect([response.status, response.headers.get('Cache-Control')]).toEqual([404, 'no-store'])
  }
  expect(backend.wakeCount()).toBe(wakes + 1)
  while (await deriveNextPhoto(ports));
  expect(before.equals(Buffer.from(await (await ask(path)).arrayBuffer()))).toBe(true)
})

test('a missing derivative is derived again only if it is recorded and its original exists', async () => {
  const { backend, id, ask } = await open()
  const { ports } = backend
  while (await deriveNextPhoto(ports));
  const wakes = backend.wakeCount()
  const photo = await ports.db.selectFrom('photos').select(['storageKey']).executeTakeFirstOrThrow()
  const others = [derivativePath(id, 80, jpg), derivativePath(id, 90, jpg, 'v1'), `/photos/${id}/v3/90-p3.avif`]
  for (const path of others) expect((await ask(path)).status, path).toBe(404)
  await ports.files.remove(photo.storageKey)
  await ports.files.remove(derivativeKey(id, 90, jpg))
  expect((await ask(derivativePath(id, 90, jpg))).status).toBe(404)
  expect(backend.wakeCount()).toBe(wakes)
  expect(await ports.db.selectFrom('photos').select(['state', 'made']).execute()).toEqual([
    { state: 'ready', made: '90' },
  ])
})
