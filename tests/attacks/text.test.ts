import { expect } from 'vitest'
import { problemsInLog } from '#tests/support/log-lines.ts'
import { runAttacks, type Attack } from './run-attacks.ts'
import type { TargetSite } from './target-site.ts'

/** Texts that could be interpreted as markup or code. They must be stored and shown literally. */
const hostileTexts: Readonly<Record<string, string>> = {
  'a script': '<script>alert(1)</script>',
  'an event handler': '"><img src=x onerror=alert(1)>',
  'the end of a script': '</script><script>alert(1)</script>',
  'the end of a title': '</title></head><body onload=alert(1)>',
  'a comment': '<!--<script>',
  'a line separator': 'one\u2028two\u2029three',
  'a script link': 'javascript:alert(1)',
  'a right-to-left override': 'photo\u202egpj.exe',
  'the property __proto__': '__proto__',
  'the property constructor': 'constructor',
  'a template': '{{7*7}}${7*7}#{7*7}<%= 7*7 %>',
  'a SQL query': "'; drop table projects; --",
  'character references': '&lt;script&gt;&#x3c;',
  'a format string': '%s%n%x%p',
  'a spreadsheet formula': '=HYPERLINK("http://evil.example")',
  'a path': '../../../etc/passwd',
}
const invalidNames: Readonly<Record<string, string>> = {
  'a project name with NUL': 'a\0b',
  'an empty project name': '',
  'a project name of spaces only': ' \u00a0\u3000\n',
  'a project name of 121 letters': 'x'.repeat(121),
  'a project name of 121 emoji': '🪑'.repeat(121),
}

const rename = (text: string) => ({ intent: 'save-text', field: 'name', text })

const nameAttacks = Object.entries(hostileTexts).map(([what, text]): Attack => {
  return {
    name: `a project name with ${what}, which is shown as text`,
    isAccepted: true,
    status: 200,
    send: async (target) => {
      const saved = await target.editProject(0, { ...rename(text), version: await nameVersionOf(target) })
      return [
        saved,
        await target.request(target.projectPaths[0]),
        await target.request('/work'),
        await target.request('/sitemap.xml'),
      ]
    },
    verify: async ({ site, projectIds: [id = ''] }, [, page, list, sitemap]) => {
      expect(await site.query('select name from projects where id = ?', id)).toEqual([{ name: text.trim() }])
      expectShown(page?.text ?? '', text.trim())
      expect(list?.text).toContain(asMarkup(text.trim()))
      for (const response of [page, list, sitemap])
        expect(withoutPageScripts(response?.text ?? '')).not.toMatch(dangerous)
      expect(await site.query('select id from projects')).toHaveLength(2)
    },
  }
})

const refusedNames = Object.entries(invalidNames).map(([what, text]): Attack => {
  return {
    name: what,
    status: 422,
    send: async (target) => target.editProject(0, { ...rename(text), version: await nameVersionOf(target) }),
  }
})

const validMessage = { firstName: 'Ada', lastName: 'L', email: 'ada@example.com', subject: 'A shop', message: 'Empty.' }
const messageAttacks = Object.entries(hostileTexts).map(([what, text]): Attack => {
  return {
    name: `a message with ${what}, which is stored unchanged`,
    isAccepted: true,
    status: 200,
    send: (target) => target.request('/contact', { form: { ...validMessage, message: text, subject: text } }),
    verify: async ({ site }) => {
      expect(await site.query('select id from "contactSubmissions" where message = ?', text)).not.toEqual([])
      // The printed message must contain no character that affects the operator's terminal.
      if (text.includes('\u202e'))
        expect(await site.runAdminCommand('enquiries')).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u0000-\u0008\u001b]/)
    },
  }
})

const refusedMessages = Object.keys(validMessage).flatMap((field): Attack[] =>
  ['', ' \t ', 'a\0b', 'x'.repeat(5_001)].map((text): Attack => ({
    name: `a message whose ${field} is ${JSON.stringify(text.slice(0, 6))} (${text.length})`,
    status: 422,
    send: (target) => target.request('/contact', { form: { ...validMessage, [field]: text } }),
  })),
)

