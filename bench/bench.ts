import { execFileSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { isWithinLimit, tableHead, tableRow, type Measurement, type PartOptions } from './measurement.ts'

// Measures the build and, in the same run and in turn, the servers with which it is compared, each freshly started.
// Prints a table and writes all rounds to bench/generated/{time}.json. Exits with 1 if a figure is not within its limit.
//   npm run bench                     all parts, five rounds
//   npm run bench -- pages live       some parts
//   npm run bench -- --quick          one round, with fewer listeners and photos
//   npm run bench -- --rounds 9

type Part = (options: PartOptions) => Promise<Measurement[]>

const parts: Record<string, () => Promise<Part>> = {
  start: async () => (await import('./start.ts')).measureStart,
  pages: async () => (await import('./pages/pages.ts')).measurePages,
  live: async () => (await import('./live.ts')).measureLive,
  commands: async () => (await import('./commands.ts')).measureCommands,
  images: async () => (await import('./derivatives.ts')).measureDerivatives,
  deriving: async () => (await import('./deriving.ts')).measureDeriving,
  growth: async () => (await import('./growth.ts')).measureGrowth,
  scaled: async () => (await import('./scaled.ts')).measureScaled,
  phone: async () => (await import('./open-project.ts')).measureOpenProject,
  lighthouse: async () => (await import('./lighthouse/measure.ts')).measureLighthouse,
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: false }, rounds: { type: 'string' } },
})
const names = positionals.length > 0 ? positionals : Object.keys(parts)
const unknown = names.filter((name) => !Object.hasOwn(parts, name))
const rounds = Number(values.rounds ?? (values.quick ? 1 : 5))
if (unknown.length > 0 || !(rounds >= 1)) {
  console.log(`Usage: npm run bench -- [${Object.keys(parts).join(' ')}] [--quick] [--rounds number]`)
  process.exit(1)
}

const machine = {
  processor: cpus()[0]?.model ?? '',
  cores: cpus().length,
  memoryMb: Math.round(totalmem() / 1024 / 1024),
  node: process.version,
  commit: execFileSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' }).trim(),
}
console.log(Object.values(machine).join(', '))
const results: Record<string, Measurement[]> = {}
for (const name of names) {
  const measure = await parts[name]?.()
  const report = (line: string) => console.log(`  ${name}: ${line}`)
  results[name] = (await measure?.({ rounds, report, quick: values.quick })) ?? []
  console.log([tableHead, ...results[name].map(tableRow)].join('\n'))
}
await writeResults()
const beyond = Object.values(results)
  .flat()
  .filter((measurement) => !isWithinLimit(measurement))
console.log(
  beyond.length === 0
    ? '\nEvery figure is within its limit.'
    : `\n${beyond.length} figures are not within their limits.`,
)
process.exit(beyond.length === 0 ? 0 : 1)

async function writeResults(): Promise<void> {
  const measuredAt = new Date().toISOString()
  const folder = join(import.meta.dirname, 'generated')
  const file = join(folder, `${measuredAt.replaceAll(':', '-')}.json`)
  await mkdir(folder, { recursive: true })
  await writeFile(file, JSON.stringify({ measuredAt, machine, results }, null, 2))
  console.log(file)
}
