import { expect } from 'vitest'
import { attacks, type Attack } from './attack.ts'
import type { Siege } from './siege.ts'

const host = ({ site }: Siege) => `Host: localhost:${site.port}`
const end = 'Connection: close\r\n\r\n'
const form = 'Content-Type: application/x-www-form-urlencoded'

/** Requests written byte by byte; what is left out is a good `Host` and the end. */
const lines: readonly (readonly [string, (siege: Siege) => string, number | readonly number[]])[] = [
  ['no host', () => `GET /work HTTP/1.1\r\n${end}`, 400],
  ['an empty host', () => `GET /work HTTP/1.1\r\nHost:\r\n${end}`, 400],
  ['two hosts', (siege) => `GET /work HTTP/1.1\r\n${host(siege)}\r\nHost: evil.example\r\n${end}`, 400],
  ['the same host twice', (siege) => `GET /work HTTP/1.1\r\n${host(siege)}\r\n${host(siege)}\r\n${end}`, 400],
  ['the host of another', () => `GET /work HTTP/1.1\r\nHost: evil.example\r\n${end}`, 400],
  ['a host that begins like ours', () => `GET /work HTTP/1.1\r\nHost: localhost.evil.example\r\n${end}`, 400],
  ['a host with markup', () => `GET /work HTTP/1.1\r\nHost: "><script>\r\n${end}`, 400],
  ['a host with a path', () => `GET /work HTTP/1.1\r\nHost: localhost/evil\r\n${end}`, 400],
  [
    'a host with a name before it',
    (siege) => `GET /work HTTP/1.1\r\nHost: me@localhost:${siege.site.port}\r\n${end}`,
    400,
  ],
  ['the whole address of another', (siege) => `GET http://evil.example/work HTTP/1.1\r\n${host(siege)}\r\n${end}`, 400],
  ['an address of a file', (siege) => `GET file:///etc/passwd HTTP/1.1\r\n${host(siege)}\r\n${end}`, 400],
  ['no path', (siege) => `GET HTTP/1.1\r\n${host(siege)}\r\n${end}`, 400],
  ['a path without its slash', (siege) => `GET work HTTP/1.1\r\n${host(siege)}\r\n${end}`, 400],
  ['a star', (siege) => `OPTIONS * HTTP/1.1\r\n${host(siege)}\r\n${end}`, [400, 404, 405]],
  ['a backslash', (siege) => `GET /..\\..\\etc\\passwd HTTP/1.1\r\n${host(siege)}\r\n${end}`, [400, 404]],
  ['a version from the future', (siege) => `GET /work HTTP/9.9\r\n${host(siege)}\r\n${end}`, [400, 505]],
  ['a preface of HTTP/2', () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
  ['the hello of TLS', () => '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400],
  ['noise', () => '\x00\xff\x00\xff\r\n\r\n', 400],
  ['TRACE', (siege) => `TRACE /work HTTP/1.1\r\n${host(siege)}\r\nCookie: secret\r\n${end}`, 405],
  ['TRACK', (siege) => `TRACK /work HTTP/1.1\r\n${host(siege)}\r\n${end}`, [400, 405]],
  ['DEBUG', (siege) => `DEBUG /work HTTP/1.1\r\n${host(siege)}\r\n${end}`, [400, 405]],
  ['a method in small letters', (siege) => `get /work HTTP/1.1\r\n${host(siege)}\r\n${end}`, [400, 405]],
  ['20 KB of one header', (siege) => `GET /work HTTP/1.1\r\n${host(siege)}\r\nX: ${'x'.repeat(20_000)}\r\n${end}`, 431],
  ['3,000 headers', (siege) => `GET /work HTTP/1.1\r\n${host(siege)}\r\n${'X: y\r\n'.repeat(3_000)}${end}`, 431],
  ['20 KB of path', (siege) => `GET /${'x'.repeat(20_000)} HTTP/1.1\r\n${host(siege)}\r\n${end}`, [414, 431]],
  [
    'a header with a bare line feed',
    (siege) => `GET /work HTTP/1.1\r\n${host(siege)}\r\nX: a\nSet-Cookie: b\r\n${end}`,
    400,
  ],
  ['a header with NUL', (siege) => `GET /work HTTP/1.1\r\n${host(siege)}\r\nX: a\0b\r\n${end}`, 400],
  [
    'a header folded over two lines',
    (siege) => `GET /work HTTP/1.1\r\n${host(siege)}\r\nX: a\r\n b\r\n${end}`,
    [200, 400],
  ],
  ['a space before the colon', (siege) => `GET /work HTTP/1.1\r\n${host(siege)}\r\nX : a\r\n${end}`, 400],
  [
    'two lengths',
    (siege) =>
      `POST /contact HTTP/1.1\r\n${host(siege)}\r\n${form}\r\nContent-Length: 5\r\nContent-Length: 6\r\n${end}hello`,
    400,
  ],
  [
    'a length and chunks',
    (siege) =>
      `POST /contact HTTP/1.1\r\n${host(siege)}\r\n${form}\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n${end}0\r\n\r\n`,
    400,
  ],
  [
    'a length below nothing',
    (siege) => `POST /contact HTTP/1.1\r\n${host(siege)}\r\n${form}\r\nContent-Length: -5\r\n${end}`,
    400,
  ],
  [
    'a length that is no number',
    (siege) => `POST /contact HTTP/1.1\r\n${host(siege)}\r\n${form}\r\nContent-Length: 1e9\r\n${end}`,
    400,
  ],
  [
    'a length beyond numbers',
    (siege) => `POST /contact HTTP/1.1\r\n${host(siege)}\r\n${form}\r\nContent-Length: ${'9'.repeat(30)}\r\n${end}`,
    [400, 413],
  ],
  [
    'chunks of no number',
    (siege) =>
      `POST /contact HTTP/1.1\r\n${host(siege)}\r\n${form}\r\nTransfer-Encoding: chunked\r\n${end}zz\r\nhello\r\n`,
    400,
  ],
  [
    'an encoding of chunks that nobody knows',
    (siege) => `POST /contact HTTP/1.1\r\n${host(siege)}\r\n${form}\r\nTransfer-Encoding: gzip\r\n${end}`,
    [400, 501],
  ],
  [
    'an announced terabyte',
    (siege) => `POST /contact HTTP/1.1\r\n${host(siege)}\r\n${form}\r\nContent-Length: 1099511627776\r\n${end}`,
    413,
  ],
  [
    'something expected that is not done',
    (siege) => `GET /work HTTP/1.1\r\n${host(siege)}\r\nExpect: 200-maybe\r\n${end}`,
    [200, 417],
  ],
]

const raw = lines.map(([name, write, status]): Attack => {
  return { name, status, send: (siege) => siege.raw(Buffer.from(write(siege), 'latin1')) }
})

const noFiles = [
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
  `/${'a/'.repeat(2_000)}`,
  '/work.data.data',
  '/_root.data.data',
  '/projects/x.data',
].map((path): Attack => {
  return {
    name: `GET ${path.slice(0, 60)}`,
    status: [400, 404],
    send: (siege) => siege.raw(`GET ${path} HTTP/1.1\r\n${host(siege)}\r\nCookie: ${siege.cookies.admin}\r\n${end}`),
    holds: (_, [answer]) => expect(answer?.text).not.toMatch(/root:x:|ref: refs|"enfilade"|sourcesContent/),
  }
})

const types: Attack[] = [
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
  send: async (siege) => {
    const wish = { as: 'admin' as const, method: 'POST', body: String(body), headers: { 'Content-Type': String(type) } }
    return [await siege.ask('/work.data', wish), await siege.ask('/contact', wish), await siege.ask('/create', wish)]
  },
}))

