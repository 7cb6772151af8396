import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { photoLimits } from '#portfolio/photo/photo-limits.ts'
import { DatabaseFailed } from '#portfolio/ports.ts'
import { projectLimits } from '#portfolio/project/project.ts'
import { unexpectedErrorMessage } from '#portfolio/result.ts'
import { openLog } from '#server/log.ts'
import { outsideOfRequests } from '#server/request-scope.ts'
import { startTestServer, createSession } from '#tests/support/test-server.ts'
import { openDatabaseBackend } from '#tests/support/backend/each-database.ts'
import { securityHeaders } from './middleware/security-headers.ts'

const open = () => openDatabaseBackend('SQLite')

test('a page gets the person, the edition and the nonce of its response', async () => {
  const backend = await open()
  const { person, cookie } = await createSession(backend)
  const { ask } = await startTestServer(backend, (_, context) =>
    Response.json({ person: context.person, edition: context.edition, nonce: context.nonce }),
  )
  const response = await ask('/work', { headers: { cookie } })
  const context = (await response.json()) as { person: unknown; edition: string; nonce: string }
  expect(context.person).toEqual(person)
  expect(context.edition).toBe(backend.ports.events.edition())
  expect(response.headers.get('Content-Security-Policy')).toContain(`'nonce-${context.nonce}'`)
  expect(await (await ask('/work')).json()).toMatchObject({ person: null })
})

test('pages of logged-in users are never cached, pages of visitors are revalidated', async () => {
  const backend = await open()
  const { cookie } = await createSession(backend)
  const { ask } = await startTestServer(backend)
  expect((await ask('/work', { headers: { cookie } })).headers.get('Cache-Control')).toBe('private, no-store')
  expect((await ask('/work')).headers.get('Cache-Control')).toBe('private, no-cache')
})

test('every response, including refusals, has the security headers', async () => {
  const backend = await open()
  const { ask, address } = await startTestServer(
    backend,
    (request) => new Response(null, { status: request.url.endsWith('missing') ? 404 : 200 }),
  )
  const responses = [
    await ask('/work'),
    await ask('/missing'),
    await ask('/healthz'),
    await ask(`/photos/${'0'.repeat(36)}/v1/480.webp`),
    await ask('/uploads', { method: 'POST' }),
    await ask('/work', { method: 'PUT' }),
    await ask('/work', { method: 'POST', body: 'x'.repeat(300_000) }),
    await fetch(`${address}/work`, { method: 'POST', headers: { Origin: 'https://evil.example' } }),
  ]
  expect(responses.map((response) => response.status)).toEqual([200, 404, 200, 404, 401, 405, 413, 403])
  for (const { headers } of responses) {
    for (const name of Object.keys(securityHeaders(address))) expect(headers.get(name), name).not.toBeNull()
    expect(headers.get('Server')).toBeNull()
    expect(headers.get('X-Powered-By')).toBeNull()
  }
})

test('unsupported methods get a 405 with Allow', async () => {
  const { ask } = await startTestServer(await open())
  for (const method of ['PUT', 'PROPFIND', 'LINK']) {
    const response = await ask('/work', { method })
    expect(response.status).toBe(405)
    expect(response.headers.get('Allow')).toContain('GET')
  }
})

const kilobyte = 1024

test.each([
  ['/login', 16],
  ['/signup.data', 16],
  ['/logout', 16],
  ['/contact', 128],
  ['/work', 256],
  ['/projects/1.data', 256],
  ['/create/extra', 256],
  ['/create', 2048],
  ['/Create.data', 2048],
])('a form to %s may have %i KB, but at most 256 KB without Content-Length', async (path, maxKb) => {
  const sizes: number[] = []
  const { ask } = await startTestServer(await open(), async (request) => {
    sizes.push((await request.arrayBuffer()).byteLength)
    return new Response('page')
  })
  const limitOf = (announced: boolean) => (announced ? maxKb : Math.min(maxKb, 256)) * kilobyte
  const send = async (size: number, announced: boolean) => {
    const body = announced ? 'x'.repeat(size) : new Blob(['x'.repeat(size)]).stream()
    return (await ask(path, { method: 'POST', body, duplex: 'half' } as RequestInit)).status
  }
  for (const announced of [true, false, true, false]) {
    const limit = limitOf(announced)
    expect(await send(limit, announced)).toBe(200)
    // A refusal does not affect the next request.
    expect(await send(limit + 1, announced)).toBe(413)
    expect(await send(limit + 5_000_000, announced)).toBe(413)
  }
  expect(sizes).toEqual([true, false, true, false].map(limitOf))
})

