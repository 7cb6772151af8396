import type { Measurement, PartOptions } from './measurement.ts'
import { measurePagesWhileDeriving } from './pages-while-deriving.ts'

/** One round, because it takes ten minutes; `--quick` measures with 20 photos and for a minute at most. */
export async function measureDeriving({ quick }: PartOptions): Promise<Measurement[]> {
  const times = quick ? await measurePagesWhileDeriving(20, 60) : await measurePagesWhileDeriving()
  return [
    { what: 'pages while deriving photos, p99 ms', site: [times.p99Ms], limit: { atMost: 50 } },
    { what: 'pages while deriving photos, median ms', site: [times.medianMs] },
    { what: 'pages while deriving photos, failures', site: [times.failures], limit: { atMost: 0 } },
  ]
}
