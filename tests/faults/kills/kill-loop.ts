import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { SiteProcess } from '#tests/support/site/site-process.ts'
import {
  assert,
  waitForDerivatives,
  photoBytes,
  closeContext,
  withoutSamples,
  clearRateLimits,
  openContext,
} from '#tests/faults/site-fixture.ts'
import type { FaultContext } from '#tests/faults/fault.ts'
import { AcknowledgedWrites } from '#tests/faults/acknowledged-writes.ts'
import { problemsInLog } from '#tests/support/log-lines.ts'
import { findProblems } from '#tests/faults/check-store.ts'
import { isStartOperation, killAfterStart, type StartOperation } from './kill-after-start.ts'
import type { KillPoint, Operation } from './kill-points.ts'
import { injectionEnv, arm, waitForExit, launchWithInjector } from '#tests/faults/injector/injector.ts'

/** An operation that a request of an admin starts. */
type RequestedOperation = Exclude<Operation, StartOperation | 'migrate'>

/** If the armed call is not made within this time, the process is killed at an arbitrary point. */
const injectionTimeoutMs = 4_000

/** The results of killing one site repeatedly. */
export interface KillReport {
  kills: number
  /** How many kills happened at the planned call. */
  atKillPoint: number
  readonly writes: AcknowledgedWrites
  readonly problems: string[]
}

/** Kills one site at each of these kill points in turn, during an admin's writes and background jobs. */
export async function runKillLoop(
  name: string,
  base: string,
  plan: readonly KillPoint[],
  random: () => number,
  onProgress: (report: KillReport) => void,
): Promise<KillReport> {
  const context = await openContext(base)
  const writes = new AcknowledgedWrites()
  const report: KillReport = { kills: 0, atKillPoint: 0, writes, problems: [] }
  writes.texts.set(context.projectId, { current: { text: 'Oak, lime plaster.', version: 1 }, pending: [] })
  writes.orders.set(context.projectId, { current: context.imageIds, pending: [] })
  try {
    for (const [round, killPoint] of plan.entries()) {
      const when = `${name}, kill ${round + 1} (${killPoint.operation}, ${killPoint.name})`
      const exited =
        killPoint.operation === 'migrate'
          ? await killAtStart(killPoint)
          : isStartOperation(killPoint.operation)
            ? await killAtNextStart(context, killPoint.operation, killPoint)
            : await killDuringOperation(context, writes, killPoint, killPoint.operation, round, random)
      report.kills += 1
      if (exited) report.atKillPoint += 1
      await writes.verify(async (sql) => context.site.sql(sql), when)
      if (round % 50 === 49) report.problems.push(...(await findStoreProblems(context, when)))
      onProgress(report)
    }
    report.problems.push(...(await findStoreProblems(context, `${name}, at the end`)))
    report.problems.push(...problemsInLog(context.site.output, context.site.log, context.secrets))
  } finally {
    await closeContext(context)
  }
  return report
}

async function findStoreProblems({ site }: FaultContext, when: string): Promise<string[]> {
  await waitForDerivatives(site)
  return (await findProblems(site.dataDir)).map((problem) => `${when}: ${problem}`)
}

async function killDuringOperation(
  context: FaultContext,
  writes: AcknowledgedWrites,
  killPoint: KillPoint,
  operation: RequestedOperation,
  round: number,
  random: () => number,
): Promise<boolean> {
  const { site } = context
  await waitForDerivatives(site)
  clearRateLimits(site)
  const operate = await prepare(context, writes, operation, round)
  const nth = killPoint.injection.nth + (random() < 0.3 ? 1 : 0)
  await arm(site, { ...killPoint.injection, nth })
  let isKilled = false
  // The admin writes in another tab at the same time.
  const concurrentWrites = saveTextsUntilKilled(context, writes, () => isKilled)
  await operate().catch(() => {})
  const exited = await waitForExit(site, injectionTimeoutMs)
  assert(!exited || site.process.signalCode === 'SIGKILL', 'the process ended before it was killed')
  if (!exited) await wait(random() * 30)
  await site.kill()
  isKilled = true
  await concurrentWrites
  await site.start()
  return exited
}

async function killAtNextStart(
  context: FaultContext,
  operation: StartOperation,
  killPoint: KillPoint,
): Promise<boolean> {
  await waitForDerivatives(context.site)
  const exited = await killAfterStart(context, operation, killPoint, injectionTimeoutMs)
  await context.site.start()
  return exited
}

