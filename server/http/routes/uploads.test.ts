import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { asOperator } from '#portfolio/account/as-admin.ts'
import { logOut } from '#portfolio/log-in/log-out.ts'
import { revokeAdmin } from '#portfolio/account/grant.ts'
import { startTestServer, createSession } from '#tests/support/test-server.ts'
import { openDatabaseBackend } from '#tests/support/backend/each-database.ts'
import { expectOk } from '#tests/support/backend/test-backend.ts'

const bytes = 'x'.repeat(1_000)

/** A site with a logged-in admin and a logged-in user who is not an admin. */
async function open() {
  const backend = await openDatabaseBackend('SQLite')
  const [admin, user] = [await createSession(backend, 'anna', 'admin'), await createSession(backend, 'bert')]
  const { ask } = await startTestServer(backend, () => new Response('page', { status: 404 }))
  const tus = (method: string, path: string, cookie: string, headers: Record<string, string> = {}, body?: BodyInit) =>
    ask(path, {
      method,
      headers: { 'Tus-Resumable': '1.0.0', ...(cookie && { cookie }), ...headers },
      ...(body && { body }),
    })
  return {
    backend,
    admin,
    user,
    ask,
    tus,
    create: (cookie: string) => tus('POST', '/uploads', cookie, { 'Upload-Length': '1000' }),
    patch: (path: string, cookie: string, offset: number, body: string) =>
      tus(
        'PATCH',
        path,
        cookie,
        { 'Upload-Offset': String(offset), 'Content-Type': 'application/offset+octet-stream' },
        body,
      ),
    stored: () => readdir(join(backend.folder, 'uploads')),
  }
}

test('an admin uploads, reads the offset and resumes', async () => {
  const { backend, admin, create, patch, tus } = await open()
  const created = await create(admin.cookie)
  expect(created.status).toBe(201)
  const path = created.headers.get('Location') ?? ''
  expect(path).toMatch(/^\/uploads\/[0-9a-f]{32}$/)
  expect((await patch(path, admin.cookie, 0, bytes.slice(0, 300))).status).toBe(204)
  const head = await tus('HEAD', path, admin.cookie)
  expect(head.status).toBe(200)
  expect(head.headers.get('Upload-Offset')).toBe('300')
  expect(head.headers.get('Upload-Length')).toBe('1000')
  expect((await patch(path, admin.cookie, 300, bytes.slice(300))).status).toBe(204)
  expect(await backend.ports.uploads.find(path.slice('/uploads/'.length), admin.person.userId)).toMatchObject({
    bytes: 1_000,
  })
})

test('an admin deletes an upload', async () => {
  const { admin, create, tus, stored } = await open()
  const path = (await create(admin.cookie)).headers.get('Location') ?? ''
  expect((await tus('DELETE', path, admin.cookie)).status).toBe(204)
  expect(await stored()).toEqual([])
})

test('without a session or the admin role, nothing is stored', async () => {
  const { admin, user, create, patch, tus, stored } = await open()
  const path = (await create(admin.cookie)).headers.get('Location') ?? ''
  const before = await stored()
  for (const [cookie, status] of [
    ['', 401],
    ['enfilade.session_token=forged.forged', 401],
    [user.cookie, 403],
  ] as const) {
    expect((await create(cookie)).status).toBe(status)
    expect((await patch(path, cookie, 0, bytes)).status).toBe(status)
    expect((await tus('HEAD', path, cookie)).status).toBe(status)
    expect((await tus('DELETE', path, cookie)).status).toBe(status)
  }
  expect(await stored()).toEqual(before)
  expect((await tus('HEAD', path, admin.cookie)).headers.get('Upload-Offset')).toBe('0')
})

test('an upload stops when the role is revoked or the session ends', async () => {
  const { backend, admin, create, patch } = await open()
  const path = (await create(admin.cookie)).headers.get('Location') ?? ''
  expect((await patch(path, admin.cookie, 0, bytes.slice(0, 10))).status).toBe(204)
  expectOk(await asOperator(backend.ports, (unit, operator) => revokeAdmin(unit, operator, admin.person.userId)))
  expect((await patch(path, admin.cookie, 10, bytes.slice(10))).status).toBe(403)
  await logOut(backend.ports, admin.person, new Headers({ cookie: admin.cookie }))
  expect((await patch(path, admin.cookie, 10, bytes.slice(10))).status).toBe(401)
})

test('another admin’s upload gets the same response as an unknown one', async () => {
  const { backend, admin, create, patch, tus } = await open()
  const other = await createSession(backend, 'carla', 'admin')
  const path = (await create(admin.cookie)).headers.get('Location') ?? ''
  for (const unknown of [path, `/uploads/${'0'.repeat(32)}`]) {
    expect((await tus('HEAD', unknown, other.cookie)).status).toBe(404)
    expect((await patch(unknown, other.cookie, 0, bytes)).status).toBe(404)
    expect((await tus('DELETE', unknown, other.cookie)).status).toBe(404)
  }
})

