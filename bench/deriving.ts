import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { AdminClient } from '#tests/faults/admin-client.ts'
import { clearRateLimits, prepareBase, waitUntil, withoutSamples } from '#tests/faults/site-fixture.ts'
import { SiteProcess } from '#tests/support/site-process.ts'

// How long pages take, at 50 requests per second, while 60 photos of 24 megapixels are uploaded and derived. A request
// that cannot be sent on time counts from the time at which it was due.
//   node bench/pages-while-deriving.ts          until all 60 are derived: about ten minutes on two cores
//   node bench/pages-while-deriving.ts 20 120   another number of photos, and at most 120 seconds after their upload

const maxP99Ms = 50
const samples = ['bookshop-cafe/01-room', 'bookshop-cafe/02-ladder', 'ceramics-shop/04-shelf'] as const

export interface PageTimes {
  readonly requests: number
  readonly failures: number
  readonly medianMs: number
  readonly p99Ms: number
  readonly longestMs: number
  /** Of the photos, how many were complete at the end. */
  readonly derived: number
}

/** Measures until all photos are derived, at most `maxSeconds` from the end of their upload. */
export async function measurePagesWhileDeriving(photos = 60, maxSeconds = 1_800): Promise<PageTimes> {
  const base = await prepareBase()
  const site = await SiteProcess.open(base, withoutSamples)
  try {
    const client = await AdminClient.of(site)
    const [project] = site.sql<{ id: string }>('select id from projects')
    if (!project) throw new Error('there is no project')
    const originals = await Promise.all(samples.map(enlargedSample))
    const paths = ['/', '/work', `/projects/${project.id}`, '/about', '/contact'].map((path) => site.origin + path)
    const load = fork(join(import.meta.dirname, 'pages-while-deriving/requests.ts'), paths)
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
    const [times] = (await once(load, 'message')) as [{ answeredMs: number[]; failures: number }]
    return { ...summaryOf(times), derived: countDerived(site) }
  } finally {
    await site.close()
    await rm(base, { recursive: true })
  }
}

async function enlargedSample(name: string): Promise<Buffer> {
  const sample = await readFile(join(import.meta.dirname, `../samples/photos/${name}.jpg`))
  return sharp(sample).resize(6_000, 4_000, { fit: 'cover' }).jpeg({ quality: 92 }).toBuffer()
}

/** A copy of a JPEG that differs in a comment. */
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

function summaryOf({ answeredMs, failures }: { answeredMs: number[]; failures: number }) {
  const sorted = answeredMs.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN
  return { requests: sorted.length, failures, medianMs: at(0.5), p99Ms: at(0.99), longestMs: at(1) }
}

if (import.meta.main) {
  const [photos, maxSeconds] = process.argv.slice(2).map(Number)
  const times = await measurePagesWhileDeriving(photos, maxSeconds)
  const { requests, failures, medianMs, p99Ms, longestMs, derived } = times
  console.log(
    `${derived} photos derived; ${requests} requests, ${failures} failed; ` +
      `median ${medianMs.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms, longest ${longestMs.toFixed(0)} ms`,
  )
  process.exitCode = failures === 0 && p99Ms <= maxP99Ms ? 0 : 1
}