/** Creates what the operation needs and returns the function that performs it. */
async function prepare(
  context: FaultContext,
  writes: AcknowledgedWrites,
  operation: RequestedOperation,
  round: number,
): Promise<() => Promise<void>> {
  const { client, projectId } = context
  const upload = async (height = 40) => {
    const bytes = await photoBytes(100 + (round % 400), height + Math.floor(round / 400))
    return { bytes, ...(await client.upload(bytes, `round-${round}.jpg`)) }
  }
  // For attaching to another project, because the order of the first project's images is verified.
  const uploadForOtherProject = async () => {
    const { id, bytes } = await upload()
    const name = `Images ${Math.floor(round / 100)}`
    await client.createProject({ name, requestId: name })
    const [project] = context.site.sql<{ id: string }>('select id from projects where name = ?', name)
    return { id, sha256: createHash('sha256').update(bytes).digest('hex'), otherProjectId: project?.id ?? '' }
  }
  switch (operation) {
    case 'upload':
      return async () => void (await upload())
    case 'create':
    case 'derive crops': {
      const name = `Tower ${round}`
      const { id } = await upload()
      const photos = operation === 'create' ? { images: [id] } : { cover: id }
      return () =>
        writes.createProject(
          name,
          async () => (await client.createProject({ name, requestId: name, ...photos })).status,
        )
    }
    case 'add an image':
    case 'derive': {
      const { id, sha256, otherProjectId } = await uploadForOtherProject()
      return () => writes.attach(sha256, async () => (await client.addImage(otherProjectId, id)).status)
    }
    case 'remove': {
      const { id, sha256, otherProjectId } = await uploadForOtherProject()
      await writes.attach(sha256, async () => (await client.addImage(otherProjectId, id)).status)
      await waitForDerivatives(context.site)
      const [photo] = context.site.sql<{ id: string }>('select id from photos where uploadId = ?', id)
      return () => writes.remove(sha256, async () => (await client.removeImage(otherProjectId, photo?.id ?? '')).status)
    }
    case 'replace an image':
      return prepareReplacement(context, writes, await uploadForOtherProject(), await upload(90))
    case 'edit':
      // The concurrent writes are already edits.
      return async () => void (await wait(100))
    case 'reorder': {
      const order = writes.orders.get(projectId)?.current ?? []
      const [first = '', ...others] = order
      const next = [...others, first]
      return async () => {
        await writes.reorder(projectId, next, () => client.moveImage(projectId, first, order.length))
      }
    }
  }
}

/** Attaches a photo and returns the function that replaces it with `next`. */
async function prepareReplacement(
  { client, site }: FaultContext,
  writes: AcknowledgedWrites,
  { id, sha256, otherProjectId }: { id: string; sha256: string; otherProjectId: string },
  next: { id: string; bytes: Uint8Array },
): Promise<() => Promise<void>> {
  await writes.attach(sha256, async () => (await client.addImage(otherProjectId, id)).status)
  await waitForDerivatives(site)
  const [photo] = site.sql<{ id: string }>('select id from photos where uploadId = ?', id)
  return () =>
    writes.attach(createHash('sha256').update(next.bytes).digest('hex'), async () => {
      let status = 0
      await writes.remove(sha256, async () => {
        ;({ status } = await client.replaceImage(otherProjectId, photo?.id ?? '', next.id))
        return status
      })
      return status
    })
}

/** Saves new details repeatedly until the site is killed. */
async function saveTextsUntilKilled(
  { client, projectId }: FaultContext,
  writes: AcknowledgedWrites,
  isKilled: () => boolean,
): Promise<void> {
  let status = 200
  while (!isKilled() && status === 200) {
    const { version } = writes.texts.get(projectId)?.current ?? { version: 0 }
    const text = `Version ${version + 1}, written concurrently.`
    await writes.saveText(projectId, { text, version: version + 1 }, async () => {
      ;({ status } = await client.saveText(projectId, 'details', text, version))
      return status
    })
  }
}

/** Kills the process during its first start on an empty folder; the second start must succeed. */
async function killAtStart(killPoint: KillPoint): Promise<boolean> {
  const fresh = await SiteProcess.create(
    null,
    { ...withoutSamples, ...injectionEnv(killPoint.injection) },
    launchWithInjector,
  )
  const restarted = await SiteProcess.withDataOf(fresh, withoutSamples)
  try {
    const started = await fresh.start().then(
      () => true,
      () => false,
    )
    await fresh.kill()
    await restarted.start()
    return !started
  } finally {
    await restarted.close()
    await rm(fresh.dataDir, { recursive: true, force: true })
  }
}
