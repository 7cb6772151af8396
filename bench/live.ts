import { fork, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { AdminClient } from '#tests/faults/admin-client.ts'
import { clearRateLimits, createBaseDataFolder, waitUntil, withoutSamples } from '#tests/faults/site-fixture.ts'
import { measureMemory } from '#tests/support/measure-memory.ts'
import { SiteProcess, type Launch } from '#tests/support/site/site-process.ts'
import { median, type Limit, type Measurement, type PartOptions } from './measurement.ts'

// Measures how long it takes until the last of many listeners of the live stream receives a change, and what each
// listener costs, on the build and on a bare server that writes the same bytes. The servers alternate, and each run
// starts a fresh one. The site uses three quarters of its file descriptors (`ulimit -n`) for connections; each listener
// needs one.

const allListeners = [1_000, 5_000, 10_000]
const changesPerRun = 5
const listenerProcesses = 2
const drainMs = 1_000

const figures = {
  lastReceivedMs: 'time until the last one receives a change, ms',
  cpuMs: 'CPU time per change, ms',
  connectMs: 'CPU time to connect all, ms',
  usedKb: 'heap and external memory per listener, KB',
  residentKb: 'resident memory per listener, KB',
  leftMb: 'heap and external memory not freed after disconnecting, MB',
  residentLeftMb: 'resident memory not freed after disconnecting, MB',
} as const
type Figure = keyof typeof figures
type Figures = Record<Figure, number>

interface LiveServer {
  readonly server: SiteProcess
  change(): Promise<void>
}

/** The limits of the figures: a ratio to the bare server, or a value. */
const limits: Partial<Record<Figure, Limit>> = {
  lastReceivedMs: { atMost: 1.2, ofPeer: 'bare' },
  cpuMs: { atMost: 1.2, ofPeer: 'bare' },
  usedKb: { atMost: 1.2, ofPeer: 'bare' },
  leftMb: { atMost: 20 },
}

export async function measureLive({ rounds, report, quick }: PartOptions): Promise<Measurement[]> {
  const base = await createBaseDataFolder()
  try {
    const streamHeaders = await readStreamHeaders(base)
    const measurements: Measurement[] = []
    for (const listeners of quick ? allListeners.slice(0, 1) : allListeners) {
      const site: Figures[] = []
      const bare: Figures[] = []
      for (let round = 0; round < rounds; round++) {
        bare.push(await run(await openBare(streamHeaders), listeners))
        site.push(await run(await openSite(base), listeners))
        report(`${listeners} listeners, round ${round + 1} of ${rounds}`)
      }
      measurements.push(
        ...(Object.keys(figures) as Figure[]).map((figure) => toMeasurement(listeners, figure, { site, bare })),
      )
    }
    return measurements
  } finally {
    await rm(base, { recursive: true })
  }
}

function toMeasurement(
  listeners: number,
  figure: Figure,
  runs: Record<'site' | 'bare', readonly Figures[]>,
): Measurement {
  const [site, bare] = [runs.site, runs.bare].map((all) => all.map((one) => one[figure]))
  const limit = limits[figure]
  return {
    label: `${listeners} listeners: ${figures[figure]}`,
    site: site ?? [],
    peers: { bare: bare ?? [] },
    ...(limit && { limit }),
  }
}

async function openSite(base: string): Promise<LiveServer> {
  const server = await SiteProcess.open(base, { ...withoutSamples, TRUSTED_PROXIES: '' })
  const client = await AdminClient.logIn(server)
  const [project] = server.sql<{ id: string; version: number }>('select id, detailsVersion as version from projects')
  if (!project) {
    await server.close()
    throw new Error('there is no project')
  }
  let { version } = project
  const change = async () => {
    const { status, text } = await client.saveText(project.id, 'details', `Details ${version}.`, version)
    if (status !== 200) throw new Error(`the change returned ${status}: ${text}`)
    version += 1
    clearRateLimits(server)
  }
  return { server, change }
}

async function openBare(streamHeaders: string): Promise<LiveServer> {
  const launch: Launch = (program, _, env) =>
    spawn(program, ['bench/live/bare-server.ts'], {
      env: { ...env, LIVE_HEADERS: streamHeaders },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  const server = await SiteProcess.open(null, {}, launch)
  const change = async () => {
    await fetch(server.origin, { method: 'POST' })
  }
  return { server, change }
}

/** The headers of the site's stream, for the bare server. */
async function readStreamHeaders(base: string): Promise<string> {
  const site = await SiteProcess.open(base, withoutSamples)
  const response = await fetch(`${site.origin}/live`)
  const { date: _, ...headers } = Object.fromEntries(response.headers)
  await response.body?.cancel()
  await site.close()
  return JSON.stringify(headers)
}

/** Connects the listeners, makes the changes one after another, disconnects the listeners and closes the server. */
async function run({ server, change }: LiveServer, listeners: number): Promise<Figures> {
  try {
    await change()
    const before = await measureMemory(server)
    const cpuAtStart = cpuMsOf(server.pid)
    const processes = await connectListeners(server.port, listeners)
    const connectMs = cpuMsOf(server.pid) - cpuAtStart
    const during = await measureMemory(server)
    const receivedMs: number[] = []
    const cpuBefore = cpuMsOf(server.pid)
    for (let n = 0; n < changesPerRun; n++) {
      await wait(drainMs)
      const received = Promise.all(processes.map(lastReceivedAt))
      const startedAt = performance.timeOrigin + performance.now()
      await change()
      receivedMs.push(Math.max(...(await received)) - startedAt)
    }
    const cpuMs = (cpuMsOf(server.pid) - cpuBefore) / changesPerRun
    for (const one of processes) one.disconnect()
    await waitUntil('all listeners are gone', () => openDescriptors(server.pid) < 100)
    await wait(drainMs)
    const after = await measureMemory(server)
    return {
      lastReceivedMs: median(receivedMs),
      cpuMs,
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

/** Resolves with the time at which the last listener of a process receives the next change. */
async function lastReceivedAt(listeners: ChildProcess): Promise<number> {
  const [{ receivedAt }] = (await once(listeners, 'message', { signal: AbortSignal.timeout(30_000) })) as [
    { receivedAt: number },
  ]
  return receivedAt
}

/** The CPU time of a process, which Linux counts in hundredths of a second. */
function cpuMsOf(pid: number): number {
  const [, counters = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const [user = 0, system = 0] = counters.split(' ').slice(11, 13).map(Number)
  return (user + system) * 10
}

function openDescriptors(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length
}
