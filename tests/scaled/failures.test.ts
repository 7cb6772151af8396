import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AdminClient } from '#tests/faults/admin-client.ts'
import { Workload } from '#tests/faults/pairs/workload.ts'
import { fillSite, waitUntil, withoutSamples } from '#tests/faults/site-fixture.ts'
import { startPostgres, type Postgres } from '#tests/support/postgres/postgres.ts'
import { openScaledSite, type ScaledSite } from '#tests/support/scaled/scaled-site.ts'

/** 0: the connection was cut. 502: the load balancer got no response. */
const expectedStatuses = [0, 200, 204, 409, 429, 502, 503, 504]

let postgres: Postgres
let site: ScaledSite

beforeAll(async () => {
  postgres = await startPostgres()
  site = await openScaledSite(postgres.url, 3, withoutSamples)
})
afterAll(async () => {
  await site?.close()
  await postgres?.stop()
})

/** Runs `disturb` while an admin and visitors send requests through the load balancer; then checks what is stored. */
async function runWorkload(client: AdminClient, disturb: (workload: Workload) => Promise<void>): Promise<Workload> {
  const { query } = site
  const [project] = await query<{ id: string }>(`select id from projects where name = 'House'`)
  const projectId = project?.id ?? ''
  const images = await query<{ id: string }>(
    `select id from photos where "projectId" = '${projectId}' and "deletedAt" is null order by position`,
  )
  const workload = new Workload({ site, client, projectId, imageIds: images.map(({ id }) => id) }, query)
  await workload.start()
  await workload.waitForResponses()
  try {
    await disturb(workload)
    await query('delete from tallies')
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
  return workload
}

const isHealthy = async ({ port }: { readonly port: number }) =>
  (await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => null))?.ok === true

describe('three processes with PostgreSQL and a bucket, under writes', () => {
  test('PostgreSQL is killed and restarted eight times: nothing acknowledged is lost, and visitors read on', async () => {
    const client = await fillSite(site)
    expect((await fetch(`${site.origin}/projects/house`)).status).toBe(200)
    await runWorkload(client, async (workload) => {
      for (let n = 0; n < 8; n++) {
        await postgres.kill()
        for (const { port } of site.processes)
          expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBeLessThan(504)
        await postgres.restart()
        await waitUntil('all processes write again', async () =>
          (await Promise.all(site.processes.map(isHealthy))).every(Boolean),
        )
        await site.query('delete from tallies')
        await workload.waitForResponses()
      }
    })
  })

  test('processes are killed in turn thirty times: nothing acknowledged is lost', async () => {
    const client = await AdminClient.of(site)
    await runWorkload(client, async (workload) => {
      for (let n = 0; n < 30; n++) {
        const one = site.processes[n % site.processes.length]
        await one?.kill()
        await one?.start()
        await site.query('delete from tallies')
        if (n % 5 === 4) await workload.waitForResponses()
      }
    })
  })
})