test('the largest forms that the project and photo limits allow are accepted', async () => {
  const fields: number[] = []
  const { ask } = await startTestServer(await open(), async (request) => {
    fields.push([...(await request.formData())].length)
    return new Response('page')
  })
  const longest = (codePoints: number) => '\u{1F6CB}'.repeat(codePoints)
  const all = Array.from({ length: projectLimits.images }, () => randomUUID())
  const text = { name: longest(projectLimits.name), details: longest(projectLimits.details) }
  const send = async (path: string, entries: [string, string][]) => {
    const response = await ask(path, { method: 'POST', body: new URLSearchParams(entries) })
    expect(response.status, path).toBe(200)
    expect(fields.pop(), path).toBe(entries.length)
  }
  await send('/create', [
    ...Object.entries({ ...text, requestId: randomUUID(), cover: randomUUID(), coverAlt: longest(photoLimits.alt) }),
    ...all.flatMap((id): [string, string][] => [
      ['images', id],
      ['imageAlts', longest(photoLimits.alt)],
    ]),
  ])
  const project = `/projects/${randomUUID()}.data`
  await send(project, [
    ['intent', 'add-image'],
    ['uploadId', randomUUID()],
    ['alt', longest(photoLimits.alt)],
    ...all.map((id): [string, string] => ['batch', id]),
  ])
  await send(project, [['intent', 'move-image'], ...all.map((id): [string, string] => ['photoId', id])])
  await send(project, Object.entries({ intent: 'save-text', field: 'details', text: text.details, version: '1' }))
})

test('a request from another site is refused before any action, whatever its content type', async () => {
  const backend = await open()
  const { cookie } = await createSession(backend, 'anna', 'admin')
  let pageRequests = 0
  const { address } = await startTestServer(backend, () => new Response(String((pageRequests += 1))))
  for (const type of [
    'application/json',
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
  ]) {
    for (const [name, value] of [
      ['Sec-Fetch-Site', 'cross-site'],
      ['Origin', 'null'],
      ['Origin', 'https://evil.example'],
    ] as const) {
      const response = await fetch(`${address}/work`, {
        method: 'POST',
        body: '{}',
        headers: { [name]: value, cookie, 'Content-Type': type },
      })
      expect(response.status).toBe(403)
    }
  }
  expect(pageRequests).toBe(0)
})

test('when a page throws, the response is 500 without details of the error', async () => {
  const { ask } = await startTestServer(await open(), () => {
    throw new Error('secret detail')
  })
  const response = await ask('/work')
  expect(response.status).toBe(500)
  const text = await response.text()
  expect(text).not.toContain('secret')
  expect(text).not.toContain('.ts')
})

test('when the session cannot be read, the response is 503 and the log has the cause', async () => {
  const backend = await open()
  const accounts = {
    ...backend.ports.accounts,
    readSession: () => Promise.reject(new DatabaseFailed(new Error('disk gone'))),
  }
  const { ask } = await startTestServer(backend, undefined, { ...backend.ports, accounts })
  const response = await ask('/work', { headers: { cookie: 'a=b' } })
  expect(response.status).toBe(503)
  expect(response.headers.get('Retry-After')).toBe('5')
  expect(await response.text()).toBe(unexpectedErrorMessage)
  const request = response.headers.get('X-Request-Id')
  expect(request).toMatch(/^[\da-f-]{36}$/)
  expect(backend.logged).toContainEqual({
    level: 'error',
    message: 'a request failed',
    detail: expect.objectContaining({ request, path: '/work', cause: 'Error: disk gone', actor: 'anonymous' }),
  })
})

