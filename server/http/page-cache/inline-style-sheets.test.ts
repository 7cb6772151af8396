import { expect, test } from 'vitest'
import { inlineStyleSheets } from './inline-style-sheets.ts'

const read = (path: string) => `/* ${path} */`

test('a style sheet link is replaced by the text of the style sheet and a script that adds disabled links', () => {
  const html = '<head><link nonce="n1" rel="stylesheet" href="/assets/styles-a_B-1.css#"/></head>'
  const inlined = inlineStyleSheets(html, 'n1', read)
  expect(inlined).toContain('<head><style nonce="n1">/* /assets/styles-a_B-1.css */</style><script nonce="n1">')
  expect(inlined).toContain('(["/assets/styles-a_B-1.css","/assets/styles-a_B-1.css#"])</script></head>')
  expect(inlined).not.toContain('<link')
})

test('several style sheets become one, and one script adds all links', () => {
  const links = ['a', 'b'].map((name) => `<link nonce="n1" rel="stylesheet" href="/assets/${name}.css"/>`)
  const inlined = inlineStyleSheets(`<head>${links.join('')}</head>`, 'n1', read)
  expect(inlined).toContain('<style nonce="n1">/* /assets/a.css */\n/* /assets/b.css */</style>')
  expect(inlined.match(/<style/g)).toHaveLength(1)
  expect(inlined.match(/<script nonce="n1">/g)).toHaveLength(1)
  expect(inlined).toContain('(["/assets/a.css","/assets/b.css"])</script></head>')
})

test.each([
  '<link rel="stylesheet" href="/assets/styles-1.css"/>',
  '<link nonce="n1" rel="stylesheet" href="/styles.css"/>',
  '<link nonce="n1" rel="stylesheet" href="/assets/../secret.css"/>',
  '<link nonce="n1" rel="preload" as="style" href="/assets/styles-1.css"/>',
  '&lt;link rel="stylesheet" href="/assets/styles-1.css"/>',
  String.raw`"<link rel=\"stylesheet\" href=\"/assets/styles-1.css\"/>"`,
])('%s is not changed', (html) => {
  expect(inlineStyleSheets(html, 'n1', read)).toBe(html)
})
