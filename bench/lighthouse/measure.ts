import { prepareContent } from '#bench/site/content.ts'
import type { Measurement, PartOptions } from '#bench/measurement.ts'
import { SiteProcess } from '#tests/support/site/site-process.ts'
import { figuresOf, firstProjectPath, limits, openLighthouse, scoreOf, type Loads } from './loads.ts'

// Measures pages on a simulated phone, compared with the same pages without scripts.

export async function measureLighthouse({ rounds, report }: PartOptions): Promise<Measurement[]> {
  const site = await SiteProcess.open(await prepareContent())
  const browser = await openLighthouse(site.origin)
  const measurements: Measurement[] = []
  try {
    for (const path of ['/', '/work', (await firstProjectPath(site.origin)) ?? '']) {
      measurements.push(...measurementsOf(path, await browser.loadInTurn(path, rounds)))
      report(`${path} loaded`)
    }
    return measurements
  } finally {
    browser.close()
    await site.close()
  }
}

function measurementsOf(path: string, { site, peers }: Loads): Measurement[] {
  const paint = 'largest-contentful-paint'
  const paints = Object.entries(peers).map(([peer, results]) => [peer, figuresOf(results, paint)] as const)
  const { minScore, maxBlockingMs, maxPaintRatio, maxShift } = limits
  return [
    {
      label: `${path} largest paint, ms`,
      site: figuresOf(site, paint),
      peers: Object.fromEntries(paints),
      limit: { atMost: maxPaintRatio, ofPeer: 'without scripts' },
    },
    { label: `${path} layout shift`, site: figuresOf(site, 'cumulative-layout-shift'), limit: { atMost: maxShift } },
    { label: `${path} blocked, ms`, site: figuresOf(site, 'total-blocking-time'), limit: { atMost: maxBlockingMs } },
    {
      label: `${path} performance`,
      site: site.map((one) => scoreOf(one, 'performance')),
      limit: { atLeast: minScore },
    },
  ]
}
