import { rm } from 'node:fs/promises'
import { chanceOf, shuffled } from './chance.ts'
import { runLane, type Toll } from './lane.ts'
import { prepareBase } from './stage.ts'
import { steps } from './steps.ts'

/** So many sites are killed side by side. */
const lanes = 3

const count = Number(process.argv[2] ?? 1_000)
const seed = Number(process.argv[3] ?? Math.floor(Math.random() * 1e9))
if (!Number.isSafeInteger(count) || count < 1 || !Number.isSafeInteger(seed)) {
  console.log('How many kills, and by which seed? npm run test:kills -- 1000 42')
  process.exit(1)
}
console.log(`seed ${seed}: ${count} kills over ${steps.length} steps`)

const chance = chanceOf(seed)
// Each step as often as every other one.
const plan = shuffled(
  Array.from({ length: count }, (_, n) => steps[n % steps.length]).filter((step) => step !== undefined),
  chance,
)
const base = await prepareBase()
const latest = new Map<string, Toll>()
const begun = performance.now()
try {
  await Promise.all(
    Array.from({ length: lanes }, (_, lane) => {
      const name = `site ${lane + 1}`
      const own = plan.filter((_step, n) => n % lanes === lane)
      return runLane(name, base, own, chanceOf(seed + lane + 1), (toll) => {
        latest.set(name, toll)
        if (sum((one) => one.kills) % 50 === 0) report()
      })
    }),
  )
} finally {
  await rm(base, { recursive: true, force: true })
}

const problems = [...latest.values()].flatMap(({ ledger, unsound }) => [...ledger.lost, ...unsound])
for (const problem of problems) console.log(`open: ${problem}`)
report()
process.exit(problems.length > 0 ? 1 : 0)

function report(): void {
  const minutes = ((performance.now() - begun) / 60_000).toFixed(1)
  console.log(
    `kills: seed ${seed}, ${sum((one) => one.kills)} killed (${sum((one) => one.atStep)} at their step), ` +
      `${sum((one) => one.ledger.acknowledged)} acknowledged, ${sum((one) => one.ledger.lost.length)} lost, ` +
      `${sum((one) => one.unsound.length)} not sound, ${minutes} min`,
  )
}

function sum(of: (toll: Toll) => number): number {
  return [...latest.values()].reduce((total, toll) => total + of(toll), 0)
}
