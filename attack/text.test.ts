import { expect } from 'vitest'
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
  holds: ({ site }) => {
    const rows = site.sql<{ subject: string }>('select subject from contactSubmissions')
    for (const { subject } of rows) expect(subject).not.toMatch(/[\r\n\u2028\u2029\u0085\u000b]/)
  },
}))

const logs: Attack[] = ['%0a{"level":"error"}', '%0d%0aSet-Cookie:a=b', '%1b[31m', '%e2%80%a8'].map((path) => ({
  name: `a line in the log through the path /${path}`,
  status: [400, 404],
  send: (siege) => siege.ask(`/nowhere${path}`),
  holds: ({ site }, [answer]) => {
    expect(answer?.headers.get('Set-Cookie')).toBeNull()
    for (const line of site.output.split('\n').filter((text) => text.startsWith('{')))
      expect(() => JSON.parse(line)).not.toThrow()
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
}

const dangerous = /<script>alert|<img src=x|<body onload=alert|<%= 7|href="javascript:/
// The page's own data is a script; in it, markup may stand only with its angle brackets escaped.
const withoutOwnScripts = (html: string) => html.replaceAll(/<script nonce="[^"]+"[^>]*>[^<]*<\/script>/g, '')

attacks('text: names', [...names, ...refusedNames])
attacks('text: messages', [...messages, ...refusedMessages, ...breaks, ...logs, surrogates])
