import { expect } from 'vitest'
import { attacks, type Attack } from './attack.ts'
import type { Siege } from './siege.ts'

const others: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'another site': { Origin: 'https://evil.example' },
  nowhere: { Origin: 'null' },
  'a sister': { Origin: 'http://sister.localhost' },
  'another port': { Origin: 'http://localhost:1' },
  'another scheme': { Origin: 'https://localhost' },
  'a page that says cross-site': { 'Sec-Fetch-Site': 'cross-site' },
  'a page that says same-site': { 'Sec-Fetch-Site': 'same-site' },
  'an address bar': { 'Sec-Fetch-Site': 'none' },
  'two sites at once': { Origin: 'http://localhost, https://evil.example' },
}
const types: Readonly<Record<string, (siege: Siege) => string>> = {
  'application/x-www-form-urlencoded': ({ projects }) => `intent=delete&projectId=${projects[0]}`,
  'multipart/form-data; boundary=x': ({ projects }) =>
    ['intent=delete', `projectId=${projects[0]}`]
      .map((pair) => pair.split('='))
      .map(([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
      .join('') + '--x--\r\n',
  'text/plain': ({ projects }) => `intent=delete\r\nprojectId=${projects[0]}`,
  'application/json': ({ projects }) => JSON.stringify({ intent: 'delete', projectId: projects[0] }),
}

const posts = Object.entries(others).flatMap(([from, headers]) =>
  Object.entries(types).map(([type, body]): Attack => {
    return {
      name: `a deletion posted by ${from} as ${type.split(';')[0]}`,
      status: 403,
      long: type !== 'application/x-www-form-urlencoded' && from !== 'another site',
      send: async (siege) => [
        await siege.ask('/work', { as: 'admin', body: body(siege), headers: { ...headers, 'Content-Type': type } }),
        await siege.ask('/work.data', {
          as: 'admin',
          body: body(siege),
          headers: { ...headers, 'Content-Type': type },
        }),
      ],
    }
  }),
)

const others2: Attack[] = [
  ...['/login', '/signup', '/logout', '/contact', '/create', '/uploads'].map((path): Attack => ({
    name: `a form of another site at ${path}`,
    status: 403,
    send: (siege) =>
      siege.ask(path, { as: 'member', form: { email: 'x' }, headers: { Origin: 'https://evil.example' } }),
  })),
  ...[
    '/work?intent=delete',
    '/work.data?intent=delete',
    '/logout',
    '/logout.data',
    '/create?name=x&details=y&requestId=z',
  ].map((path): Attack => ({
    name: `a change asked for by GET ${path}`,
    status: [200, 202],
    send: (siege) => siege.ask(path, { as: 'admin' }),
  })),
  ...['/work', '/uploads', '/login', '/live', '/photos/x/v1/1.webp'].map((path): Attack => ({
    name: `a preflight for ${path}`,
    status: [404, 405],
    send: (siege) =>
      siege.ask(path, {
        method: 'OPTIONS',
        headers: { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'POST' },
      }),
    holds: (_, [answer]) => expect([...(answer?.headers.keys() ?? [])].join()).not.toContain('access-control-'),
  })),
  ...['cross-site', 'same-site'].map((site): Attack => ({
    name: `an EventSource of a ${site} page`,
    status: 403,
    send: (siege) => siege.ask('/live', { headers: { 'Sec-Fetch-Site': site } }),
  })),
]

attacks('cross-site', [...posts, ...others2])
