import { expect } from 'vitest'
import type { AdminClient } from '#tests/faults/admin-client.ts'
import { Workload } from '#tests/faults/pairs/workload.ts'
import { waitUntil } from '#tests/faults/site-fixture.ts'
import type { ScaledSite } from '#tests/support/scaled/scaled-site.ts'

/** 0: the connection was cut. 502 to 504: the load balancer got no response, or a process has no database. */
const expectedStatuses = [0, 200, 204, 409, 429, 502, 503, 504]

/** Runs `disturb` while an admin and visitors send requests through the load balancer; then checks what was stored. */
export async function runWorkload(
  { site, client }: { site: ScaledSite; client: AdminClient },
  disturb: (workload: Workload) => Promise<void>,
): Promise<void> {
  const { query } = site
  const [project] = await query<{ id: string }>(`select id from projects where name = 'House'`)
  const images = await query<{ id: string }>('select id from photos order by position')
  const context = { site, client, projectId: project?.id ?? '', imageIds: images.map(({ id }) => id) }
  const workload = new Workload(context, query)
  await workload.start()
  try {
    await workload.waitForResponses()
    await disturb(workload)
    await clearRateLimits(site)
    await workload.waitForResponses()
  } finally {
    await workload.stop()
  }
  await workload.writes.verify(query, 'afterwards')
  expect(workload.writes.violations).toEqual([])
  expect(workload.writes.acknowledged).toBeGreaterThan(20)
  for (const [kind, statuses] of workload.statuses)
    expect(
      [...statuses].filter((status) => !expectedStatuses.includes(status)),
      kind,
    ).toEqual([])
  expect(await workload.sendOnce(100_000)).toEqual([])
}

/** Resets the rate limits, which refuse an admin who makes more changes per minute than a person would. */
export async function clearRateLimits(site: ScaledSite): Promise<void> {
  await site.query('delete from tallies')
}

export const get = (port: number, path: string) => fetch(`http://127.0.0.1:${port}${path}`)
const isHealthy = async ({ port }: { readonly port: number }) => (await get(port, '/healthz').catch(() => null))?.ok

/** Waits until every process is healthy: it can write to the database and the bucket. */
export async function waitUntilAllHealthy({ processes }: Pick<ScaledSite, 'processes'>): Promise<void> {
  await waitUntil('all processes are healthy', async () => (await Promise.all(processes.map(isHealthy))).every(Boolean))
}
