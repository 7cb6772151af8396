import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { connections, loadOn } from '#bench/pages/pages.ts'
import { prepareContent } from '#bench/site/content.ts'
import { onFirstCore } from '#bench/site/pinned.ts'
import { createBucket, settingsOf } from '#tests/support/object-store/create-bucket.ts'
import { startObjectStore } from '#tests/support/object-store/object-store.ts'
import { createPostgresDatabase } from '#tests/support/postgres/postgres-database.ts'
import { startPostgres } from '#tests/support/postgres/postgres.ts'
import { runTool } from '#tests/support/run-tool.ts'
import { SiteProcess } from '#tests/support/site/site-process.ts'
import type { Measurement, PartOptions } from './measurement.ts'

// Measures the CPU time that a page from memory takes, on a site with PostgreSQL and a bucket, with one process
// and with three, all on one core. Linux only. Needs the packages of `npm run test:scaled`; without them it is skipped.

const path = '/work'
const seconds = 5
/** After 2 s, three processes needed twice the time of one, because V8 had not yet optimised the code of all. */
const warmUpSeconds = 12

export async function measureScaled({ rounds, report }: PartOptions): Promise<Measurement[]> {
  if (spawnSync('radosgw', ['--version']).status !== 0) {
    report('skipped, because radosgw is not installed')
    return []
  }
  const content = await prepareContent()
  const [postgres, store] = [await startPostgres(), await startObjectStore()]
  try {
    const databaseUrl = await createPostgresDatabase(postgres.url)
    const place = { DATABASE_URL: databaseUrl, ...settingsOf(await createBucket(store)) }
    const moved = await runTool('move', ['to-bucket'], { ...place, DATA_DIR: content }).ended
    if (moved.code !== 0) throw new Error(moved.output)
    const settings = { ...place, TRUSTED_PROXIES: '', SECRET: readFileSync(join(content, 'secret'), 'utf8').trim() }
    const [one, three]: [number[], number[]] = [[], []]
    for (let round = 0; round < rounds; round++) {
      for (const [count, results] of [[1, one] as const, [3, three] as const]) {
        results.push(await measureProcesses(count, settings))
        report(`processes: ${count}; ${results.at(-1)?.toFixed(1)} µs for each page`)
      }
    }
    const label = `${path} from memory with three processes, µs of CPU time`
    return [{ label, site: three, peers: { one }, limit: { atMost: 1.1, ofPeer: 'one' } }]
  } finally {
    await store.stop()
    await postgres.stop()
  }
}

/** The CPU time of a page in microseconds, with load on all processes at the same time. */
async function measureProcesses(count: number, settings: Record<string, string>): Promise<number> {
  const sites: SiteProcess[] = []
  try {
    for (let n = 0; n < count; n++) sites.push(await SiteProcess.open(null, settings, onFirstCore()))
    const loadAll = (duration: number) =>
      Promise.all(sites.map((site) => loadOn(Math.round(connections / count), site, path, duration)))
    await loadAll(warmUpSeconds)
    const before = sites.reduce((sum, { pid }) => sum + cpuSeconds(pid), 0)
    const reports = await loadAll(seconds)
    const used = sites.reduce((sum, { pid }) => sum + cpuSeconds(pid), 0) - before
    const requests = reports.reduce((sum, { perSecond }) => sum + perSecond * seconds, 0)
    return (used / requests) * 1e6
  } finally {
    await Promise.all(sites.map((site) => site.close()))
  }
}

/** The CPU time that a process has used since its start. */
function cpuSeconds(pid: number): number {
  const [user = '', system = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
    .slice(11, 13)
  return (Number(user) + Number(system)) / ticksPerSecond
}

const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))
