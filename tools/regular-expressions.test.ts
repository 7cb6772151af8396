import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from '@swc/core'
import { analyse } from 'scslre'
import { expect, test } from 'vitest'

// Matching input of n characters must not block the only thread for n² steps or more: a path of 15 KB once took 0.5 s.

test('no regular expression literal of the site takes more than linear time', () => {
  const checked = ['app', 'portfolio', 'server'].flatMap(sourceFiles).flatMap(regularExpressionsIn)
  expect(checked.length).toBeGreaterThan(30)
  expect(checked.filter(isSuperLinear).map(({ path, pattern }) => `${path}: /${pattern}/`)).toEqual([])
})

test('the analysis finds super-linear expressions', () => {
  for (const pattern of ['\\/+$', '(a|a)*b', '(\\.data|\\/)+$', '(a+)+$'])
    expect(isSuperLinear({ path: '', pattern, flags: '' }), pattern).toBe(true)
  expect(isSuperLinear({ path: '', pattern: '^\\/+', flags: '' })).toBe(false)
})

interface RegularExpression {
  readonly path: string
  readonly pattern: string
  readonly flags: string
}

function isSuperLinear({ pattern, flags }: RegularExpression): boolean {
  return analyse({ source: pattern, flags }).reports.length > 0
}

function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.(test|d)\.ts$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
}

function regularExpressionsIn(path: string): RegularExpression[] {
  const found: RegularExpression[] = []
  const visit = (node: unknown) => {
    if (typeof node !== 'object' || node === null) return
    const { type, pattern, flags } = node as Record<string, unknown>
    if (type === 'RegExpLiteral') found.push({ path, pattern: String(pattern), flags: String(flags) })
    Object.values(node).forEach(visit)
  }
  visit(parseSync(readFileSync(path, 'utf8'), { syntax: 'typescript', tsx: path.endsWith('.tsx') }))
  return found
}
