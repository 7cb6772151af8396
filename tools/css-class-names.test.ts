import { glob, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const imported = /import (\w+) from '([^']+[.]module[.]css)'/g

test('every class that a component takes from a CSS module exists in it', async () => {
  const missing: string[] = []
  let checked = 0
  for await (const component of glob('app/**/*.tsx')) {
    const source = await readFile(component, 'utf8')
    for (const [, name = '', stylesheet = ''] of source.matchAll(imported)) {
      const path = stylesheet.startsWith('#') ? stylesheet.slice(1) : join(dirname(component), stylesheet)
      const classes = await classesOf(path)
      for (const [, used = ''] of source.matchAll(new RegExp(`\\b${name}[.](\\w+)`, 'g'))) {
        checked += 1
        if (!classes.has(used)) missing.push(`${component}: ${name}.${used}`)
      }
    }
  }
  expect(missing).toEqual([])
  expect(checked).toBeGreaterThan(100)
})

async function classesOf(path: string): Promise<Set<string>> {
  const css = (await readFile(path, 'utf8')).replaceAll(/\/[*].*?[*]\//gs, '')
  return new Set([...css.matchAll(/[.]([a-zA-Z_][\w-]*)/g)].map(([, name = '']) => name))
}
