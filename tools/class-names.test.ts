import { glob, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const imported = /import (\w+) from '([^']+[.]module[.]css)'/g

test('every class that a component takes from its sheet is there', async () => {
  const missing: string[] = []
  let seen = 0
  for await (const component of glob('app/**/*.tsx')) {
    const source = await readFile(component, 'utf8')
    for (const [, name = '', sheet = ''] of source.matchAll(imported)) {
      const path = sheet.startsWith('#') ? sheet.slice(1) : join(dirname(component), sheet)
      const there = await classesOf(path)
      for (const [, taken = ''] of source.matchAll(new RegExp(`\\b${name}[.](\\w+)`, 'g'))) {
        seen += 1
        if (!there.has(taken)) missing.push(`${component}: ${name}.${taken}`)
      }
    }
  }
  expect(missing).toEqual([])
  expect(seen).toBeGreaterThan(100)
})

async function classesOf(sheet: string): Promise<Set<string>> {
  const css = (await readFile(sheet, 'utf8')).replaceAll(/\/[*].*?[*]\//gs, '')
  return new Set([...css.matchAll(/[.]([a-zA-Z_][\w-]*)/g)].map(([, name = '']) => name))
}
