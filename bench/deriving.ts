import { fork } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AdminClient } from '#tests/faults/admin-client.ts'
import { clearRateLimits, createBaseDataFolder, waitUntil, withoutSamples } from '#tests/faults/site-fixture.ts'
import { SiteProcess } from '#tests/support/site/site-process.ts'
import { enlargedSample } from './enlarged-sample.ts'
import { percentile, type Measurement, type PartOptions } from './measurement.ts'

// Measures how long pages take, at 50 requests per second, while 60 photos of 24 megapixels are uploaded and derived. A
// request that cannot be sent on time is measured from the time at which it was due.

const maxP99Ms = 50
const samples = ['bookshop-cafe/01-room', 'bookshop-cafe/02-ladder', 'ceramics-shop/04-shelf'] as const

interface PageTimes {
  readonly requests: number
  readonly failures: number
  readonly medianMs: number
  readonly p99Ms: number
  readonly longestMs: number
  /** The number of photos whose derivatives were complete at the end. */
  readonly derived: number
}

/** Runs one round, because it takes ten minutes; `--quick` uses 20 photos, and at most a minute after their upload. */
export async function measureDeriving({ quick, report }: PartOptions): Promise<Measurement[]> {
  const times = quick ? await measurePages(20, 60) : await measurePages(60, 1_800)
  report(`${times.derived} photos derived; ${times.requests} requests, longest ${times.longestMs.toFixed(0)} ms`)
  return [
    { label: 'pages while deriving photos, p99 ms', site: [times.p99Ms], limit: { atMost: maxP99Ms } },
    { label: 'pages while deriving photos, median ms', site: [times.medianMs] },
    { label: 'pages while deriving photos, failures', site: [times.failures], limit: { atMost: 0 } },
  ]
}

/** Measures until all photos are derived, at most `maxSeconds` from the end of their upload. */
async function measurePages(photos: number, maxSeconds: number): Promise<PageTimes> {
  const base = await createBaseDataFolder()
  const site = await SiteProcess.open(base, withoutSamples)
  try {
    const client = await AdminClient.logIn(site)
    const [project] = site.sql<{ id: string; slug: string }>('select id, slug from projects')
    if (!project) throw new Error('there is no project')
    const originals = await Promise.all(samples.map((name) => enlargedSample(name, 6_000, 4_000)))
    const paths = ['/', '/work', `/projects/${project.slug}`, '/about', '/contact'].map((path) => site.origin + path)
    const load = fork(join(import.meta.dirname, 'deriving/requests.ts'), paths)
    await once(load, 'message')
    for (let n = 0; n < photos; n++) {
      const bytes = withComment(originals[n % originals.length] ?? Buffer.alloc(0), n)
      const { id } = await client.upload(new Uint8Array(bytes), `photo-${n}.jpg`)
      const { status, text } = await client.addImage(project.id, id)
      if (status !== 200) throw new Error(`photo ${n} was refused: ${text}`)
      clearRateLimits(site)
    }
    const isLate = after(maxSeconds)
    await waitUntil('the photos are derived', () => isLate() || countDerived(site) === photos, Infinity)
    load.send('stop')
    const [times] = (await once(load, 'message')) as [{ responseTimesMs: number[]; failures: number }]
    return { ...summaryOf(times), derived: countDerived(site) }
  } finally {
    await site.close()
    await rm(base, { recursive: true })
  }
}

/** A copy of a JPEG that differs only in a comment. */
function withComment(jpeg: Buffer, n: number): Buffer {
  return Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, 0xfe, 0, 4, n >> 8, n & 255]), jpeg.subarray(2)])
}

function after(seconds: number): () => boolean {
  const end = performance.now() + seconds * 1_000
  return () => performance.now() > end
}

function countDerived(site: SiteProcess): number {
  const [row] = site.sql<{ n: number }>(`select count(*) as n from photos where width = 6000 and state = 'ready'`)
  return row?.n ?? 0
}

function summaryOf({ responseTimesMs, failures }: { responseTimesMs: number[]; failures: number }) {
  const at = (share: number) => percentile(responseTimesMs, share)
  return { requests: responseTimesMs.length, failures, medianMs: at(0.5), p99Ms: at(0.99), longestMs: at(1) }
}
