import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { AdminClient } from '#tests/faults/admin-client.ts'
import { fillSite, photoBytes, withoutSamples } from '#tests/faults/site-fixture.ts'
import { createPostgresDatabase } from '#tests/support/postgres/postgres-database.ts'
import { openScaledSite, type ScaledSite } from '#tests/support/scaled/scaled-site.ts'
import type { SiteProcess } from '#tests/support/site/site-process.ts'

/** Every minute, each process looks for photos that another process has left unfinished. */
const pollOptions = { timeout: 240_000 }

let site: ScaledSite
const processAt = (index: number): SiteProcess => {
  const found = site.processes[index]
  if (!found) throw new Error(`there is no process ${index}`)
  return found
}
const textOf = async (one: Pick<SiteProcess, 'port'>, path: string) =>
  (await fetch(`http://127.0.0.1:${one.port}${path}`)).text()
const addressOf = (n: number) => ({ 'X-Forwarded-For': `198.51.100.${n}` })

const createDatabase = () => createPostgresDatabase(inject('postgresUrl'))

beforeAll(async () => {
  site = await openScaledSite(await createDatabase(), 3, withoutSamples)
  await fillSite(site)
})
afterAll(() => site?.close())

/** Records the topics that a live stream of a process reports. */
async function listen({ port }: SiteProcess): Promise<() => string[]> {
  let text = ''
  const outgoing = request(`http://127.0.0.1:${port}/live`, { agent: false }, (response) =>
    response.on('data', (chunk: Buffer) => (text += chunk.toString())),
  )
  outgoing.on('error', () => {})
  outgoing.end()
  onTestFinished(() => void outgoing.destroy())
  await expect.poll(() => text).toContain('event: edition')
  return () => [...text.matchAll(/event: changed\ndata: (.+)\n/g)].map(([, topic = '']) => topic)
}

test('three processes with PostgreSQL and a bucket that start at once add each sample once', async () => {
  const started = await openScaledSite(await createDatabase(), 3)
  onTestFinished(started.close)
  const projects = await started.query<{ name: string }>('select name from projects')
  expect(new Set(projects.map(({ name }) => name)).size).toBe(projects.length)
  const studio = `select place from photos where "projectId" is null and place in ('hero', 'portrait') order by place`
  expect(await started.query(studio)).toEqual([{ place: 'hero' }, { place: 'portrait' }])
  const links = started.processes.map(({ output }) => /\/claim\/\S+/.exec(output)?.[0])
  expect(new Set(links)).toEqual(new Set([expect.stringMatching(/^\/claim\/.{20}/)]))
  expect(started.processes.map(({ log }) => log).join('')).not.toMatch(/secret/)
})

describe('three processes with PostgreSQL and a bucket', () => {
  test('accept a session that one of them has created, until another one ends it', async () => {
    const client = await AdminClient.logIn(processAt(0))
    const elsewhere = site.processes.map((one) => Object.assign(new AdminClient(one), { cookie: client.cookie }))
    for (const one of elsewhere) expect(await one.isLoggedIn()).toBe(true)
    expect((await elsewhere[1]?.request('/logout', { method: 'POST' }))?.status).toBe(302)
    for (const one of elsewhere) expect(await one.isLoggedIn()).toBe(false)
  })

  test('count wrong passwords together', async () => {
    const body = () => new URLSearchParams({ email: 'nobody@example.com', password: 'wrong password' })
    const statuses: number[] = []
    for (let n = 0; n < 6; n++) {
      const { status } = await new AdminClient(processAt(n % 3)).request('/login', {
        method: 'POST',
        body: body(),
        headers: addressOf(2),
      })
      statuses.push(status)
    }
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429])
  })

  test('report a change made through one in the live streams of all, and update the pages that all keep in memory', async () => {
    const streams = await Promise.all(site.processes.map(listen))
    const admin = await AdminClient.logIn(processAt(0))
    const [project] = await site.query<{ id: string; detailsVersion: number }>(
      `select id, "detailsVersion" from projects where name = 'House'`,
    )
    const { id = '', detailsVersion = 0 } = project ?? {}
    const save = async (text: string, version: number) => {
      for (const one of site.processes) expect(await textOf(one, '/projects/house')).not.toContain(text)
      expect((await admin.saveText(id, 'details', text, version)).status).toBe(200)
      for (const one of site.processes) await expect.poll(() => textOf(one, '/projects/house')).toContain(text)
    }
    await save('Heard by all.', detailsVersion)
    for (const topics of streams) await expect.poll(topics).toContain(`project:${id}`)

    const heard = streams.map((topics) => topics().length)
    const cut = `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query = 'listen changes'`
    expect(await site.query(cut)).toHaveLength(3)
    await save('Heard although no process was listening.', detailsVersion + 1)
    for (const [n, topics] of streams.entries())
      await expect.poll(() => topics().slice(heard[n])).toContain(`project:${id}`)
  })
})

describe('three processes with PostgreSQL and a bucket, when one ends', () => {
  test('finish the photo of a process that was killed', async () => {
    const countOf = async (condition: string) =>
      (await site.query(`select id from photos where "deletedAt" is null and ${condition}`)).length
    await expect.poll(() => countOf(`state = 'waiting'`), pollOptions).toBe(0)
    const admin = await AdminClient.logIn(processAt(0))
    expect((await admin.createProject({ name: 'Left behind', requestId: 'left-behind' })).status).toBe(200)
    const [project] = await site.query<{ id: string }>(`select id from projects where name = 'Left behind'`)
    const { id } = await admin.upload(await photoBytes(2_400, 1_600), 'a.jpg')
    expect((await admin.addImage(project?.id ?? '', id)).status).toBe(200)
    await expect.poll(() => countOf(`state = 'waiting' and tries > 0`)).toBe(1)
    await processAt(0).kill()
    // Otherwise the claim ends after five minutes.
    await site.query(`update photos set "dueAt" = '2000-01-01' where state = 'waiting'`)
    await expect.poll(() => countOf(`state = 'waiting'`), pollOptions).toBe(0)
    expect(await countOf(`state != 'ready'`)).toBe(0)
    await processAt(0).start()
  })

  test('no request through the load balancer fails while they are restarted one after another', async () => {
    const admin = await AdminClient.logIn(site)
    const statuses = new Map<number, number>()
    let isDone = false
    const read = async (n: number) => {
      while (!isDone) {
        const response = await fetch(`${site.origin}/work`, { headers: addressOf(n) }).catch(() => null)
        await response?.text()
        statuses.set(response?.status ?? 0, (statuses.get(response?.status ?? 0) ?? 0) + 1)
      }
    }
    const readers = [10, 11, 12].map(read)
    for (const one of site.processes) {
      await one.stop()
      expect(await admin.isLoggedIn()).toBe(true)
      await one.start()
    }
    isDone = true
    await Promise.all(readers)
    expect([...statuses.keys()]).toEqual([200])
  })
})