test('a complete upload is examined on request; the response is JSON with the matching status', async () => {
  const { backend, admin, user, create, ask } = await open()
  const examine = async (id: string, cookie: string, headers: Record<string, string> = {}) => {
    const response = await ask(`/uploads/${id}/examination`, { method: 'POST', headers: { cookie, ...headers } })
    const json = response.headers.get('Content-Type') === 'application/json'
    return {
      status: response.status,
      retryAfter: response.headers.get('Retry-After'),
      body: json && (await response.json()),
    }
  }
  const id = await backend.upload(undefined, 'photo.jpg', admin.person)
  for (const _ of [1, 2]) {
    expect(await examine(id, admin.cookie)).toEqual({
      status: 200,
      retryAfter: null,
      body: { ok: true, value: { width: 90, height: 60 } },
    })
  }
  const text = await backend.upload(Buffer.from('text'), 'photo.jpg', admin.person)
  const incomplete = (await create(admin.cookie)).headers.get('Location')?.split('/').at(-1) ?? ''
  const foreign = await backend.upload()
  for (const [uploadId, cookie, status, code] of [
    [id, '', 401, 'no-session'],
    [id, user.cookie, 403, 'not-admin'],
    [foreign, admin.cookie, 404, 'unknown'],
    ['f'.repeat(32), admin.cookie, 404, 'unknown'],
    [text, admin.cookie, 415, 'wrong-type'],
    [incomplete, admin.cookie, 422, 'wrong-value'],
  ] as const) {
    const body = { ok: false, code, message: expect.any(String) }
    expect(await examine(uploadId, cookie)).toEqual({ status, retryAfter: null, body })
  }
  expect(await examine(id, admin.cookie, { 'Sec-Fetch-Site': 'cross-site' })).toMatchObject({ status: 403 })
  await rm(join(backend.folder, 'uploads', `${id}.json`))
  await mkdir(join(backend.folder, 'uploads', `${id}.json`))
  expect(await examine(id, admin.cookie)).toMatchObject({
    status: 503,
    retryAfter: '5',
    body: { ok: false, code: 'unavailable' },
  })
})

test('an upload can be resumed after its client disconnected while the session was read', async () => {
  const { backend, admin, create, patch, tus } = await open()
  const path = (await create(admin.cookie)).headers.get('Location') ?? ''
  const reading = Promise.withResolvers<void>()
  const disconnected = Promise.withResolvers<void>()
  const readSession: typeof backend.ports.accounts.readSession = async (headers) => {
    reading.resolve()
    await disconnected.promise
    return backend.ports.accounts.readSession(headers)
  }
  const accounts = { ...backend.ports.accounts, readSession }
  const slow = await startTestServer(backend, undefined, { ...backend.ports, accounts })
  const controller = new AbortController()
  const headers = {
    'Tus-Resumable': '1.0.0',
    'Content-Type': 'application/offset+octet-stream',
    'Upload-Offset': '0',
    cookie: admin.cookie,
  }
  const { signal } = controller
  const sent = slow.ask(path, { method: 'PATCH', headers, body: bytes, signal })
  await reading.promise
  controller.abort()
  await expect(sent).rejects.toThrow()
  disconnected.resolve()
  const resume = async () => {
    const offset = Number((await tus('HEAD', path, admin.cookie)).headers.get('Upload-Offset'))
    return (await patch(path, admin.cookie, offset, bytes.slice(offset))).status
  }
  // 409 while the bytes that have arrived are still being stored.
  await expect.poll(resume).toBe(204)
})

test('an upload cannot be downloaded', async () => {
  const { admin, create, patch, ask } = await open()
  const path = (await create(admin.cookie)).headers.get('Location') ?? ''
  await patch(path, admin.cookie, 0, bytes)
  for (const url of [path, `${path}.json`, `${path}/examination`, '/uploads', '/uploads/']) {
    const response = await ask(url, { headers: { cookie: admin.cookie } })
    expect(response.status).toBe(404)
    expect(await response.text()).not.toContain('xxx')
  }
})

test('a request from another site is refused even with an admin’s cookie', async () => {
  const { admin, tus, stored } = await open()
  const response = await tus('POST', '/uploads', admin.cookie, {
    'Upload-Length': '1000',
    'Sec-Fetch-Site': 'cross-site',
  })
  expect(response.status).toBe(403)
  expect(response.headers.get('Access-Control-Allow-Origin')).toBeNull()
  expect(await stored()).toEqual([])
})

test('responses allow no other origin', async () => {
  const { admin, create, tus } = await open()
  const created = await create(admin.cookie)
  expect(created.headers.get('Access-Control-Allow-Origin')).toBeNull()
  const preflight = await tus('OPTIONS', '/uploads', '', {
    Origin: 'https://evil.example',
    'Access-Control-Request-Method': 'POST',
  })
  expect(preflight.headers.get('Access-Control-Allow-Origin')).toBeNull()
})

test('on an almost full disk no upload is created or continued, but one can be deleted', async () => {
  const { backend, admin, create, stored } = await open()
  const path = (await create(admin.cookie)).headers.get('Location') ?? ''
  const { files } = backend.ports
  // 5 % of the disk space is reserved: 50 bytes.
  const space = { free: 1_049, total: 1_000 }
  const ports = { ...backend.ports, files: { ...files, freeSpace: async () => space } }
  const { ask } = await startTestServer(backend, undefined, ports)
  const send = (method: string, to: string, headers: Record<string, string>, body?: string) =>
    ask(to, {
      method,
      headers: { 'Tus-Resumable': '1.0.0', cookie: admin.cookie, ...headers },
      ...(body && { body }),
    })
  const patch = (offset: number, body: string) =>
    send('PATCH', path, { 'Upload-Offset': `${offset}`, 'Content-Type': 'application/offset+octet-stream' }, body)
  const before = await stored()
  for (const response of [await send('POST', '/uploads', { 'Upload-Length': '1000' }), await patch(0, bytes)]) {
    expect(response.status).toBe(507)
    expect(await response.text()).toBe('The storage is full. The picture was not added.')
  }
  expect(await stored()).toEqual(before)
  expect((await patch(0, bytes.slice(1))).status).toBe(204)
  space.free = 0
  expect((await patch(999, 'x')).status).toBe(507)
  expect((await send('HEAD', path, {})).headers.get('Upload-Offset')).toBe('999')
  expect((await send('DELETE', path, {})).status).toBe(204)
  expect(await stored()).toEqual([])
})
