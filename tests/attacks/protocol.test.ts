import { expect } from 'vitest'
import { runAttacks, type Attack } from './run-attacks.ts'
import type { TargetSite } from './target-site.ts'

const host = ({ site }: TargetSite) => `Host: localhost:${site.port}`
const end = 'Connection: close\r\n\r\n'
const form = 'Content-Type: application/x-www-form-urlencoded'

/** Requests that are sent as raw bytes: what is wrong or unusual, the bytes, and the allowed statuses. */
const rawRequests: readonly (readonly [string, (target: TargetSite) => string, number | readonly number[]])[] = [
  ['no host', () => `GET /work HTTP/1.1\r\n${end}`, 400],
  ['an empty host', () => `GET /work HTTP/1.1\r\nHost:\r\n${end}`, 400],
  ['two hosts', (target) => `GET /work HTTP/1.1\r\n${host(target)}\r\nHost: evil.example\r\n${end}`, 400],
  ['the same host twice', (target) => `GET /work HTTP/1.1\r\n${host(target)}\r\n${host(target)}\r\n${end}`, 400],
  ['the host of another site', () => `GET /work HTTP/1.1\r\nHost: evil.example\r\n${end}`, 400],
  [
    'a host that starts like that of the site',
    () => `GET /work HTTP/1.1\r\nHost: localhost.evil.example\r\n${end}`,
    400,
  ],
  ['a host with markup', () => `GET /work HTTP/1.1\r\nHost: "><script>\r\n${end}`, 400],
  ['a host with a path', () => `GET /work HTTP/1.1\r\nHost: localhost/evil\r\n${end}`, 400],
  [
    'a host with a user name',
    (target) => `GET /work HTTP/1.1\r\nHost: me@localhost:${target.site.port}\r\n${end}`,
    400,
  ],
  [
    'the absolute URL of another site',
    (target) => `GET http://evil.example/work HTTP/1.1\r\n${host(target)}\r\n${end}`,
    400,
  ],
  ['a file URL', (target) => `GET file:///etc/passwd HTTP/1.1\r\n${host(target)}\r\n${end}`, 400],
  ['no path', (target) => `GET HTTP/1.1\r\n${host(target)}\r\n${end}`, 400],
  ['a path that does not begin with a slash', (target) => `GET work HTTP/1.1\r\n${host(target)}\r\n${end}`, 400],
  ['a star as its path', (target) => `OPTIONS * HTTP/1.1\r\n${host(target)}\r\n${end}`, [400, 404, 405]],
  ['backslashes in its path', (target) => `GET /..\\..\\etc\\passwd HTTP/1.1\r\n${host(target)}\r\n${end}`, [400, 404]],
  ['the version HTTP/9.9', (target) => `GET /work HTTP/9.9\r\n${host(target)}\r\n${end}`, [400, 505]],
  ['the preface of HTTP/2', () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
  ['the first bytes of a TLS handshake', () => '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400],
  ['bytes that are not HTTP', () => '\x00\xff\x00\xff\r\n\r\n', 400],
  ['the method TRACE', (target) => `TRACE /work HTTP/1.1\r\n${host(target)}\r\nCookie: secret\r\n${end}`, 405],
  ['the method TRACK', (target) => `TRACK /work HTTP/1.1\r\n${host(target)}\r\n${end}`, [400, 405]],
  ['the method DEBUG', (target) => `DEBUG /work HTTP/1.1\r\n${host(target)}\r\n${end}`, [400, 405]],
  ['a method in lower case', (target) => `get /work HTTP/1.1\r\n${host(target)}\r\n${end}`, [400, 405]],
  ['a header of 20 KB', (target) => `GET /work HTTP/1.1\r\n${host(target)}\r\nX: ${'x'.repeat(20_000)}\r\n${end}`, 431],
  ['3,000 headers', (target) => `GET /work HTTP/1.1\r\n${host(target)}\r\n${'X: y\r\n'.repeat(3_000)}${end}`, 431],
  ['a path of 20 KB', (target) => `GET /${'x'.repeat(20_000)} HTTP/1.1\r\n${host(target)}\r\n${end}`, [414, 431]],
  ['a path of 15 KB of slashes', (target) => `GET ${'/'.repeat(15_000)}x HTTP/1.1\r\n${host(target)}\r\n${end}`, 414],
  [
    'a query parameter of 12 KB of slashes',
    (target) => `GET /login?next=${'/'.repeat(12_000)}x HTTP/1.1\r\n${host(target)}\r\n${end}`,
    200,
  ],
  [
    'a header with a bare line feed',
    (target) => `GET /work HTTP/1.1\r\n${host(target)}\r\nX: a\nSet-Cookie: b\r\n${end}`,
    400,
  ],
  ['a header with NUL', (target) => `GET /work HTTP/1.1\r\n${host(target)}\r\nX: a\0b\r\n${end}`, 400],
  [
    'a header folded over two lines',
    (target) => `GET /work HTTP/1.1\r\n${host(target)}\r\nX: a\r\n b\r\n${end}`,
    [200, 400],
  ],
  ['a space before the colon of a header', (target) => `GET /work HTTP/1.1\r\n${host(target)}\r\nX : a\r\n${end}`, 400],
  [
    'two content lengths',
    (target) =>
      `POST /contact HTTP/1.1\r\n${host(target)}\r\n${form}\r\nContent-Length: 5\r\nContent-Length: 6\r\n${end}hello`,
    400,
  ],
  [
    'a content length and chunked encoding',
    (target) =>
      `POST /contact HTTP/1.1\r\n${host(target)}\r\n${form}\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n${end}0\r\n\r\n`,
    400,
  ],
  [
    'a negative content length',
    (target) => `POST /contact HTTP/1.1\r\n${host(target)}\r\n${form}\r\nContent-Length: -5\r\n${end}`,
    400,
  ],
  [
    'a content length that is not an integer',
    (target) => `POST /contact HTTP/1.1\r\n${host(target)}\r\n${form}\r\nContent-Length: 1e9\r\n${end}`,
    400,
  ],
  [
    'a content length of 30 digits',
    (target) => `POST /contact HTTP/1.1\r\n${host(target)}\r\n${form}\r\nContent-Length: ${'9'.repeat(30)}\r\n${end}`,
    [400, 413],
  ],
  [
    'a chunk size that is not a number',
    (target) =>
      `POST /contact HTTP/1.1\r\n${host(target)}\r\n${form}\r\nTransfer-Encoding: chunked\r\n${end}zz\r\nhello\r\n`,
    400,
  ],
  [
    'an unknown transfer encoding',
    (target) => `POST /contact HTTP/1.1\r\n${host(target)}\r\n${form}\r\nTransfer-Encoding: gzip\r\n${end}`,
    [400, 501],
  ],
  [
    'a content length of 1 TB',
    (target) => `POST /contact HTTP/1.1\r\n${host(target)}\r\n${form}\r\nContent-Length: 1099511627776\r\n${end}`,
    413,
  ],
  [
    'an unknown expectation',
    (target) => `GET /work HTTP/1.1\r\n${host(target)}\r\nExpect: 200-maybe\r\n${end}`,
    [200, 417],
  ],
]

const requestHeads = rawRequests.map(([name, write, status]): Attack => {
  return {
    name: `a request with ${name}`,
    status,
    send: (target) => target.sendRaw(Buffer.from(write(target), 'latin1')),
  }
})

const unservedPaths = [
  '/.git/HEAD',
  '/.env',
  '/.npmrc',
  '/package.json',
  '/data/secret',
  '/data/enfilade.db',
  '/enfilade.db',
  '/server/main.js',
  '/build/server/main.js',
  '/assets/..%2f..%2fserver%2fmain.js',
  '/assets/%2e%2e/%2e%2e/server/main.js',
  '/@fs/etc/passwd',
  '/@vite/client',
  '/@id/x',
  '/node_modules/react/package.json',
  '/app/root.tsx',
  '/..%2f..%2fetc%2fpasswd',
  '/%2e%2e/%2e%2e/etc/passwd',
  '/....//....//etc/passwd',
  '/%c0%ae%c0%ae/etc/passwd',
  '/assets/',
  '/assets',
  '/photos/',
  '/photos/../../secret',
  '/photos/..%2f..%2fsecret/v1/480.webp',
  `/photos/${'0'.repeat(36)}/v1/480.webp`,
  '/files/images/desk.jpg',
  '/uploads/',
  '/__manifest',
  '/__manifest?p=/create',
  '/main.js.map',
  '/assets/entry.client.js.map',
  '/admin',
  '/wp-login.php',
  '/server-status',
  '/metrics',
  '/debug/pprof',
  '/graphql',
  '/.well-known/security.txt%00',
  '/%',
  '/%zz',
  '/%ff',
  '/%00',
  '/\u00ff',
  '/;',
  '/work;jsessionid=1/x',
  '/work%2f..%2fcreate',
  '//evil.example',
  '/work/../../x',
  '/projects/%00',
  '/projects/%',
  `/${'a/'.repeat(1_000)}`,
  '/work.data.data',
  '/_root.data.data',
  '/projects/x.data',
].map((path): Attack => {
  return {
    name: `GET ${path.slice(0, 60)}`,
    status: [400, 404],
    send: (target) =>
      target.sendRaw(`GET ${path} HTTP/1.1\r\n${host(target)}\r\nCookie: ${target.cookies.admin}\r\n${end}`),
    verify: (_, [response]) => expect(response?.text).not.toMatch(/root:x:|ref: refs|"enfilade"|sourcesContent/),
  }
})

const contentTypes: Attack[] = [
  ['application/json', '{"intent":"delete"}', 415],
  ['text/plain', 'intent=delete', 415],
  ['application/xml', '<x/>', 415],
  ['text/html', '<x>', 415],
  ['application/octet-stream', 'x', 415],
  ['application/x-www-form-urlencoded-x', 'a=b', 415],
  ['multipart/mixed; boundary=x', '--x--', 415],
  ['multipart/form-data', 'no boundary', 400],
  ['multipart/form-data; boundary=x', 'no parts', 400],
  ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nno end', 400],
  ['multipart/form-data; boundary="', '--x--', 400],
].map(([type, body, status]): Attack => ({
  name: `a form sent as ${type}: ${String(body).slice(0, 12)}`,
  status: Number(status),
  send: async (target) => {
    const input = {
      as: 'admin' as const,
      method: 'POST',
      body: String(body),
      headers: { 'Content-Type': String(type) },
    }
    return [
      await target.request('/work.data', input),
      await target.request('/contact', input),
      await target.request('/create', input),
    ]
  },
}))

const nestedField = (depth: number) => `${'a['.repeat(depth)}x${']'.repeat(depth)}=1`
const formBodies: readonly (readonly [string, string, number | readonly number[]])[] = [
  ['one field repeated 10,000 times', 'a=1&'.repeat(10_000), 400],
  ['15,000 fields with different names', Array.from({ length: 15_000 }, (_, n) => `f${n}=1`).join('&'), [413, 422]],
  ['a field nested 10,000 levels deep', nestedField(10_000), 422],
  [
    'fields named like prototype properties',
    '__proto__=x&constructor=x&__proto__[admin]=1&constructor.prototype.admin=1&toString=x&hasOwnProperty=x',
    422,
  ],
  ['one field repeated 1,000 times', 'message=x&'.repeat(1_000), 400],
  ['20,000 fields without values', Array.from({ length: 20_000 }, (_, n) => n.toString(36)).join('&'), 422],
  ['invalid escapes', 'message=%&subject=%zz&email=%e0%a4%a', 422],
  ['only ampersands', '&'.repeat(100_000), 422],
  ['1 byte more than 128 KB', 'x'.repeat(128 * 1024 + 1), 413],
  ['a field of 100 KB', `message=${'x'.repeat(100_000)}`, 422],
]
const bodies = formBodies.map(([name, body, status]): Attack => {
  return {
    name: `a form with ${name}`,
    status,
    send: (target) =>
      target.request('/contact', {
        method: 'POST',
        body,
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      }),
  }
})

/** The limit of a form without Content-Length, unless the limit of its path is lower. */
const maxUnknownBytes = 256 * 1024
const chunk = (bytes: number) => `${bytes.toString(16)}\r\n${'x'.repeat(bytes)}\r\n0\r\n\r\n`

const accountPaths = ['/login', '/LOGIN', '/login/', '/login.data', '/login/passkey', '/signup', '/logout', '/account']

const oversizedBodies: Attack[] = [
  ...[...accountPaths, '/account/verify', '/claim/token'].map((path) => [path, 16] as const),
  ...['/reset', '/reset/x', '/invite/x.data', '/account/email', '/people', '/bin'].map((path) => [path, 16] as const),
  ['/contact', 128],
  ['/work', 256],
  ['/create', 2048],
  ['/projects/x', 256],
].map(([path, kilobytes]): Attack => ({
  name: `a form that exceeds the limit of ${path} by 1 byte (${kilobytes} KB; without Content-Length at most 256 KB)`,
  status: 413,
  send: async (target) => {
    const bytes = Number(kilobytes) * 1024 + 1
    const head = `POST ${path} HTTP/1.1\r\n${host(target)}\r\n${form}\r\n`
    // Raw, because `fetch` fails if the site closes the connection before it has sent everything.
    return [
      await target.sendRaw(`${head}Content-Length: ${bytes}\r\n${end}x`),
      await target.sendRaw(`${head}Transfer-Encoding: chunked\r\n${end}${chunk(Math.min(bytes, maxUnknownBytes + 1))}`),
    ]
  },
}))

const incompleteRequests: Attack[] = [
  {
    name: 'a request head that is never completed',
    isHardOnly: true,
    status: 408,
    send: async (target) => target.sendRaw(`GET /work HTTP/1.1\r\n${host(target)}\r\nX: `),
  },
  {
    name: 'a page request while 200 open connections send nothing',
    status: 200,
    send: async (target) => {
      const silentConnections = Array.from({ length: 200 }, () => target.sendRaw('', 3_000).catch(() => null))
      const response = await target.request('/work')
      await Promise.all(silentConnections)
      return response
    },
  },
]

runAttacks('protocol: request heads', requestHeads)
runAttacks('protocol: paths', unservedPaths)
runAttacks('protocol: bodies', [...contentTypes, ...bodies, ...oversizedBodies, ...incompleteRequests])
