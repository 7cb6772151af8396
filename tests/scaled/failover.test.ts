import { expect, onTestFinished, test } from 'vitest'
import { fillSite, projectPath, waitUntil, withoutSamples } from '#tests/faults/site-fixture.ts'
import { startPatroniCluster } from '#tests/support/scaled/patroni.ts'
import { openScaledSite } from '#tests/support/scaled/scaled-site.ts'
import { clearRateLimits, get, runWorkload, waitUntilAllHealthy } from './workload.ts'

const kills = 8

test(
  'the primary of PostgreSQL is killed eight times under writes to a site with a bucket, and the standby takes over',
  async () => {
    const cluster = await startPatroniCluster()
    onTestFinished(cluster.stop)
    const site = await openScaledSite(cluster.url, 3, withoutSamples)
    onTestFinished(site.close)
    const client = await fillSite(site)
    await waitUntil('pages are in memory', async () => (await get(site.port, projectPath)).ok)
    const killed: string[] = []
    const seconds: number[] = []
    await runWorkload({ site, client }, async (workload) => {
      for (let n = 0; n < kills; n++) {
        const name = await cluster.killPrimary()
        expect(name).not.toBe(killed.at(-1))
        killed.push(name)
        const killedAt = performance.now()
        await waitUntilAllHealthy(site)
        seconds.push(Math.round((performance.now() - killedAt) / 1_000))
        await cluster.restore(name)
        await clearRateLimits(site)
        await workload.waitForResponses()
      }
    })
    process.stdout.write(`all processes wrote again after ${seconds.join(', ')} s\n`)
  },
  40 * 60_000,
)
