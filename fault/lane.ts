import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { Site } from '#e2e/site.ts'
import { allMade, bytesOf, closeStage, emptyHouse, forgetTries, openStage } from './stage.ts'
import type { Stage } from './fault.ts'
import { Ledger } from './ledger.ts'
import { problemsInLog } from './logs.ts'
import { findUnsound } from './soundness.ts'
import type { Step, Work } from './steps.ts'
import { atTheStart, deal, fell, withinReach } from './strike.ts'

/** How long a blow may wait for its step; then the process is killed wherever it is. */
const patienceMs = 4_000

/** What came of the kills of one lane. */
export interface Toll {
  kills: number
  /** Kills that fell at their step. */
  atStep: number
  readonly ledger: Ledger
  readonly unsound: string[]
}

/** One site that is killed again and again, once for each of these steps, while an admin and the clock work on it. */
export async function runLane(
  name: string,
  base: string,
  plan: readonly Step[],
  chance: () => number,
  tell: (toll: Toll) => void,
): Promise<Toll> {
  const stage = await openStage(base)
  const ledger = new Ledger()
  const toll: Toll = { kills: 0, atStep: 0, ledger, unsound: [] }
  ledger.texts.set(stage.projectId, { stands: { text: 'Oak, lime plaster.', version: 1 }, asked: null })
  ledger.orders.set(stage.projectId, { stands: stage.imageIds, asked: null })
  try {
    for (const [round, step] of plan.entries()) {
      const when = `${name}, kill ${round + 1} (${step.work}, ${step.name})`
      const struck =
        step.work === 'migrate' ? await killAtTheStart(step) : await killAtWork(stage, ledger, step, round, chance)
      toll.kills += 1
      if (struck) toll.atStep += 1
      ledger.compare(stage.site, when)
      if (round % 50 === 49) toll.unsound.push(...(await soundness(stage, when)))
      tell(toll)
    }
    toll.unsound.push(...(await soundness(stage, `${name}, at the end`)))
    toll.unsound.push(...problemsInLog(stage.site.output, stage.site.log, stage.secrets))
  } finally {
    await closeStage(stage)
  }
  return toll
}

async function soundness({ site }: Stage, when: string): Promise<string[]> {
  await allMade(site)
  return (await findUnsound(site.dataDir)).map((problem) => `${when}: ${problem}`)
}

async function killAtWork(
  stage: Stage,
  ledger: Ledger,
  step: Step,
  round: number,
  chance: () => number,
): Promise<boolean> {
  const { site } = stage
  await allMade(site)
  forgetTries(site)
  const deed = await prepare(stage, ledger, step.work, round)
  const nth = step.at.nth + (chance() < 0.3 ? 1 : 0)
  await deal(site, { ...step.at, nth, does: 'kill' })
  let isOver = false
  // Somebody else writes at the same time.
  const beside = writeOn(stage, ledger, () => isOver)
  await deed().catch(() => {})
  const struck = await fell(site, patienceMs)
  if (!struck) await wait(chance() * 30)
  await site.kill()
  isOver = true
  await beside
  await site.start()
  return struck
}

/** Gets ready what the work needs; gives the work itself. */
async function prepare(stage: Stage, ledger: Ledger, work: Work, round: number): Promise<() => Promise<void>> {
  const { hand, projectId } = stage
  const upload = async () => {
    const bytes = await bytesOf(100 + (round % 400), 40 + Math.floor(round / 400))
    return { bytes, ...(await hand.upload(bytes, `round-${round}.jpg`)) }
  }
  // Galleries of their own: that of the base is where the order is watched.
  const forAGallery = async () => {
    const { id, bytes } = await upload()
    const name = `Gallery ${Math.floor(round / 100)}`
    await hand.createProject({ name, requestId: name })
    const [gallery] = stage.site.sql<{ id: string }>('select id from projects where name = ?', name)
    return { id, sha256: createHash('sha256').update(bytes).digest('hex'), galleryId: gallery?.id ?? '' }
  }
  switch (work) {
    case 'upload':
      return async () => void (await upload())
    case 'create': {
      const name = `Tower ${round}`
      const { id } = await upload()
      return () =>
        ledger.make(name, async () => (await hand.createProject({ name, requestId: name, images: [id] })).status)
    }
    case 'add an image':
    case 'make': {
      const { id, sha256, galleryId } = await forAGallery()
      return () => ledger.hang(sha256, async () => (await hand.addImage(galleryId, id)).status)
    }
    case 'remove': {
      const { id, sha256, galleryId } = await forAGallery()
      await ledger.hang(sha256, async () => (await hand.addImage(galleryId, id)).status)
      await allMade(stage.site)
      const [photo] = stage.site.sql<{ id: string }>('select id from photos where uploadId = ?', id)
      return () => ledger.takeDown(sha256, async () => (await hand.removeImage(galleryId, photo?.id ?? '')).status)
    }
    case 'edit':
      // The text is written beside everything else.
      return async () => void (await wait(100))
    case 'reorder': {
      const order = ledger.orders.get(projectId)?.stands ?? []
      const [first = '', ...others] = order
      const next = [...others, first]
      return () =>
        ledger.order(projectId, next, async () => (await hand.moveImage(projectId, first, order.length)).status)
    }
    case 'migrate':
      throw new Error('a migration has a folder of its own')
  }
}

/** Saves one text after the other until the site is gone. */
async function writeOn({ hand, projectId }: Stage, ledger: Ledger, isOver: () => boolean): Promise<void> {
  let status = 200
  while (!isOver() && status === 200) {
    const { version } = ledger.texts.get(projectId)?.stands ?? { version: 0 }
    const text = `Version ${version + 1}, written in the midst of it.`
    await ledger.text(projectId, { text, version: version + 1 }, async () => {
      ;({ status } = await hand.saveText(projectId, 'details', text, version))
      return status
    })
  }
}

/** A new folder, and its first start is cut off; the second one must open. */
async function killAtTheStart(step: Step): Promise<boolean> {
  const fresh = await Site.at(null, { ...emptyHouse, ...atTheStart({ ...step.at, does: 'kill' }) }, withinReach)
  const calm = await Site.over(fresh, emptyHouse)
  try {
    const opens = await fresh.start().then(
      () => true,
      () => false,
    )
    await fresh.kill()
    await calm.start()
    return !opens
  } finally {
    await calm.close()
    await rm(fresh.dataDir, { recursive: true, force: true })
  }
}
