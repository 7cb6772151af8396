import { describe, expect, onTestFinished, test } from 'vitest'
import type { AdminClient } from '#tests/faults/admin-client.ts'
import { fillSite, projectPath, waitUntil, withoutSamples } from '#tests/faults/site-fixture.ts'
import { startPostgres, type Postgres } from '#tests/support/postgres/postgres.ts'
import { openScaledSite, type ScaledSite } from '#tests/support/scaled/scaled-site.ts'
import { clearRateLimits, get, runWorkload, waitUntilAllHealthy } from './workload.ts'

/** How many times a process is killed. For more: `KILLS=1000 npm run scaled -- tests/scaled/failures.test.ts`. */
const kills = Number(process.env['KILLS'] ?? 30)
const testTimeoutMs = 300_000 + kills * 20_000

async function open(): Promise<{ site: ScaledSite; postgres: Postgres; client: AdminClient }> {
  const postgres = await startPostgres()
  onTestFinished(postgres.stop)
  const site = await openScaledSite(postgres.url, 3, withoutSamples)
  onTestFinished(site.close)
  return { site, postgres, client: await fillSite(site) }
}

test('three processes with PostgreSQL and a bucket serve pages from memory while PostgreSQL is down', async () => {
  const { site, postgres } = await open()
  const readAll = () =>
    Promise.all(
      site.processes.flatMap(({ port }) => ['/', '/work', projectPath, '/about'].map((path) => get(port, path))),
    )
  const statuses = async () => new Set((await readAll()).map(({ status }) => status))
  const isDerived = async () => (await site.query(`select id from photos where state = 'waiting'`)).length === 0
  await waitUntil('every photo has its derivatives', isDerived)
  await waitUntilAllHealthy(site)
  expect(await statuses()).toEqual(new Set([200]))
  await postgres.kill()
  expect(await statuses()).toEqual(new Set([200]))
  await postgres.restart()
  await waitUntilAllHealthy(site)
  expect(await statuses()).toEqual(new Set([200]))
})

describe('three processes with PostgreSQL and a bucket, under writes', () => {
  test(
    'PostgreSQL is killed and restarted eight times: nothing acknowledged is lost',
    async () => {
      const { site, postgres, client } = await open()
      await runWorkload({ site, client }, async (workload) => {
        for (let n = 0; n < 8; n++) {
          await postgres.kill()
          await postgres.restart()
          await waitUntilAllHealthy(site)
          await clearRateLimits(site)
          await workload.waitForResponses()
        }
      })
    },
    testTimeoutMs,
  )

  test(
    `processes are killed ${kills} times: nothing acknowledged is lost`,
    async () => {
      const { site, client } = await open()
      await runWorkload({ site, client }, async (workload) => {
        for (let n = 0; n < kills; n++) {
          const target = site.processes[n % site.processes.length]
          await target?.kill()
          await target?.start()
          await clearRateLimits(site)
          if (n % 5 === 4) await workload.waitForResponses()
        }
      })
    },
    testTimeoutMs,
  )
})
