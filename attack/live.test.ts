import { request } from 'node:http'
import { expect } from 'vitest'
import { attacks, type Attack } from './attack.ts'
import { emailOf, password, stranger, type Answer, type Siege } from './siege.ts'

/** Opens a stream and keeps it; gives its first words, and the way to leave. */
function listen(siege: Siege, from: string, headers: Record<string, string> = {}) {
  return new Promise<Answer & { leave: () => void }>((resolve, reject) => {
    const asked = request(`${siege.site.origin}/live`, {
      headers: { 'X-Forwarded-For': from, ...headers },
      agent: false,
    })
    asked.on('response', (response) => {
      response.once('data', (chunk: Buffer) =>
        resolve({
          status: response.statusCode ?? 0,
          headers: new Headers(response.headers as Record<string, string>),
          text: chunk.toString(),
          leave: () => asked.destroy(),
        }),
      )
    })
    asked.on('error', reject)
    asked.end()
  })
}

const streams: Attack[] = [
  {
    name: 'two hundred streams of one address',
    status: [200, 429],
    send: async (siege) => {
      const from = stranger()
      const open = await Promise.all(Array.from({ length: 200 }, () => listen(siege, from)))
      const others = await listen(siege, stranger())
      open.forEach(({ leave }) => leave())
      others.leave()
      expect(open.filter(({ status }) => status === 200)).toHaveLength(20)
      expect(others.status).toBe(200)
      await expect
        .poll(async () => {
          const again = await listen(siege, from)
          again.leave()
          return again.status
        })
        .toBe(200)
      return open
    },
  },
  {
    name: 'streams from two hundred addresses of one household',
    status: [200, 429],
    send: async (siege) => {
      const open = await Promise.all(
        Array.from({ length: 60 }, (_, n) => listen(siege, `2001:db8:1:2::${n.toString(16)}`)),
      )
      open.forEach(({ leave }) => leave())
      expect(open.filter(({ status }) => status === 200)).toHaveLength(20)
      return open
    },
  },
  ...['0', '-1', 'x', '9'.repeat(1_000), '<script>', '../secret', '%0d%0a'].map((last): Attack => ({
    name: `a last event called ${JSON.stringify(last.slice(0, 12))}`,
    status: 200,
    send: async (siege) => {
      const heard = await listen(siege, stranger(), { 'Last-Event-ID': last })
      heard.leave()
      return heard
    },
    holds: async (siege, [answer]) => {
      const usual = await listen(siege, stranger())
      usual.leave()
      expect(answer?.text).toMatch(/^id: [\w.]+\nevent: edition\ndata: [\w.]+\n\n$/)
      expect(answer?.text).toBe(usual.text)
    },
  })),
  {
    name: 'a stream of an anonymous, while an admin changes much: it hears that, and not what',
    taken: true,
    status: 200,
    send: async (siege) => {
      const words: string[] = []
      const asked = request(`${siege.site.origin}/live`, { agent: false }, (response) =>
        response.on('data', (chunk: Buffer) => words.push(chunk.toString())),
      )
      asked.on('error', () => {})
      asked.end()
      await expect.poll(() => words.length).toBeGreaterThan(0)
      const answer = await siege.edit(0, { intent: 'save-text', field: 'name', text: 'A secret name', version: '1' })
      await expect.poll(() => words.join('')).toContain('changed')
      asked.destroy()
      expect(words.join('')).not.toMatch(/secret|@|you/)
      return answer
    },
  },
]

const elsewhere = [
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
const redirects = elsewhere.map((next): Attack => {
  return {
    name: `to be sent on to ${JSON.stringify(next)}`,
    taken: true,
    status: 302,
    send: async (siege) => {
      const path = `/login?next=${encodeURIComponent(next)}`
      return [
        await siege.ask(path, { form: { email: emailOf('member'), password } }),
        await siege.ask(path, { cookie: await siege.logIn('member') }),
      ]
    },
    holds: (_, answers) => {
      // Escapes are no slash to any browser, as long as nobody reads them before it does.
      const leadsTo = next.startsWith('/%') ? next : '/work'
      for (const { headers } of answers) expect(headers.get('Location')).toBe(leadsTo)
    },
  }
})

const unkeyed: Readonly<Record<string, string>> = {
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
// The mark of its scripts is all in which an answer differs from the next.
const unmarked = (html: string) => html.replaceAll(/nonce(=|\\?":\\?)"[^"]+"/g, '')
const caches = Object.entries(unkeyed).map(([name, value]): Attack => {
  return {
    name: `the header ${name}: ${value}`,
    status: 200,
    send: async (siege) => [
      await siege.ask('/work', { headers: { [name]: value } }),
      await siege.ask('/robots.txt', { headers: { [name]: value } }),
    ],
    holds: async (siege, answers) => {
      const usual = [await siege.ask('/work'), await siege.ask('/robots.txt')]
      expect(answers.map(({ text }) => unmarked(text))).toEqual(usual.map(({ text }) => unmarked(text)))
    },
  }
})

const traces: Attack = {
  name: 'pages of an admin, kept by a shared cache, and then a visitor',
  status: 200,
  send: async (siege) => {
    const answers: Answer[] = []
    for (const path of [
      '/',
      '/work',
      '/about',
      '/contact',
      '/create',
      `/projects/${siege.projects[0]}`,
      '/work.data',
      '/create.data',
      '/logout',
    ]) {
      const own = await siege.ask(path, { as: 'admin' })
      expect(own.headers.get('Cache-Control'), path).toBe('private, no-store')
      const visitors = await siege.ask(path)
      expect(visitors.headers.get('Cache-Control') ?? '', path).not.toMatch(/public|s-maxage/)
      expect(visitors.headers.get('Set-Cookie')).toBeNull()
      expect(visitors.text, path).not.toContain(emailOf('admin'))
      expect(visitors.text, path).not.toMatch(/Logout<\/button>|Project Name|Add Project/)
      answers.push(own, visitors)
    }
    return answers
  },
}

attacks('live, caches and redirects', [...streams, ...redirects, ...caches, traces])
