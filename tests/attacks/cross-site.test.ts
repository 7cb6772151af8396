import { expect } from 'vitest'
import { runAttacks, type Attack } from './run-attacks.ts'
import type { TargetSite } from './target-site.ts'

const origins: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'another site': { Origin: 'https://evil.example' },
  'an opaque origin': { Origin: 'null' },
  'a sibling domain': { Origin: 'http://sister.localhost' },
  'another port': { Origin: 'http://localhost:1' },
  'another scheme': { Origin: 'https://localhost' },
  'a cross-site page': { 'Sec-Fetch-Site': 'cross-site' },
  'a same-site page': { 'Sec-Fetch-Site': 'same-site' },
  'the address bar': { 'Sec-Fetch-Site': 'none' },
  'two sites at once': { Origin: 'http://localhost, https://evil.example' },
}
const bodies: Readonly<Record<string, (target: TargetSite) => string>> = {
  'application/x-www-form-urlencoded': ({ projectIds: projects }) => `intent=delete&projectId=${projects[0]}`,
  'multipart/form-data; boundary=x': ({ projectIds: projects }) =>
    ['intent=delete', `projectId=${projects[0]}`]
      .map((pair) => pair.split('='))
      .map(([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
      .join('') + '--x--\r\n',
  'text/plain': ({ projectIds: projects }) => `intent=delete\r\nprojectId=${projects[0]}`,
  'application/json': ({ projectIds: projects }) => JSON.stringify({ intent: 'delete', projectId: projects[0] }),
}

const posts = Object.entries(origins).flatMap(([from, headers]) =>
  Object.entries(bodies).map(([type, body]): Attack => {
    return {
      name: `the removal of a project posted from ${from} as ${type.split(';')[0]}`,
      status: 403,
      isHardOnly: type !== 'application/x-www-form-urlencoded' && from !== 'another site',
      send: async (target) => [
        await target.request('/work', {
          as: 'admin',
          body: body(target),
          headers: { ...headers, 'Content-Type': type },
        }),
        await target.request('/work.data', {
          as: 'admin',
          body: body(target),
          headers: { ...headers, 'Content-Type': type },
        }),
      ],
    }
  }),
)

const otherRequests: Attack[] = [
  ...[
    '/login',
    '/login/passkey',
    '/signup',
    '/logout',
    '/account',
    '/account/verify',
    '/contact',
    '/create',
    '/tools',
    '/inbox',
    '/studio/health',
    '/people',
    '/bin',
    '/history/studio/city',
    '/account/email',
    '/reset',
    '/reset/x',
    '/claim/token',
    '/setup/words',
    '/uploads',
  ].map((path): Attack => ({
    name: `a form posted to ${path} from another site`,
    status: 403,
    send: (target) =>
      target.request(path, { as: 'user', form: { email: 'x' }, headers: { Origin: 'https://evil.example' } }),
  })),
  ...[
    '/work?intent=delete',
    '/work.data?intent=delete',
    '/logout',
    '/logout.data',
    '/create?name=x&details=y&requestId=z',
  ].map((path): Attack => ({
    name: `GET ${path}, which changes nothing`,
    status: [200, 202],
    send: (target) => target.request(path, { as: 'admin' }),
  })),
  ...['/work', '/uploads', '/login', '/live', '/photos/x/v1/1.webp'].map((path): Attack => ({
    name: `a CORS preflight for ${path}`,
    status: [404, 405],
    send: (target) =>
      target.request(path, {
        method: 'OPTIONS',
        headers: { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'POST' },
      }),
    verify: (_, [response]) => expect([...(response?.headers.keys() ?? [])].join()).not.toContain('access-control-'),
  })),
  ...['cross-site', 'same-site'].map((site): Attack => ({
    name: `an EventSource on a ${site} page`,
    status: 403,
    send: (target) => target.request('/live', { headers: { 'Sec-Fetch-Site': site } }),
  })),
]

runAttacks('cross-site', [...posts, ...otherRequests])
