import { execFileSync } from 'node:child_process'
import { rm } from 'node:fs/promises'
import type { Fault } from './fault.ts'
import { faults } from './faults.ts'
import { findUnsound } from './soundness.ts'
import { closeStage, openStage, opened, prepareBase } from './stage.ts'
import { problemsInLogs } from './logs.ts'

/** So many cases are played side by side: each has a site of its own. */
const atOnce = 2

const chosen = process.argv[2] ?? ''
const wanted = faults.filter(({ name }) => name.includes(chosen))
const base = await prepareBase()
const open: string[] = []
const untried: string[] = []
try {
  const queue = [...wanted]
  const lane = async () => {
    for (let fault = queue.shift(); fault; fault = queue.shift()) await tryOne(fault)
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  for (const problem of problemsInLogs(opened)) open.push(problem)
} finally {
  await rm(base, { recursive: true, force: true })
}
for (const problem of open) console.log(`open: ${problem}`)
for (const name of untried) console.log(`not tried on this machine: ${name}`)
const tried = wanted.length - untried.length
console.log(`fault: ${tried} tried, ${tried - open.length} survived, ${open.length} open`)
process.exit(open.length > 0 ? 1 : 0)

async function tryOne(fault: Fault): Promise<void> {
  if (fault.needs && !has(fault.needs)) return void untried.push(`${fault.name} (needs ${fault.needs})`)
  const begun = performance.now()
  const problem = await play(fault).catch((error: unknown) => String(error instanceof Error ? error.message : error))
  const took = `${((performance.now() - begun) / 1000).toFixed(1)} s`
  console.log(`${problem ? 'OPEN' : 'ok  '} ${fault.name} (${took})${problem ? `\n     ${problem}` : ''}`)
  if (problem) open.push(fault.name)
}

/** Plays one case; then the site must still be well, and everything in its folder sound. */
async function play(fault: Fault): Promise<string | null> {
  const stage = await openStage(base, fault.settings, fault.launch)
  try {
    await fault.try(stage)
    const folder = (await fault.folderOf?.(stage)) ?? stage.site.dataDir
    const unsound = await findUnsound(folder)
    return unsound.length > 0 ? unsound.join('\n     ') : null
  } catch (error) {
    const log = stage.site.output.split('\n').slice(-6).join('\n       ')
    throw new Error(`${String(error)}\n       ${log}`, { cause: error })
  } finally {
    await closeStage(stage)
  }
}

function has(program: string): boolean {
  try {
    execFileSync(program, program === 'unshare' ? ['-rm', 'true'] : ['-V'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
