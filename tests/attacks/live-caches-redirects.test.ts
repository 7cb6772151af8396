import { request } from 'node:http'
import { expect } from 'vitest'
import { runAttacks, type Attack } from './run-attacks.ts'
import { emailOf, password, freshClientAddress, type TextResponse, type TargetSite } from './target-site.ts'

/** Opens a live stream. Resolves to the response with its first events, and the function that closes the stream. */
function openStream(target: TargetSite, clientAddress: string, headers: Record<string, string> = {}) {
  return new Promise<TextResponse & { close: () => void }>((resolve, reject) => {
    const outgoing = request(`${target.site.origin}/live`, {
      headers: { 'X-Forwarded-For': clientAddress, ...headers },
      agent: false,
    })
    outgoing.on('response', (response) => {
      response.once('data', (chunk: Buffer) =>
        resolve({
          status: response.statusCode ?? 0,
          headers: new Headers(response.headers as Record<string, string>),
          text: chunk.toString(),
          close: () => outgoing.destroy(),
        }),
      )
    })
    outgoing.on('error', reject)
    outgoing.end()
  })
}

const streams: Attack[] = [
  {
    name: '200 streams from one client address, of which 20 are opened',
    status: [200, 429],
    send: async (target) => {
      const clientAddress = freshClientAddress()
      const open = await Promise.all(Array.from({ length: 200 }, () => openStream(target, clientAddress)))
      const otherClient = await openStream(target, freshClientAddress())
      open.forEach(({ close }) => close())
      otherClient.close()
      expect(open.filter(({ status }) => status === 200)).toHaveLength(20)
      expect(otherClient.status).toBe(200)
      await expect
        .poll(async () => {
          const again = await openStream(target, clientAddress)
          again.close()
          return again.status
        })
        .toBe(200)
      return open
    },
  },
  {
    name: '60 streams from one IPv6 network, of which 20 are opened',
    status: [200, 429],
    send: async (target) => {
      const open = await Promise.all(
        Array.from({ length: 60 }, (_, n) => openStream(target, `2001:db8:1:2::${n.toString(16)}`)),
      )
      open.forEach(({ close }) => close())
      expect(open.filter(({ status }) => status === 200)).toHaveLength(20)
      return open
    },
  },
  ...['0', '-1', 'x', '9'.repeat(1_000), '<script>', '../secret', '%0d%0a'].map((last): Attack => ({
    name: `a stream with the last event id ${JSON.stringify(last.slice(0, 12))}`,
    status: 200,
    send: async (target) => {
      const events = await openStream(target, freshClientAddress(), { 'Last-Event-ID': last })
      events.close()
      return events
    },
    verify: async (target, [response]) => {
      const expected = await openStream(target, freshClientAddress())
      expected.close()
      expect(response?.text).toMatch(/^id: [\w.]+\nretry: \d+\nevent: edition\ndata: [\w.]+\n\n$/)
      expect(response?.text).toBe(expected.text)
    },
  })),
  {
    name: 'an edit by an admin, after which an anonymous stream reports only that something changed',
    isAccepted: true,
    status: 200,
    send: async (target) => {
      const events: string[] = []
      const outgoing = request(`${target.site.origin}/live`, { agent: false }, (response) =>
        response.on('data', (chunk: Buffer) => events.push(chunk.toString())),
      )
      outgoing.on('error', () => {})
      outgoing.end()
      await expect.poll(() => events.length).toBeGreaterThan(0)
      const response = await target.editProject(0, {
        intent: 'save-text',
        field: 'name',
        text: 'A secret name',
        version: '1',
      })
      await expect.poll(() => events.join('')).toContain('changed')
      outgoing.destroy()
      expect(events.join('')).not.toMatch(/secret|@|you/)
      return response
    },
  },
]

