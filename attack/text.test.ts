import { expect } from 'vitest'
import { problemsInLog } from '#fault/logs.ts'
import { attacks, type Attack } from './attack.ts'

/** What would be markup, code or an order somewhere else. */
const texts: Readonly<Record<string, string>> = {
  'a script': '<script>alert(1)</script>',
  'a handler': '"><img src=x onerror=alert(1)>',
  'the end of a script': '</script><script>alert(1)</script>',
  'the end of a title': '</title></head><body onload=alert(1)>',
  'a comment': '<!--<script>',
  'a line separator': 'one\u2028two\u2029three',
  'a script link': 'javascript:alert(1)',
  'a right-to-left override': 'photo\u202egpj.exe',
  'the prototype': '__proto__',
  'a constructor': 'constructor',
  'a template': '{{7*7}}${7*7}#{7*7}<%= 7*7 %>',
  'a query': "'; drop table projects; --",
  'an entity': '&lt;script&gt;&#x3c;',
  'a format': '%s%n%x%p',
  'a formula': '=HYPERLINK("http://evil.example")',
  'a path': '../../../etc/passwd',
}
const noTexts: Readonly<Record<string, string>> = {
  NUL: 'a\0b',
  nothing: '',
  'only spaces': ' \u00a0\u3000\n',
  'a name too long': 'x'.repeat(121),
  'a name of too many chairs': '🪑'.repeat(121),
}

const rename = (text: string) => ({ intent: 'save-text', field: 'name', text })

const names = Object.entries(texts).map(([what, text]): Attack => {
  return {
    name: `a project called like ${what}`,
    taken: true,
    status: 200,
    send: async (siege) => {
      const [project = ''] = siege.projects
      const [row] = siege.site.sql<{ nameVersion: number }>('select nameVersion from projects where id = ?', project)
      const saved = await siege.edit(0, { ...rename(text), version: String(row?.nameVersion) })
      return [saved, await siege.ask(`/projects/${project}`), await siege.ask('/work'), await siege.ask('/sitemap.xml')]
    },
    holds: ({ site, projects }, [, page, list, map]) => {
      expect(site.sql('select name from projects where id = ?', projects[0] ?? '')).toEqual([{ name: text.trim() }])
      mustShow(page?.text ?? '', text.trim())
      expect(list?.text).toContain(asMarkup(text.trim()))
      for (const answer of [page, list, map]) expect(withoutOwnScripts(answer?.text ?? '')).not.toMatch(dangerous)
      expect(site.sql('select id from projects')).toHaveLength(2)
    },
  }
})

const refusedNames = Object.entries(noTexts).map(([what, text]): Attack => {
  return {
    name: `a project called ${what}`,
    status: 422,
    send: (siege) => {
      const [row] = siege.site.sql<{ nameVersion: number }>(
        'select nameVersion from projects where id = ?',
        siege.projects[0] ?? '',
      )
      return siege.edit(0, { ...rename(text), version: String(row?.nameVersion) })
    },
  }
})

const good = { firstName: 'Ada', lastName: 'L', email: 'ada@example.com', subject: 'A shop', message: 'Empty.' }
const messages = Object.entries(texts).map(([what, text]): Attack => {
  return {
    name: `a message like ${what}`,
    taken: true,
    status: 200,
    send: (siege) => siege.ask('/contact', { form: { ...good, message: text, subject: text } }),
    holds: async ({ site }) => {
      expect(site.sql('select id from contactSubmissions where message = ?', text)).not.toEqual([])
      // Nothing in it steers the terminal of whoever reads it.
      if (text.includes('\u202e'))
        expect(await site.owner('enquiries')).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u0000-\u0008\u001b]/)
    },
  }
})

const refusedMessages = Object.keys(good).flatMap((field): Attack[] =>
  ['', ' \t ', 'a\0b', 'x'.repeat(5_001)].map((text): Attack => ({
    name: `a message whose ${field} is ${JSON.stringify(text.slice(0, 6))} (${text.length})`,
    status: 422,
    send: (siege) => siege.ask('/contact', { form: { ...good, [field]: text } }),
  })),
)

const breaks: Attack[] = ['\r\n', '\n', '\r', '\u2028', '\u0085', '\u000b', '%0d%0a'].map((mark) => ({
  name: `a subject with ${JSON.stringify(mark)} before Bcc`,
  taken: true,
  status: 200,
  send: (siege) => siege.ask('/contact', { form: { ...good, subject: `Shop${mark}Bcc: eve@example.com` } }),
  holds: ({ site }) =>
    expect(site.sql('select subject from contactSubmissions order by rowid desc limit 1')).toEqual([
      // What is written as an escape is what it says: nobody reads it once more.
      { subject: `Shop${mark === '%0d%0a' ? mark : ' '}Bcc: eve@example.com` },
    ]),
}))

const logs: Attack[] = ['%0a{"level":"error"}', '%0d%0aSet-Cookie:a=b', '%1b[31m', '%e2%80%a8'].map((path) => ({
  name: `a line in the log through the path /${path}`,
  status: [400, 404],
  send: (siege) => siege.ask(`/nowhere${path}`),
  holds: ({ site }, [answer]) => {
    expect(answer?.headers.get('Set-Cookie')).toBeNull()
    expect(problemsInLog(site.output, site.log, [])).toEqual([])
    // Nothing in it steers the terminal of whoever reads it, or looks like the end of a line.
    expect(site.log).not.toMatch(/[\u001b\u0085\u2028\u2029]/)
  },
}))

const surrogates: Attack = {
  name: 'half a character as bytes',
  taken: true,
  status: 200,
  send: (siege) =>
    siege.ask('/contact', {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'firstName=%ED%A0%80&lastName=%FF%FE&email=ada%40example.com&subject=%C0%AF&message=%ED%BF%BF',
    }),
  holds: ({ site }) =>
    expect(site.sql('select lastName, message from contactSubmissions order by rowid desc limit 1')).toEqual([
      { lastName: '\ufffd\ufffd', message: '\ufffd\ufffd\ufffd' },
    ]),
}

const dangerous = /<script>alert|<img src=x|<body onload=alert|<%= 7|href="javascript:/
// The page's own data is a script; in it, markup may stand only with its angle brackets escaped.
const withoutOwnScripts = (html: string) => html.replaceAll(/<script nonce="[^"]+"[^>]*>[^<]*<\/script>/g, '')

/** As React writes it between tags and in attributes. */
function asMarkup(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#x27;',
  }
  return text.replaceAll(/[&<>"']/g, (mark) => entities[mark] ?? mark)
}

/** In the page, its title, what is said where it is shared, and what is said to machines: the text, and nothing else. */
function mustShow(html: string, text: string): void {
  const shown = asMarkup(text)
  const [, heading] = /<h1[^>]*>(.*?)<\/h1>/s.exec(html) ?? []
  const [, title] = /<title>(.*?)<\/title>/s.exec(html) ?? []
  const [, shared] = /<meta property="og:title" content="([^"]*)"/.exec(html) ?? []
  const [, told = ''] = /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(html) ?? []
  expect([heading, title?.startsWith(`${shown} — `), shared]).toEqual([shown, true, shown])
  const { '@graph': things } = JSON.parse(told) as { '@graph': Record<string, unknown>[] }
  expect(things.find((thing) => thing['@type'] === 'CreativeWork')?.['name']).toBe(text)
}

attacks('text: names', [...names, ...refusedNames])
attacks('text: messages', [...messages, ...refusedMessages, ...breaks, ...logs, surrogates])
