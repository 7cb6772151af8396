import { rm } from 'node:fs/promises'
import { seededRandom, shuffled } from '#tests/faults/seeded-random.ts'
import { runKillLoop, type KillReport } from './kill-loop.ts'
import { createBaseDataFolder } from '#tests/faults/site-fixture.ts'
import { killPoints } from './kill-points.ts'

/** How many sites run and are killed in parallel. */
const siteCount = 3

const count = Number(process.argv[2] ?? 1_000)
const seed = Number(process.argv[3] ?? Math.floor(Math.random() * 1e9))
if (!Number.isSafeInteger(count) || count < 1 || !Number.isSafeInteger(seed)) {
  console.log('Usage: npm run test:kills -- [number of kills] [seed], for example 1000 42')
  process.exit(1)
}
console.log(`seed ${seed}: ${count} kills over ${killPoints.length} kill points`)

const random = seededRandom(seed)
// All kill points are used equally often, as far as the number of kills allows.
const plan = shuffled(
  Array.from({ length: count }, (_, n) => killPoints[n % killPoints.length]).filter(
    (killPoint) => killPoint !== undefined,
  ),
  random,
)
const base = await createBaseDataFolder()
const latest = new Map<string, KillReport>()
const startedAt = performance.now()
try {
  await Promise.all(
    Array.from({ length: siteCount }, async (_, index) => {
      const name = `site ${index + 1}`
      const sitePlan = plan.filter((_, n) => n % siteCount === index)
      const report = await runKillLoop(name, base, sitePlan, seededRandom(seed + index + 1), (progress) => {
        latest.set(name, progress)
        if (sum(({ kills }) => kills) % 50 === 0) printReport()
      })
      latest.set(name, report)
    }),
  )
} finally {
  await rm(base, { recursive: true, force: true })
}

const problems = [...latest.values()].flatMap((report) => [...report.writes.violations, ...report.problems])
for (const problem of problems) console.log(`problem: ${problem}`)
printReport()
process.exit(problems.length > 0 ? 1 : 0)

function printReport(): void {
  const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1)
  console.log(
    `kills: seed ${seed}, ${sum(({ kills }) => kills)} killed ` +
      `(${sum(({ atKillPoint }) => atKillPoint)} at their kill point), ` +
      `${sum(({ writes }) => writes.acknowledged)} writes acknowledged, ` +
      `${sum(({ writes }) => writes.violations.length)} violations, ` +
      `${sum(({ problems }) => problems.length)} store problems, ${minutes} min`,
  )
}

function sum(valueOf: (report: KillReport) => number): number {
  return [...latest.values()].reduce((total, report) => total + valueOf(report), 0)
}