const suspiciousTargets = [
  '//evil.example',
  'https://evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/%09/evil.example',
  'javascript:alert(1)',
  '/\t/evil.example',
  '///evil.example',
  '/work//evil.example',
  'http:evil.example',
  '/%5cevil.example',
  '/..//evil.example',
  '\u2028//evil.example',
  '/login',
  '/LOGOUT/',
  '%2f%2fevil.example',
]
const redirects = suspiciousTargets.map((next): Attack => {
  return {
    name: `a log-in with a redirect to ${JSON.stringify(next)}`,
    isAccepted: true,
    status: 302,
    send: async (target) => {
      const path = `/login?next=${encodeURIComponent(next)}`
      return [
        await target.request(path, { form: { email: emailOf('user'), password } }),
        await target.request(path, { as: 'user' }),
      ]
    },
    verify: (_, responses) => {
      // Browsers do not treat an escaped tab or backslash as one, so the site must not decode it.
      const location = next.startsWith('/%') ? next : '/work'
      for (const { headers } of responses) expect(headers.get('Location')).toBe(location)
    },
  }
})

/** Headers that are not part of a cache key: none of them may change a response. */
const unkeyedHeaders: Readonly<Record<string, string>> = {
  'X-Forwarded-Host': 'evil.example',
  'X-Host': 'evil.example',
  'X-Forwarded-Proto': 'https',
  'X-Forwarded-Scheme': 'nothttps',
  'X-Original-URL': '/create',
  'X-Rewrite-URL': '/create',
  'X-HTTP-Method-Override': 'DELETE',
  'X-Forwarded-Prefix': '/evil.example',
  Forwarded: 'host=evil.example;proto=https',
  'X-Forwarded-Port': '1',
  'Accept-Language': '<script>',
  'User-Agent': '"><script>alert(1)</script>',
  Referer: 'https://evil.example/<script>',
  'X-Remix-Request': 'yes',
  'X-React-Router-Request': 'yes',
  Purpose: 'prefetch',
  Range: 'bytes=0-0,1-1,2-2',
  'If-None-Match': '*',
  'If-Modified-Since': 'Fri, 01 Jan 2100 00:00:00 GMT',
}
// Two responses may differ only in their nonces.
const withoutNonces = (html: string) => html.replaceAll(/nonce(=|\\?":\\?)"[^"]+"/g, '')
const caches = Object.entries(unkeyedHeaders).map(([name, value]): Attack => {
  return {
    name: `a page requested with the header ${name}: ${value}`,
    status: 200,
    send: async (target) => [
      await target.request('/work', { headers: { [name]: value } }),
      await target.request('/robots.txt', { headers: { [name]: value } }),
    ],
    verify: async (target, responses) => {
      const expected = [await target.request('/work'), await target.request('/robots.txt')]
      expect(responses.map(({ text }) => withoutNonces(text))).toEqual(expected.map(({ text }) => withoutNonces(text)))
    },
  }
})

const sharedCache: Attack = {
  name: 'pages requested by an admin, which are not cacheable, then by a visitor, who gets nothing meant for admins',
  // A visitor has no account page.
  status: [200, 401],
  send: async (target) => {
    const responses: TextResponse[] = []
    for (const path of [
      '/',
      '/work',
      '/about',
      '/contact',
      '/create',
      target.projectPaths[0],
      '/work.data',
      '/create.data',
      '/logout',
      '/account',
    ]) {
      const forAdmin = await target.request(path, { as: 'admin' })
      expect(forAdmin.headers.get('Cache-Control'), path).toBe('private, no-store')
      const forVisitor = await target.request(path)
      // A shared cache that stores a page must revalidate it before each use.
      expect(forVisitor.headers.get('Cache-Control') ?? '', path).toMatch(/no-cache|no-store/)
      expect(forVisitor.headers.get('Cache-Control') ?? '', path).not.toContain('s-maxage')
      expect(forVisitor.headers.get('Set-Cookie')).toBeNull()
      expect(forVisitor.text, path).not.toContain(emailOf('admin'))
      expect(forVisitor.text, path).not.toMatch(/Logout<\/button>|Project Name|Add Project/)
      responses.push(forAdmin, forVisitor)
    }
    return responses
  },
}

runAttacks('live streams, caches and redirects', [...streams, ...redirects, ...caches, sharedCache])
