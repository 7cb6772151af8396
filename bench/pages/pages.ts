import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import type { Measurement, PartOptions } from '#bench/measurement.ts'
import { prepareContent } from '#bench/site/content.ts'
import { forkLoad, onFirstCore } from '#bench/site/pinned.ts'
import { SiteProcess } from '#tests/support/site/site-process.ts'
import { hasNginx, launchNginx } from './nginx.ts'

// Measures requests per second of pages from memory, compared with servers that write the same bytes, and of rendered
// pages.

export const connections = 64
const warmUpSeconds = 2
const seconds = 3
const drainMs = 500
const noProxies = { TRUSTED_PROXIES: '' }

type OpenServer = () => Promise<SiteProcess>

/** What a load process reports. */
interface LoadReport {
  readonly perSecond: number
  readonly p99Ms: number
}

/** The reports at full load and at half of it. */
interface LoadResult {
  readonly full: LoadReport
  readonly half: LoadReport
}

/** The headers of the site's compressed response, and a file with its body. */
interface PageResponse {
  readonly headers: Readonly<Record<string, string>>
  readonly file: string
  remove(): void
}

export async function measurePages(options: PartOptions): Promise<Measurement[]> {
  const content = await prepareContent()
  const openSite = () => SiteProcess.open(content, noProxies, onFirstCore())
  const measurements: Measurement[] = []
  for (const path of await pathsOf(openSite)) measurements.push(...(await measureFromMemory(path, openSite, options)))
  return [...measurements, await measureRendered(openSite, options)]
}

async function pathsOf(openSite: OpenServer): Promise<string[]> {
  const site = await openSite()
  const [project] = site.sql<{ slug: string }>('select slug from projects where deletedAt is null order by position')
  await site.close()
  return ['/work', `/projects/${project?.slug}`]
}

/** Measures the site, a bare server and, if it is installed, nginx with the site's compressed response. */
async function measureFromMemory(path: string, openSite: OpenServer, options: PartOptions): Promise<Measurement[]> {
  const response = await readResponse(openSite, path)
  try {
    const { site, ...peers } = await measureInTurn(path, { site: openSite, ...peersWith(response) }, options)
    const perSecond = (results?: readonly LoadResult[]) => results?.map(({ full }) => full.perSecond) ?? []
    const p99Ms = (results?: readonly LoadResult[]) => results?.map(({ half }) => half.p99Ms) ?? []
    return [
      {
        label: `${path} from memory, per second`,
        site: perSecond(site),
        peers: mapValues(peers, perSecond),
        limit: { atLeast: 0.85, ofPeer: 'bare' },
      },
      {
        label: `${path} from memory at half load, p99 ms`,
        site: p99Ms(site),
        peers: mapValues(peers, p99Ms),
        limit: { atMost: 10 },
      },
    ]
  } finally {
    response.remove()
  }
}

/** A page with an unknown query is not cached, so it is rendered for each request. */
async function measureRendered(openSite: OpenServer, options: PartOptions): Promise<Measurement> {
  const { site = [] } = await measureInTurn('/work?rendered', { site: openSite }, options)
  return { label: '/work rendered, per second', site: site.map(({ full }) => full.perSecond) }
}

function peersWith({ headers, file }: PageResponse): Record<string, OpenServer> {
  const bare = { BARE_HEADERS: JSON.stringify(headers), BARE_BODY: file }
  return {
    bare: () => SiteProcess.open(null, {}, onFirstCore('bench/pages/bare-server.ts', bare)),
    ...(hasNginx() && { nginx: () => SiteProcess.open(null, {}, launchNginx(file, headers)) }),
  }
}

/** Measures the servers in turn, each freshly started in each round. Returns the results of each server. */
async function measureInTurn(
  path: string,
  servers: Readonly<Record<string, OpenServer>>,
  { rounds, report }: PartOptions,
): Promise<Record<string, LoadResult[]>> {
  const results: Record<string, LoadResult[]> = {}
  for (let round = 0; round < rounds; round++) {
    for (const [name, open] of Object.entries(servers)) {
      const result = await measureServer(await open(), path)
      results[name] = [...(results[name] ?? []), result]
      const p99 = result.half.p99Ms.toFixed(1)
      report(`${path}, ${name}: ${result.full.perSecond.toFixed(0)} per second; at half of that, p99 ${p99} ms`)
    }
  }
  return results
}

function mapValues<From, To>(record: Record<string, From>, change: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]))
}

/** Measures a server at full load and at half of it, then closes it. */
async function measureServer(server: SiteProcess, path: string): Promise<LoadResult> {
  try {
    await load(server, path, warmUpSeconds)
    await wait(drainMs)
    const full = await load(server, path, seconds)
    await wait(drainMs)
    return { full, half: await load(server, path, seconds, full.perSecond / 2) }
  } finally {
    await server.close()
  }
}

/** Requests a page as often as possible, or `perSecond` times per second. */
function load(site: SiteProcess, path: string, seconds: number, perSecond = 0): Promise<LoadReport> {
  return loadOn(connections, site, path, seconds, perSecond)
}

/** Like `load`, on this number of connections. */
export async function loadOn(
  connections: number,
  { port }: SiteProcess,
  path: string,
  seconds: number,
  perSecond = 0,
): Promise<LoadReport> {
  const numbers = [connections, seconds, perSecond]
  const child = forkLoad('bench/pages/load.ts', [`${port}`, path, ...numbers.map(String)])
  const failed = once(child, 'exit').then(() => Promise.reject(new Error(`the load of ${path} failed`)))
  const [report] = (await Promise.race([once(child, 'message'), failed])) as [LoadReport]
  return report
}

async function readResponse(openSite: OpenServer, path: string): Promise<PageResponse> {
  const folder = await mkdtemp(join(tmpdir(), 'enfilade-response-'))
  const file = join(folder, 'body')
  const site = await openSite()
  try {
    const options = { headers: { 'Accept-Encoding': 'br', Connection: 'close' } }
    const [response] = (await once(get(site.origin + path, options), 'response')) as [IncomingMessage]
    await writeFile(file, await buffer(response))
    const { date: _, connection: __, ...headers } = response.headers as Record<string, string>
    return { headers, file, remove: () => rmSync(folder, { recursive: true }) }
  } finally {
    await site.close()
  }
}
