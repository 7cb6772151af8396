import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { StoreFailed } from '#portfolio/parts.ts'
import { openSite, signIn } from '#testing/door.ts'
import { openHouse } from '#testing/each-database.ts'
import { securityHeaders } from './security.ts'

const open = () => openHouse('SQLite')
const calm = 'Something went wrong on our side. Please try again in a moment.'

test('a page is told who asks, at which edition, and by which mark its scripts may run', async () => {
  const house = await open()
  const { person, cookie } = await signIn(house)
  const { ask } = await openSite(house, (_, visit) =>
    Response.json({ person: visit.person, edition: visit.edition, nonce: visit.nonce }),
  )
  const response = await ask('/work', { headers: { cookie } })
  const visit = (await response.json()) as { person: unknown; edition: string; nonce: string }
  expect(visit.person).toEqual(person)
  expect(visit.edition).toBe(house.parts.channel.edition())
  expect(response.headers.get('Content-Security-Policy')).toContain(`'nonce-${visit.nonce}'`)
  expect(await (await ask('/work')).json()).toMatchObject({ person: null })
})

test('pages of someone who is signed in are kept by nobody, pages of visitors are asked for again', async () => {
  const house = await open()
  const { cookie } = await signIn(house)
  const { ask } = await openSite(house)
  expect((await ask('/work', { headers: { cookie } })).headers.get('Cache-Control')).toBe('private, no-store')
  expect((await ask('/work')).headers.get('Cache-Control')).toBe('private, no-cache')
})

test('every answer bears the security headers, also those that refuse', async () => {
  const house = await open()
  const { ask, address } = await openSite(
    house,
    (request) => new Response(null, { status: request.url.endsWith('missing') ? 404 : 200 }),
  )
  const answers = [
    await ask('/work'),
    await ask('/missing'),
    await ask('/healthz'),
    await ask(`/photos/${'0'.repeat(36)}/v1/480.webp`),
    await ask('/uploads', { method: 'POST' }),
    await ask('/work', { method: 'PUT' }),
    await ask('/work', { method: 'POST', body: 'x'.repeat(300_000) }),
    await fetch(`${address}/work`, { method: 'POST', headers: { Origin: 'https://evil.example' } }),
  ]
  expect(answers.map((answer) => answer.status)).toEqual([200, 404, 200, 404, 401, 405, 413, 403])
  for (const { headers } of answers) {
    for (const name of Object.keys(securityHeaders(address, ''))) expect(headers.get(name), name).not.toBeNull()
    expect(headers.get('Server')).toBeNull()
    expect(headers.get('X-Powered-By')).toBeNull()
  }
})

test('methods that nobody uses here are refused, with those that are', async () => {
  const { ask } = await openSite(await open())
  for (const method of ['PUT', 'PROPFIND', 'LINK']) {
    const answer = await ask('/work', { method })
    expect(answer.status).toBe(405)
    expect(answer.headers.get('Allow')).toContain('GET')
  }
})

test('a form of 256 KB reaches its page, a byte more does not, announced or not, but the next one does', async () => {
  const sizes: number[] = []
  const { ask } = await openSite(await open(), async (request) => {
    sizes.push((await request.arrayBuffer()).byteLength)
    return new Response('page')
  })
  const limit = 256 * 1024
  const send = async (size: number, announced: boolean) => {
    const body = announced ? 'x'.repeat(size) : new Blob(['x'.repeat(size)]).stream()
    return (await ask('/create', { method: 'POST', body, duplex: 'half' } as RequestInit)).status
  }
  for (const announced of [true, false, true, false]) {
    expect(await send(limit, announced)).toBe(200)
    expect(await send(limit + 1, announced)).toBe(413)
    expect(await send(limit * 20, announced)).toBe(413)
  }
  expect(sizes).toEqual([limit, limit, limit, limit])
})

test('what came from another site is stopped before anybody is recognised or any page acts', async () => {
  const house = await open()
  const { cookie } = await signIn(house, 'anna', 'admin')
  let reached = 0
  const { address } = await openSite(house, () => new Response(String((reached += 1))))
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
      const answer = await fetch(`${address}/work`, {
        method: 'POST',
        body: '{}',
        headers: { [name]: value, cookie, 'Content-Type': type },
      })
      expect(answer.status).toBe(403)
    }
  }
  expect(reached).toBe(0)
})

test('a page that breaks says one calm sentence, and no word of what broke', async () => {
  const { ask } = await openSite(await open(), () => {
    throw new Error('secret detail')
  })
  const answer = await ask('/work')
  expect(answer.status).toBe(500)
  const text = await answer.text()
  expect(text).not.toContain('secret')
  expect(text).not.toContain('.ts')
})

test('when the store cannot say who asks, the answer is 503, and the log knows why', async () => {
  const house = await open()
  const accounts = { ...house.parts.accounts, whoIs: () => Promise.reject(new StoreFailed(new Error('disk gone'))) }
  const { ask } = await openSite(house, undefined, { ...house.parts, accounts })
  const answer = await ask('/work', { headers: { cookie: 'a=b' } })
  expect(answer.status).toBe(503)
  expect(answer.headers.get('Retry-After')).toBe('5')
  expect(await answer.text()).toBe(calm)
  expect(house.logged).toContainEqual({
    level: 'error',
    message: 'a request failed',
    detail: expect.objectContaining({ path: '/work', cause: 'Error: disk gone', actor: 'anonymous' }),
  })
})

test('when the database cannot say who asks, nobody is taken for a visitor: the answer is 503', async () => {
  const house = await open()
  const { cookie } = await signIn(house)
  const { ask } = await openSite(house)
  const rename = (from: string, to: string) =>
    sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(house.parts.db)
  await rename('authSession', 'elsewhere')
  const answer = await ask('/work', { headers: { cookie } }).finally(() => rename('elsewhere', 'authSession'))
  expect(answer.status).toBe(503)
  expect(await answer.text()).toBe(calm)
  expect((await ask('/work', { headers: { cookie } })).status).toBe(200)
})

test('an unexpected failure is answered 500 and logged once', async () => {
  const house = await open()
  const accounts = { ...house.parts.accounts, whoIs: () => Promise.reject(new Error('secret detail')) }
  const { ask } = await openSite(house, undefined, { ...house.parts, accounts })
  const answer = await ask('/work', { headers: { cookie: 'a=b' } })
  expect(answer.status).toBe(500)
  expect(await answer.text()).toBe(calm)
  expect(house.logged.filter((line) => line.message === 'a request failed')).toHaveLength(1)
})

test('a request that its sender broke off is logged, and alarms nobody', async () => {
  const house = await open()
  const breakingOff = new AbortController()
  const whoIs = async () => {
    breakingOff.abort()
    await new Promise((resume) => setTimeout(resume, 100))
    throw new Error('the line is cut')
  }
  const { ask } = await openSite(house, undefined, { ...house.parts, accounts: { ...house.parts.accounts, whoIs } })
  await expect(ask('/work', { headers: { cookie: 'a=b' }, signal: breakingOff.signal })).rejects.toThrow('aborted')
  const brokenOff = expect.objectContaining({ level: 'info', message: 'a request was broken off' })
  await expect.poll(() => house.logged).toContainEqual(brokenOff)
  expect(house.logged.filter(({ level }) => level === 'error')).toEqual([])
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
])('no path leads to a file that is not served: %s', async (path) => {
  const { ask } = await openSite(await open(), () => new Response('the page of the site', { status: 404 }))
  const answer = await ask(path)
  expect([400, 404]).toContain(answer.status)
  expect(await answer.text()).not.toMatch(/root:|"enfilade"|ref: refs/)
})
