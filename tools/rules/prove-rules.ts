import { spawn } from 'node:child_process'
import { appendFile, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { browserBundleViolations, importViolations, lintViolations, type Violation } from './rule-violations.ts'

// A rule that matches nothing passes silently. Therefore every import rule and some others are violated, in a copy of
// the project, and the command that checks a rule must name it in its output.

/** A command that checks rules, and how a line of its output names a violation. */
interface Check {
  readonly name: string
  readonly command: string
  readonly violations: readonly Violation[]
  reports(violation: Violation, line: string): boolean
}

interface Outcome {
  readonly rule: string
  readonly violation: Violation
  readonly isReported: boolean
  readonly output: string
}

interface ImportReport {
  readonly modules: readonly { source: string; dependencies: readonly unknown[] }[]
  readonly summary: {
    readonly totalCruised: number
    readonly totalDependenciesCruised: number
    readonly ruleSetUsed: { readonly forbidden: readonly { name: string }[] }
  }
}

const root = dirname(dirname(import.meta.dirname))
const folders = ['app', 'portfolio', 'server', 'samples', 'tests', 'tools', 'bench']
const configFiles = ['package.json', 'tsconfig.json', '.oxlintrc.json', 'vite.config.ts', 'react-router.config.ts']
// The type describes this project's own package.json.
const scripts = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')).scripts as Record<string, string>

const checks: readonly Check[] = [
  {
    name: 'browser bundle',
    command: 'react-router build',
    violations: browserBundleViolations,
    reports: ({ rule }, line) => line.trim() === `- Resolved: ${rule}`,
  },
  {
    name: 'imports',
    command: `${scripts['import-rules']} --output-type err`,
    violations: importViolations,
    reports: ({ rule, file }, line) => `${line.trim()} `.startsWith(`error ${rule}: ${file} `),
  },
  {
    name: 'lint',
    command: `${scripts['lint']} --format unix`,
    violations: lintViolations,
    reports: ({ rule, file }, line) => line.startsWith(`${file}:`) && line.includes(`(${rule})`),
  },
]

/** If dependency-cruiser finds fewer, it has not parsed TypeScript: without a parser, it skips these files. */
const minimum = { modules: 200, dependencies: 400 }
const checkTimeoutMs = 120_000

const startMs = performance.now()
const workFolder = await mkdtemp(join(tmpdir(), 'enfilade-rules-'))
try {
  const problems = [...(await findUnprovenRules()), ...(await violateAll())]
  const seconds = ((performance.now() - startMs) / 1000).toFixed(1)
  console.log(`${problems.length === 0 ? 'Every rule reports its violations' : problems.join('\n')} (${seconds} s)`)
  process.exitCode = problems.length === 0 ? 0 : 1
} finally {
  await rm(workFolder, { recursive: true, force: true })
}

/** Reports folders that dependency-cruiser does not see, and import rules without a violation. */
async function findUnprovenRules(): Promise<string[]> {
  const output = await run(`${scripts['import-rules']} --output-type json`, await copyProject('unchanged'))
  // dependency-cruiser defines this format.
  const { modules, summary } = JSON.parse(output) as ImportReport
  const { totalCruised, totalDependenciesCruised, ruleSetUsed } = summary
  console.log(`${totalCruised} modules and ${totalDependenciesCruised} dependencies are checked.`)
  const checked = modules.filter(({ dependencies }) => dependencies.length > 0)
  const unchecked = folders.filter((folder) => !checked.some(({ source }) => source.startsWith(`${folder}/`)))
  const violated = new Set(importViolations.map(({ rule }) => rule))
  const unproven = ruleSetUsed.forbidden.filter(({ name }) => !violated.has(name))
  const tooFew = totalCruised < minimum.modules || totalDependenciesCruised < minimum.dependencies
  return [
    ...(tooFew ? ['Too few modules are checked.'] : []),
    ...unchecked.map((folder) => `No module of ${folder}/ is checked.`),
    ...unproven.map(({ name }) => `The rule ${name} has no violation: add one to tools/rules/rule-violations.ts.`),
  ]
}

/** Tries all violations, with one worker and one copy of the project for each processor. */
async function violateAll(): Promise<string[]> {
  const batches = checks.flatMap((check) => batchesOf(check.violations).map((batch) => ({ check, batch })))
  const outcomes: Outcome[] = []
  const workers = Array.from({ length: availableParallelism() }, async (_, number) => {
    const copy = await copyProject(String(number))
    for (let next = batches.shift(); next; next = batches.shift()) {
      outcomes.push(...(await tryBatch(copy, next.check, next.batch)))
    }
  })
  await Promise.all(workers)

  const rules = Map.groupBy(outcomes, ({ rule }) => rule)
  for (const [rule, tried] of [...rules].sort(([one], [other]) => (one < other ? -1 : 1))) {
    const isProven = tried.every(({ isReported }) => isReported)
    console.log(`${isProven ? 'proven' : 'MISSED'} ${rule}${tried.length > 1 ? `, ${tried.length} violations` : ''}`)
  }
  console.log(`${rules.size} rules were violated in ${outcomes.length} ways.`)
  return outcomes.filter(({ isReported }) => !isReported).map(problemOf)
}

function problemOf({ rule, violation, output }: Outcome): string {
  return `\n${rule} did not report this in ${violation.file}:\n${violation.code.slice(0, 300)}\nThe output:\n${output}`
}

/** Groups the violations: those that touch different files are tried together. */
function batchesOf(violations: readonly Violation[]): Violation[][] {
  const batches: Violation[][] = []
  for (const violation of violations) {
    const batch = batches.find((others) => others.every((other) => filesOf(other).isDisjointFrom(filesOf(violation))))
    if (batch) batch.push(violation)
    else batches.push([violation])
  }
  return batches
}

function filesOf({ file, newFiles = {} }: Violation): Set<string> {
  return new Set([file, ...Object.keys(newFiles)])
}

async function tryBatch(copy: string, check: Check, batch: readonly Violation[]): Promise<Outcome[]> {
  const undos = await Promise.all(batch.map((violation) => write(copy, violation)))
  const output = await run(check.command, copy)
  for (const undo of undos) await undo()
  const lines = output.split('\n')
  return batch.map((violation) => ({
    rule: `${check.name}: ${violation.rule}`,
    violation,
    isReported: lines.some((line) => check.reports(violation, line)),
    output,
  }))
}

/** Writes the violation into the copy; returns a function that undoes it. */
async function write(copy: string, { file, code, newFiles = {} }: Violation): Promise<() => Promise<void>> {
  const path = join(copy, file)
  const before = await readFile(path).catch(() => null)
  await appendFile(path, `\n${code}\n`)
  for (const [other, text] of Object.entries(newFiles)) await writeFile(join(copy, other), text, { flag: 'wx' })
  return async () => {
    if (before) await writeFile(path, before)
    else await rm(path)
    for (const other of Object.keys(newFiles)) await rm(join(copy, other))
  }
}

async function copyProject(name: string): Promise<string> {
  const copy = join(workFolder, name)
  await mkdir(copy)
  const isText = (path: string) => !/[.](jpe?g|png|heic)$/.test(path)
  for (const entry of [...folders, ...configFiles]) {
    await cp(join(root, entry), join(copy, entry), { recursive: true, filter: isText })
  }
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

/** Returns the output. A violation makes the command fail, so its exit code is ignored. */
function run(command: string, cwd: string): Promise<string> {
  const path = [join(root, 'node_modules', '.bin'), process.env['PATH']].join(delimiter)
  const env = { ...process.env, PATH: path, NO_COLOR: '1' }
  // `exec` replaces the shell, so that the timeout ends the command itself.
  const child = spawn(`exec ${command}`, { cwd, shell: true, env, timeout: checkTimeoutMs })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject).once('close', () => resolve(output))
  })
}