const deep = (depth: number) => `${'a['.repeat(depth)}x${']'.repeat(depth)}=1`
const shapes: readonly (readonly [string, string, number | readonly number[]])[] = [
  ['ten thousand fields', 'a=1&'.repeat(10_000), 422],
  ['thirty thousand fields of other names', Array.from({ length: 15_000 }, (_, n) => `f${n}=1`).join('&'), [413, 422]],
  ['a field ten thousand deep', deep(10_000), 422],
  [
    'prototype keys',
    '__proto__=x&constructor=x&__proto__[admin]=1&constructor.prototype.admin=1&toString=x&hasOwnProperty=x',
    422,
  ],
  ['one field a thousand times', 'message=x&'.repeat(1_000), 422],
  ['bad escapes', 'message=%&subject=%zz&email=%e0%a4%a', 422],
  ['only ampersands', '&'.repeat(100_000), 422],
  ['128 KB and a byte', 'x'.repeat(128 * 1024 + 1), 413],
  ['a field of 100 KB', `message=${'x'.repeat(100_000)}`, 422],
]
const bodies = shapes.map(([name, body, status]): Attack => {
  return {
    name: `a form of ${name}`,
    status,
    send: (siege) =>
      siege.ask('/contact', { method: 'POST', body, headers: { 'Content-Type': 'application/x-www-form-urlencoded' } }),
  }
})

const large: Attack[] = [
  ['/login', 16],
  ['/signup', 16],
  ['/logout', 16],
  ['/LOGIN', 16],
  ['/login/', 16],
  ['/login.data', 16],
  ['/contact', 128],
  ['/work', 256],
  ['/create', 256],
  ['/projects/x', 256],
].map(([path, kilobytes]): Attack => ({
  name: `${kilobytes} KB and a byte at ${path}, announced and not`,
  status: 413,
  send: async (siege) => {
    const body = 'x'.repeat(Number(kilobytes) * 1024 + 1)
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
    return [
      await siege.ask(String(path), { method: 'POST', body, headers }),
      await siege.ask(String(path), { method: 'POST', body: new Blob([body]).stream(), headers }),
    ]
  },
}))

const slow: Attack[] = [
  {
    name: 'a head that never ends',
    long: true,
    status: 408,
    send: async (siege) => siege.raw(`GET /work HTTP/1.1\r\n${host(siege)}\r\nX: `, 29_000),
  },
  {
    name: 'two hundred connections that say nothing',
    status: 200,
    send: async (siege) => {
      const silent = Array.from({ length: 200 }, () => siege.raw('').catch(() => null))
      const answer = await siege.ask('/work')
      await Promise.all(silent)
      return answer
    },
  },
]

attacks('protocol: heads', raw)
attacks('protocol: paths', noFiles)
attacks('protocol: bodies', [...types, ...bodies, ...large, ...slow])
