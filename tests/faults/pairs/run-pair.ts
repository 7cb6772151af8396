import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ReadRows } from '#tests/faults/acknowledged-writes.ts'
import { AdminClient } from '#tests/faults/admin-client.ts'
import type { FaultContext } from '#tests/faults/fault.ts'
import { assert, waitUntil, projectPath } from '#tests/faults/site-fixture.ts'
import { temporaryRoot } from '#tests/support/temporary-root.ts'
import type { Postgres } from '#tests/support/postgres/postgres.ts'
import { layerFaults, type LayerFault, type LayerFaultName, type FaultTarget } from './layer-faults.ts'
import { Workload } from './workload.ts'

/** Two faults: the second begins during the first, and ends after it. */
export type Pair = readonly [first: LayerFaultName, second: LayerFaultName]

export function nameOf([first, second]: Pair): string {
  return `${first}, followed by ${second}`
}

/** The programs that a pair needs. */
export function programsOf(pair: Pair): ('unshare' | 'prlimit')[] {
  const faults: readonly LayerFault[] = pair.map((name) => layerFaults[name])
  return faults.flatMap(({ disk, needs }) => [...(disk ? ['unshare' as const] : []), ...(needs ? [needs] : [])])
}

/** The statuses that responses may have while faults last. */
const expectedStatuses = [200, 204, 409, 429, 503, 507]

/** The site's database, from outside its process. */
export interface Database {
  readonly read: ReadRows
  readonly write: (sql: string) => Promise<void>
}

/**
 * Injects two faults at once while requests continue. Throws if a response was unexpected or disagrees with what is
 * stored, or if the site does not recover.
 */
export async function runPair(
  context: FaultContext,
  pair: Pair,
  database: Database,
  postgres?: Postgres,
): Promise<void> {
  const backups = await mkdtemp(join(temporaryRoot(), 'enfilade-backups-'))
  const target: FaultTarget = { context, backups, ...(postgres && { postgres }) }
  const [first, second]: readonly LayerFault[] = pair.map((name) => layerFaults[name])
  assert(first !== undefined && second !== undefined, 'two faults are needed')
  const workload = new Workload(context, database.read)
  const ends: (() => unknown)[] = []
  try {
    await workload.start()
    await workload.waitForResponses()
    for (const fault of [first, second]) {
      ends.push(await fault.begin(target))
      await workload.waitForResponses()
    }
    await endAll(ends)
    await workload.waitForResponses()
  } finally {
    // A fault that cannot be ended must not keep the workload running.
    try {
      await endAll(ends)
    } finally {
      await workload.stop()
      await rm(backups, { recursive: true, force: true })
    }
  }
  const expected = new Set([...expectedStatuses, ...(first.statuses ?? []), ...(second.statuses ?? [])])
  for (const [kind, statuses] of workload.statuses) {
    const wrong = [...statuses].filter((status) => !expected.has(status))
    assert(wrong.length === 0, `${kind}: unexpected statuses ${wrong.join()}`)
  }
  const { writes } = workload
  const isHealthy = async () => (await context.client.request('/healthz').catch(() => null))?.ok === true
  await waitUntil('the site is healthy', isHealthy)
  await writes.verify(database.read, 'after both faults')
  assert(writes.violations.length === 0, writes.violations.join('\n'))
  await assertRecovered(context, workload, database)
  await writes.verify(database.read, 'at the end')
  assert(writes.violations.length === 0, writes.violations.join('\n'))
  assert(writes.acknowledged > 0, 'nothing was written')
  assert(!/\\n {4}at |unhandled|uncaught/i.test(context.site.output), 'the log contains a stack trace')
}

/** Ends the faults in order and empties the list. If one cannot be ended, the others are, and its error is thrown. */
async function endAll(ends: (() => unknown)[]): Promise<void> {
  const errors: unknown[] = []
  for (const end of ends.splice(0)) {
    try {
      await end()
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length > 1) throw new AggregateError(errors, 'several faults could not be ended')
  if (errors.length === 1) throw errors[0]
}

/** Asserts that every kind of request succeeds again without a restart, and that all images get their derivatives. */
async function assertRecovered({ site }: FaultContext, workload: Workload, { read, write }: Database): Promise<void> {
  // The admin may have reached the limit of changes per minute.
  await write('delete from tallies')
  // The next attempt of an interrupted job would be due in 5 minutes.
  await write(`update photos set "dueAt" = '2000-01-01' where state = 'waiting'`)
  for (let round = 1_000; round < 1_005; round++) {
    const failed = await workload.sendOnce(round)
    assert(failed.length === 0, `after both faults: ${failed.join('\n')}`)
  }
  // A new log-in must work too.
  await AdminClient.logIn(site)
  for (const path of ['/', '/work', projectPath, '/about', '/contact', '/sitemap.xml'])
    for (let n = 0; n < 3; n++) assert((await fetch(site.origin + path)).status === 200, `${path} is not served`)
  const countOf = async (state: string) =>
    (await read(`select id from photos where state = '${state}' and "deletedAt" is null`)).length
  await waitUntil('every photo has its derivatives', async () => (await countOf('waiting')) === 0, 120_000)
  assert((await countOf('failed')) === 0, 'a photo failed')
}
