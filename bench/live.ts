import { fork, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { AdminClient } from '#tests/faults/admin-client.ts'
import { clearRateLimits, prepareBase, waitUntil, withoutSamples } from '#tests/faults/site-fixture.ts'
import { measureMemory } from '#tests/support/measure-memory.ts'
import { SiteProcess, type Launch } from '#tests/support/site-process.ts'

// How long it takes until the last of many listeners of the live stream hears a change, and what each listener costs,
// on the build and on a bare server that writes the same bytes. Both are started again for each measurement, in turn.
//   node bench/live.ts                   1,000, 5,000 and 10,000 listeners, five rounds
//   node bench/live.ts 10000 3           other numbers of listeners, separated by commas, and rounds
// Each listener needs a file descriptor in the server, which uses three quarters of its limit (`ulimit -n`).

const [sizes = '1000,5000,10000', rounds = '5'] = process.argv.slice(2)
const changesPerRun = 5
const listenerProcesses = 2
const drainMs = 1_000

const figures = {
  lastHeardMs: 'last hears a change, ms',
  processorMs: 'processor per change, ms',
  connectMs: 'processor to connect all, ms',
  usedKb: 'heap and external each, KB',
  residentKb: 'resident each, KB',
  leftMb: 'heap and external left, MB',
  residentLeftMb: 'resident left, MB',
} as const
type Figure = keyof typeof figures
type Figures = Record<Figure, number>

interface Peer {
  readonly server: SiteProcess
  change(): Promise<void>
}

const base = await prepareBase()
const bareEnvironment = await readStreamHeaders()
try {
  console.log(['listeners', ...Object.values(figures)].join(' | '))
  for (const listeners of sizes.split(',').map(Number)) {
    const runs: Record<'site' | 'bare', Figures[]> = { site: [], bare: [] }
    for (let round = 0; round < Number(rounds); round++) {
      runs.bare.push(await run(await openBare(), listeners))
      runs.site.push(await run(await openSite(), listeners))
    }
    const [site, bare] = [mediansOf(runs.site), mediansOf(runs.bare)]
    const row = (Object.keys(figures) as Figure[]).map((figure) => {
      const all = runs.site.map((one) => format(one[figure])).join(' ')
      return `${format(site[figure])} / ${format(bare[figure])} = ${(site[figure] / bare[figure]).toFixed(2)} (${all})`
    })
    console.log([`${listeners}`, ...row].join(' | '))
  }
} finally {
  await rm(base, { recursive: true })
}

async function openSite(): Promise<Peer> {
  const server = await SiteProcess.open(base, { ...withoutSamples, TRUSTED_PROXIES: '' })
  const client = await AdminClient.of(server)
  const [project] = server.sql<{ id: string; version: number }>('select id, detailsVersion as version from projects')
  if (!project) throw new Error('there is no project')
  let { version } = project
  const change = async () => {
    const { status, text } = await client.saveText(project.id, 'details', `Details ${version}.`, version)
    if (status !== 200) throw new Error(`the change returned ${status}: ${text}`)
    version += 1
    clearRateLimits(server)
  }
  return { server, change }
}

async function openBare(): Promise<Peer> {
  const launch: Launch = (program, _, env) =>
    spawn(program, ['bench/live/bare-server.ts'], {
      env: { ...env, ...bareEnvironment },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  const server = await SiteProcess.open(null, {}, launch)
  const change = async () => {
    await fetch(server.origin, { method: 'POST' })
  }
  return { server, change }
}

/** The headers of the site's stream, for the bare server. */
async function readStreamHeaders(): Promise<Record<string, string>> {
  const site = await SiteProcess.open(base, withoutSamples)
  const response = await fetch(`${site.origin}/live`)
  const { date: _, ...headers } = Object.fromEntries(response.headers)
  await response.body?.cancel()
  await site.close()
  return { LIVE_HEADERS: JSON.stringify(headers) }
}

/** Connects the listeners, makes the changes one after another, and disconnects the listeners. Closes the server. */
async function run({ server, change }: Peer, listeners: number): Promise<Figures> {
  try {
    await change()
    const before = await measureMemory(server)
    const processorAtStart = processorMsOf(server.pid)
    const processes = await connectListeners(server.port, listeners)
    const connectMs = processorMsOf(server.pid) - processorAtStart
    const during = await measureMemory(server)
    const heardMs: number[] = []
    const processorBefore = processorMsOf(server.pid)
    for (let n = 0; n < changesPerRun; n++) {
      await wait(drainMs)
      const heard = Promise.all(processes.map(hear))
      const begunAt = performance.timeOrigin + performance.now()
      await change()
      heardMs.push(Math.max(...(await heard)) - begunAt)
    }
    const processorMs = (processorMsOf(server.pid) - processorBefore) / changesPerRun
    for (const one of processes) one.disconnect()
    await waitUntil('all listeners are gone', () => openDescriptors(server.pid) < 100)
    await wait(drainMs)
    const after = await measureMemory(server)
    return {
      lastHeardMs: median(heardMs),
      processorMs,
      connectMs,
      usedKb: ((during.usedMb - before.usedMb) * 1024) / listeners,
      residentKb: ((during.residentMb - before.residentMb) * 1024) / listeners,
      leftMb: after.usedMb - before.usedMb,
      residentLeftMb: after.residentMb - before.residentMb,
    }
  } finally {
    await server.close()
  }
}

async function connectListeners(port: number, listeners: number): Promise<ChildProcess[]> {
  const each = listeners / listenerProcesses
  const processes = Array.from({ length: listenerProcesses }, (_, n) =>
    fork('bench/live/listeners.ts', [port, each, n * each].map(String)),
  )
  await Promise.all(processes.map((one) => once(one, 'message')))
  return processes
}

/** Resolves with the time at which the last listener of a process has heard the next change. */
async function hear(listeners: ChildProcess): Promise<number> {
  const [{ heardAt }] = (await once(listeners, 'message', { signal: AbortSignal.timeout(30_000) })) as [
    { heardAt: number },
  ]
  return heardAt
}

/** Linux counts in hundredths of a second. */
function processorMsOf(pid: number): number {
  const [, counters = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const [user = 0, system = 0] = counters.split(' ').slice(11, 13).map(Number)
  return (user + system) * 10
}

function openDescriptors(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length
}

function mediansOf(runs: readonly Figures[]): Figures {
  const entries = (Object.keys(figures) as Figure[]).map((figure) => [figure, median(runs.map((run) => run[figure]))])
  return Object.fromEntries(entries) as Figures
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

function format(value: number): string {
  return value.toFixed(Math.abs(value) < 100 ? 1 : 0)
}