test('when the session table fails, the response is 503: an admin is not served as a visitor', async () => {
  const backend = await open()
  const { cookie } = await createSession(backend)
  const { ask } = await startTestServer(backend)
  const rename = (from: string, to: string) =>
    sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(backend.ports.db)
  await rename('authSession', 'elsewhere')
  const response = await ask('/work', { headers: { cookie } }).finally(() => rename('elsewhere', 'authSession'))
  expect(response.status).toBe(503)
  expect(await response.text()).toBe(unexpectedErrorMessage)
  expect((await ask('/work', { headers: { cookie } })).status).toBe(200)
})

test('an unexpected error results in a 500 and is logged once', async () => {
  const backend = await open()
  const accounts = { ...backend.ports.accounts, readSession: () => Promise.reject(new Error('secret detail')) }
  const { ask } = await startTestServer(backend, undefined, { ...backend.ports, accounts })
  const response = await ask('/work', { headers: { cookie: 'a=b' } })
  expect(response.status).toBe(500)
  expect(await response.text()).toBe(unexpectedErrorMessage)
  expect(backend.logged.filter((line) => line.message === 'a request failed')).toHaveLength(1)
})

test('a request that its client aborted is logged as information, not as an error', async () => {
  const backend = await open()
  const controller = new AbortController()
  const readSession = async () => {
    controller.abort()
    // The server notices the end of the connection within a few iterations of the event loop.
    for (let n = 0; n < 20; n++) await new Promise((resolve) => setTimeout(resolve, 5))
    throw new Error('connection lost')
  }
  const { ask } = await startTestServer(backend, undefined, {
    ...backend.ports,
    accounts: { ...backend.ports.accounts, readSession },
  })
  await expect(ask('/work', { headers: { cookie: 'a=b' }, signal: controller.signal })).rejects.toThrow('aborted')
  const abortedRequest = expect.objectContaining({ level: 'info', message: 'a request was aborted' })
  await expect.poll(() => backend.logged).toContainEqual(abortedRequest)
  expect(backend.logged.filter(({ level }) => level === 'error')).toEqual([])
})

test.each([
  '/.git/HEAD',
  '/.env',
  '/../package.json',
  '/%2e%2e/%2e%2e/etc/passwd',
  '/..%2f..%2fetc/passwd',
  '/@fs/etc/passwd',
  '/assets/../../server/main.ts',
  '/%',
  '/%00',
  '/%ff',
])('private files have no URL: %s', async (path) => {
  const { askExactly } = await startTestServer(await open(), () => new Response('page', { status: 404 }))
  const { status, text } = await askExactly(path)
  expect([400, 404]).toContain(status)
  expect(text).not.toMatch(/root:|"enfilade"|ref: refs/)
})

test('each line logged while a request is handled has its id; lines of jobs that it wakes have none', async () => {
  const written = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => written.mockRestore())
  const backend = await open()
  const log = openLog()
  const wake = outsideOfRequests(() => log.info('a job runs'))
  const page = async () => {
    await Promise.resolve()
    log.warn('a page warns')
    wake()
    return new Response(null, { status: 500 })
  }
  const { ask } = await startTestServer(backend, page, { ...backend.ports, log })
  const response = await ask('/work', { headers: { 'X-Request-Id': 'sent' } })
  const texts = written.mock.calls.map(([text]) => String(text)).filter((text) => text.startsWith('{'))
  const lines = texts.map((text) => JSON.parse(text) as Record<string, unknown>)
  const request = response.headers.get('X-Request-Id')
  expect(request).toMatch(/^[\da-f-]{36}$/)
  expect(lines.map((line) => [line['message'], line['request']])).toEqual([
    ['a page warns', request],
    ['a job runs', undefined],
    ['a request failed', request],
  ])
})