const headerInjections: Attack[] = ['\r\n', '\n', '\r', '\u2028', '\u0085', '\u000b', '%0d%0a'].map((lineBreak) => ({
  name: `a subject with ${JSON.stringify(lineBreak)} before Bcc, which stays one line`,
  isAccepted: true,
  status: 200,
  send: (target) =>
    target.request('/contact', { form: { ...validMessage, subject: `Shop${lineBreak}Bcc: eve@example.com` } }),
  verify: async (target) =>
    expect(await lastMessage(target)).toMatchObject({
      // A percent escape in the text is not decoded again.
      subject: `Shop${lineBreak === '%0d%0a' ? lineBreak : ' '}Bcc: eve@example.com`,
    }),
}))

const logInjections: Attack[] = ['%0a{"level":"error"}', '%0d%0aSet-Cookie:a=b', '%1b[31m', '%e2%80%a8'].map(
  (path) => ({
    name: `the path /${path}, which does not inject a line into the log`,
    status: [400, 404],
    send: (target) => target.request(`/nowhere${path}`),
    verify: ({ site }, [response]) => {
      expect(response?.headers.get('Set-Cookie')).toBeNull()
      expect(problemsInLog(site.output, site.log, [])).toEqual([])
      expect(site.log).not.toMatch(/[\u001b\u0085\u2028\u2029]/)
    },
  }),
)

const invalidUtf8: Attack = {
  name: 'a message with bytes that are not UTF-8, which become replacement characters',
  isAccepted: true,
  status: 200,
  send: (target) =>
    target.request('/contact', {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'firstName=%ED%A0%80&lastName=%FF%FE&email=ada%40example.com&subject=%C0%AF&message=%ED%BF%BF',
    }),
  verify: async (target) =>
    expect(await lastMessage(target)).toMatchObject({ lastName: '\ufffd\ufffd', message: '\ufffd\ufffd\ufffd' }),
}

async function nameVersionOf({ site, projectIds: [id = ''] }: TargetSite): Promise<string> {
  const [row] = await site.query<{ nameVersion: number }>('select "nameVersion" from projects where id = ?', id)
  return String(row?.nameVersion)
}

async function lastMessage({ site }: TargetSite): Promise<unknown> {
  const [message] = await site.query('select * from "contactSubmissions" order by "createdAt" desc limit 1')
  return message
}

const dangerous = /<script>alert|<img src=x|<body onload=alert|<%= 7|href="javascript:/
// Page data is in scripts with a nonce, which may contain markup only with escaped angle brackets.
const withoutPageScripts = (html: string) => html.replaceAll(/<script nonce="[^"]+"[^>]*>[^<]*<\/script>/g, '')

/** The text as React escapes it between tags and in attributes. */
function asMarkup(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#x27;',
  }
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character)
}

/** Asserts that heading, title, Open Graph title and structured data show this text literally. */
function expectShown(html: string, text: string): void {
  const shown = asMarkup(text)
  const [, heading] = /<h1[^>]*>(.*?)<\/h1>/s.exec(html) ?? []
  const [, title] = /<title>(.*?)<\/title>/s.exec(html) ?? []
  const [, ogTitle] = /<meta property="og:title" content="([^"]*)"/.exec(html) ?? []
  const [, structuredData = ''] = /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(html) ?? []
  expect([heading, title?.startsWith(`${shown} — `), ogTitle]).toEqual([shown, true, shown])
  const { '@graph': nodes } = JSON.parse(structuredData) as { '@graph': Record<string, unknown>[] }
  expect(nodes.find((node) => node['@type'] === 'CreativeWork')?.['name']).toBe(text)
}

runAttacks('text: names', [...nameAttacks, ...refusedNames])
runAttacks('text: messages', [
  ...messageAttacks,
  ...refusedMessages,
  ...headerInjections,
  ...logInjections,
  invalidUtf8,
])
