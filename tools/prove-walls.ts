import { spawn } from 'node:child_process'
import { appendFile, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { downloadBreaches, habitBreaches, wallBreaches, type Breach } from './breaches.ts'

// Walls are proven, not believed: each is broken on purpose, in a copy of the house, by the command that guards it.

/** A guard: its command, and which line of what it says names a breach. */
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

interface Report {
  readonly modules: readonly { source: string; dependencies: readonly unknown[] }[]
  readonly summary: {
    readonly totalCruised: number
    readonly totalDependenciesCruised: number
    readonly ruleSetUsed: { readonly forbidden: readonly { name: string }[] }
  }
}

const home = dirname(import.meta.dirname)
const rooms = ['app', 'portfolio', 'server', 'samples', 'testing', 'tools', 'e2e', 'attack', 'fault', 'bench']
const papers = ['package.json', 'tsconfig.json', '.oxlintrc.json', 'vite.config.ts', 'react-router.config.ts']
// Our own package.json: its scripts are sentences.
const scripts = JSON.parse(await readFile(join(home, 'package.json'), 'utf8')).scripts as Record<string, string>

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

/** With fewer, dependency-cruiser has gone blind: without a parser for TypeScript it sees none of it, and passes. */
const floor = { modules: 200, dependencies: 400 }
/** A guard that takes longer has lost its way; it is ended, and has not named the breach. */
const patienceMs = 120_000

const begun = performance.now()
const workshop = await mkdtemp(join(tmpdir(), 'enfilade-walls-'))
try {
  const complaints = [...(await lookAround()), ...(await breakAll())]
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  console.log(`${complaints.length === 0 ? 'Every wall holds' : complaints.join('\n')} (${seconds} s)`)
  process.exitCode = complaints.length === 0 ? 0 : 1
} finally {
  await rm(workshop, { recursive: true, force: true })
}

/** Complains when a room is not seen, or a wall is about to be believed without proof. */
async function lookAround(): Promise<string[]> {
  const said = await run(`${scripts['walls']} --output-type json`, await copyHouse('whole'))
  // The shape is dependency-cruiser's own.
  const { modules, summary } = JSON.parse(said) as Report
  const { totalCruised, totalDependenciesCruised, ruleSetUsed } = summary
  console.log(`${totalCruised} modules and ${totalDependenciesCruised} dependencies are seen.`)
  const seen = modules.filter(({ dependencies }) => dependencies.length > 0)
  const unseen = rooms.filter((room) => !seen.some(({ source }) => source.startsWith(`${room}/`)))
  const broken = new Set(wallBreaches.map(({ rule }) => rule))
  const unbroken = ruleSetUsed.forbidden.filter(({ name }) => !broken.has(name))
  const blind = totalCruised < floor.modules || totalDependenciesCruised < floor.dependencies
  return [
    ...(blind ? ['Too few modules are seen.'] : []),
    ...unseen.map((room) => `Nothing is seen in ${room}/.`),
    ...unbroken.map(({ name }) => `Nobody tries to break the wall ${name}: add a breach.`),
  ]
}

/** Breaks every wall, with as many builders as there are processors; each has a copy of the house. */
async function breakAll(): Promise<string[]> {
  const todo = guards.flatMap((guard) => roundsOf(guard.breaches).map((round) => ({ guard, round })))
  const verdicts: Verdict[] = []
  const builders = Array.from({ length: availableParallelism() }, async (_, number) => {
    const house = await copyHouse(String(number))
    for (let next = todo.shift(); next; next = todo.shift()) {
      verdicts.push(...(await breakWalls(house, next.guard, next.round)))
    }
  })
  await Promise.all(builders)

  const walls = Map.groupBy(verdicts, ({ wall }) => wall)
  for (const wall of [...walls.keys()].sort()) {
    const ways = walls.get(wall) ?? []
    const held = ways.every((way) => way.held)
    console.log(`${held ? 'holds ' : 'BREAKS'} ${wall}${ways.length > 1 ? `, ${ways.length} ways` : ''}`)
  }
  console.log(`${walls.size} walls were broken in ${verdicts.length} ways.`)
  return verdicts.filter(({ held }) => !held).map(complaintOf)
}

function complaintOf({ wall, breach, said }: Verdict): string {
  return `\n${wall} did not hold against this in ${breach.file}:\n${breach.code.slice(0, 300)}\nWhat was said:\n${said}`
}

/** Breaches that touch different files can be tried together. */
function roundsOf(breaches: readonly Breach[]): Breach[][] {
  const rounds: Breach[][] = []
  for (const breach of breaches) {
    const round = rounds.find((others) => others.every((other) => filesOf(other).isDisjointFrom(filesOf(breach))))
    if (round) round.push(breach)
    else rounds.push([breach])
  }
  return rounds
}

function filesOf({ file, beside = {} }: Breach): Set<string> {
  return new Set([file, ...Object.keys(beside)])
}

async function breakWalls(house: string, guard: Guard, round: readonly Breach[]): Promise<Verdict[]> {
  const { name, command, names } = guard
  const mends = await Promise.all(round.map((breach) => write(house, breach)))
  const said = await run(command, house)
  for (const mend of mends) await mend()
  const lines = said.split('\n')
  return round.map((breach) => {
    return { wall: `${name}: ${breach.rule}`, breach, held: lines.some((line) => names(breach, line)), said }
  })
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
  const photographs = join(home, 'samples', 'photos')
  for (const part of [...rooms, ...papers]) {
    await cp(join(home, part), join(house, part), { recursive: true, filter: (path) => path !== photographs })
  }
  await symlink(join(home, 'node_modules'), join(house, 'node_modules'))
  return house
}

/** What the command says. That it fails is what we want, so its exit code tells us nothing. */
function run(command: string, house: string): Promise<string> {
  const path = [join(home, 'node_modules', '.bin'), process.env['PATH']].join(delimiter)
  const env = { ...process.env, PATH: path, NO_COLOR: '1' }
  // `exec`: the shell makes way, so that running out of patience ends the guard itself.
  const child = spawn(`exec ${command}`, { cwd: house, shell: true, env, timeout: patienceMs })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject).once('close', () => resolve(said))
  })
}
