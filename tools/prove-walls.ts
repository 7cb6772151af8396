import { spawn } from 'node:child_process'
import { appendFile, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { downloadBreaches, habitBreaches, wallBreaches, type Breach } from './breaches.ts'

// Walls are proven, not believed: each is broken on purpose, in a copy of the house, by the very command that guards it.

/** A guard: its command, and whether what it said names the breach. */
interface Guard {
  readonly name: string
  readonly command: string
  readonly breaches: readonly Breach[]
  names(breach: Breach, line: string): boolean
}

interface Verdict {
  readonly wall: string
  readonly breach: Breach
  readonly held: boolean
  readonly said: string
}

const home = dirname(import.meta.dirname)
const rooms = ['app', 'portfolio', 'server', 'samples', 'testing', 'tools', 'e2e']
const papers = ['package.json', 'tsconfig.json', '.oxlintrc.json', 'vite.config.ts', 'react-router.config.ts']
const { scripts } = JSON.parse(await readFile(join(home, 'package.json'), 'utf8')) as { scripts: Record<string, string> }

const guards: readonly Guard[] = [
  {
    name: 'download',
    command: 'react-router build',
    breaches: downloadBreaches,
    names: ({ rule }, line) => line.trim() === `- Resolved: ${rule}`,
  },
  {
    name: 'walls',
    command: `${scripts['walls']} --output-type err`,
    breaches: wallBreaches,
    names: ({ rule, file }, line) => `${line.trim()} `.startsWith(`error ${rule}: ${file} `),
  },
  {
    name: 'habits',
    command: `${scripts['lint']} --format unix`,
    breaches: habitBreaches,
    names: ({ rule, file }, line) => line.startsWith(`${file}:`) && line.includes(`(${rule})`),
  },
]

/** Below this, dependency-cruiser has gone blind: with the wrong parser it sees nothing, and passes. */
const floor = { modules: 200, dependencies: 400 }

const begun = performance.now()
const workshop = await mkdtemp(join(tmpdir(), 'enfilade-walls-'))
try {
  const complaints = [...(await lookAround()), ...(await breakAll())]
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  console.log(`\n${complaints.length === 0 ? 'Every wall holds' : complaints.join('\n')} (${seconds} s)`)
  process.exitCode = complaints.length === 0 ? 0 : 1
} finally {
  await rm(workshop, { recursive: true, force: true })
}

/** Whether every room is seen, and every wall is about to be broken. */
async function lookAround(): Promise<string[]> {
  const house = await copyHouse('whole')
  const report = JSON.parse(await run(`${scripts['walls']} --output-type json`, house)) as {
    modules: { source: string; dependencies: unknown[] }[]
    summary: { totalCruised: number; totalDependenciesCruised: number; ruleSetUsed: { forbidden: { name: string }[] } }
  }
  const { totalCruised: modules, totalDependenciesCruised: dependencies, ruleSetUsed } = report.summary
  const seen = report.modules.filter((module) => module.dependencies.length > 0)
  const unseen = rooms.filter((room) => !seen.some((module) => module.source.startsWith(`${room}/`)))
  const unbroken = new Set(ruleSetUsed.forbidden.map((rule) => rule.name)).difference(new Set(wallBreaches.map(({ rule }) => rule)))
  console.log(`${modules} modules and ${dependencies} dependencies are seen.`)
  return [
    ...(modules < floor.modules || dependencies < floor.dependencies ? ['Too few modules are seen.'] : []),
    ...unseen.map((room) => `Nothing is seen in ${room}/.`),
    ...[...unbroken].map((name) => `Nobody tries to break the wall ${name}: add a breach.`),
  ]
}

/** Breaks one wall after the other, as many at a time as there are processors; each builder has a house of their own. */
async function breakAll(): Promise<string[]> {
  const todo = guards.flatMap((guard) => guard.breaches.map((breach) => ({ guard, breach })))
  const verdicts: Verdict[] = []
  const builders = Array.from({ length: availableParallelism() }, async (_, number) => {
    const house = await copyHouse(String(number))
    for (let task = todo.shift(); task; task = todo.shift()) verdicts.push(await tryToBreak(house, task.guard, task.breach))
  })
  await Promise.all(builders)

  const walls = Map.groupBy(verdicts, (verdict) => verdict.wall)
  for (const [wall, tries] of [...walls].sort()) {
    console.log(`${tries.every(({ held }) => held) ? 'holds' : 'BREAKS'}  ${wall}${tries.length > 1 ? ` (${tries.length} ways)` : ''}`)
  }
  console.log(`\n${walls.size} walls, broken in ${verdicts.length} ways.`)
  return verdicts
    .filter(({ held }) => !held)
    .map(({ wall, breach, said }) => `${wall} did not hold against ${breach.file}: ${breach.code}\n${said}`)
}

async function tryToBreak(house: string, { name, command, names }: Guard, breach: Breach): Promise<Verdict> {
  const mend = await write(house, breach)
  const said = await run(command, house)
  await mend()
  return { wall: `${name}: ${breach.rule}`, breach, held: said.split('\n').some((line) => names(breach, line)), said }
}

/** Writes the breach into this copy of the house; returns the way to undo it. */
async function write(house: string, { file, code, beside = {} }: Breach): Promise<() => Promise<void>> {
  const path = join(house, file)
  const before = await readFile(path).catch(() => null)
  await appendFile(path, `\n${code}\n`)
  for (const [other, text] of Object.entries(beside)) await writeFile(join(house, other), text, { flag: 'wx' })
  return async () => {
    if (before) await writeFile(path, before)
    else await rm(path)
    for (const other of Object.keys(beside)) await rm(join(house, other))
  }
}

async function copyHouse(name: string): Promise<string> {
  const house = join(workshop, name)
  await mkdir(house)
  for (const part of [...rooms, ...papers]) {
    await cp(join(home, part), join(house, part), { recursive: true, filter: (path) => path !== join(home, 'samples', 'photos') })
  }
  await symlink(join(home, 'node_modules'), join(house, 'node_modules'))
  return house
}

/** What the command says. That it fails is what we want, so its exit code tells us nothing. */
function run(command: string, house: string): Promise<string> {
  const path = [join(home, 'node_modules', '.bin'), process.env['PATH']].join(delimiter)
  const child = spawn(command, { cwd: house, shell: true, env: { ...process.env, PATH: path, NO_COLOR: '1' }, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (said += text))
  return new Promise((resolve, reject) => child.once('error', reject).once('close', () => resolve(said)))
}
