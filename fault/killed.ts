import { rm } from 'node:fs/promises'
import { Site } from '#e2e/site.ts'
import type { Fault, Stage } from './fault.ts'
import { allMade, bytesOf, emptyHouse, must, until } from './stage.ts'
import { steps, type Step, type Work } from './steps.ts'
import { atTheStart, deal, fell, withinReach } from './strike.ts'

const fallsWithinMs = 20_000

/** One row for each step of each work. */
export const killed: readonly Fault[] = steps.map((step) => ({
  name: `kill -9 · ${step.work}, ${step.name}`,
  try: (stage) => deeds[step.work](stage, step),
}))

const deeds: Record<Work, (stage: Stage, step: Step) => Promise<void>> = {
  async upload(stage, step) {
    const { hand } = stage
    const bytes = await bytesOf(200)
    let id = ''
    await struckDuring(stage, step, async () => void ({ id } = await hand.upload(bytes, 'cut.jpg')))
    // Whoever has an address goes on from there, as the browser does; whoever has none begins again.
    const offset = id === '' ? null : await hand.offsetOf(id)
    const whole =
      offset === null ? await hand.upload(bytes, 'cut.jpg') : { id, ...(await rest(stage, id, bytes, offset)) }
    const hung = await hand.addImage(stage.projectId, whole.id)
    must(hung.status === 200, `the upload could not be hung: ${hung.status}`)
    mustHang(stage, 4)
    await allMade(stage.site)
  },

  async create(stage, step) {
    const upload = await stage.hand.upload(await bytesOf(201), 'cut.jpg')
    const wish = { name: 'Tower', requestId: 'cut', images: [upload.id] }
    const first = await struckDuring(stage, step, () => stage.hand.createProject(wish))
    const second = await stage.hand.createProject(wish)
    must(second.status === 200, `the second try was answered ${second.status}`)
    const towers = stage.site.sql(`select id from projects where name = 'Tower'`)
    must(towers.length === 1, `there are ${towers.length} projects instead of one (first answer: ${first?.status})`)
    const photos = stage.site.sql(
      `select id from photos where projectId = (select id from projects where name = 'Tower')`,
    )
    must(photos.length === 1, `there are ${photos.length} photographs instead of one`)
    await allMade(stage.site)
  },

  async 'add an image'(stage, step) {
    const upload = await stage.hand.upload(await bytesOf(202), 'cut.jpg')
    await struckDuring(stage, step, () => stage.hand.addImage(stage.projectId, upload.id))
    const second = await stage.hand.addImage(stage.projectId, upload.id)
    must(second.status === 200, `the second try was answered ${second.status}`)
    mustHang(stage, 4)
    await allMade(stage.site)
  },

  async edit(stage, step) {
    const { hand, projectId, site } = stage
    await struckDuring(stage, step, () => hand.saveText(projectId, 'name', 'Renamed', 1))
    const read = () => site.sql<{ name: string; nameVersion: number }>('select name, nameVersion from projects')[0]
    const stands = read()
    const isOld = stands?.name === 'House' && stands.nameVersion === 1
    must(isOld || (stands?.name === 'Renamed' && stands.nameVersion === 2), `half a change: ${JSON.stringify(stands)}`)
    const again = await hand.saveText(projectId, 'name', 'Renamed', 1)
    must(again.status === (isOld ? 200 : 409), `the second try was answered ${again.status}`)
    must(read()?.name === 'Renamed', 'the name is not what was saved')
  },

  async reorder(stage, step) {
    const { hand, projectId, imageIds, site } = stage
    const [first = '', second, third] = imageIds
    await struckDuring(stage, step, () => hand.moveImage(projectId, first, 3))
    const order = () =>
      site.sql<{ id: string }>(`select id from photos where place = 'gallery' order by position`).map(({ id }) => id)
    const moved = [second, third, first].join()
    must([imageIds.join(), moved].includes(order().join()), `half a move: ${order().join()}`)
    must((await hand.moveImage(projectId, first, 3)).status === 200, 'the second try was refused')
    must(order().join() === moved, 'the order is not what was asked for')
  },

  async remove(stage, step) {
    const { hand, projectId, imageIds } = stage
    await struckDuring(stage, step, () => hand.removeImage(projectId, imageIds[0] ?? ''))
    await hand.removeImage(projectId, imageIds[0] ?? '')
    mustHang(stage, 2)
  },

  async make(stage, step) {
    const { hand, site, projectId } = stage
    const upload = await hand.upload(await bytesOf(203), 'cut.jpg')
    await struckDuring(stage, step, () => hand.addImage(projectId, upload.id))
    mustHang(stage, 4)
    await allMade(site)
    const [row] = site.sql<{ state: string }>(`select state from photos where uploadId = ?`, upload.id)
    must(row?.state === 'ready', `the photograph is ${row?.state}`)
  },

  async migrate(_, step) {
    const blow = { ...step.at, does: 'kill' } as const
    const fresh = await Site.at(null, { ...emptyHouse, ...atTheStart(blow) }, withinReach)
    const calm = await Site.over(fresh, emptyHouse)
    try {
      const opens = await fresh.start().then(
        () => true,
        () => false,
      )
      must(!opens, 'the blow did not fall')
      await calm.start()
      const tables = calm.sql<{ n: number }>(`select count(*) as n from sqlite_schema where type = 'table'`)
      must((tables[0]?.n ?? 0) > 8, 'tables are missing')
    } finally {
      await calm.close()
      await rm(fresh.dataDir, { recursive: true, force: true })
    }
  },
}

/** Deals the blow, does it, waits for the end, and starts the site again. Gives the answer, if one came. */
async function struckDuring<T>(stage: Stage, step: Step, act: () => Promise<T>): Promise<T | null> {
  await deal(stage.site, { ...step.at, does: 'kill' })
  const answer = await act().catch(() => null)
  must(await fell(stage.site, fallsWithinMs), 'the blow did not fall')
  await stage.site.start()
  await until('the site is well', async () => (await stage.hand.ask('/healthz')).ok)
  return answer
}

async function rest(stage: Stage, id: string, bytes: Uint8Array<ArrayBuffer>, offset: number) {
  return offset === bytes.length ? { status: 204 } : stage.hand.sendPart(id, offset, bytes.slice(offset))
}

function mustHang({ site, projectId }: Stage, count: number): void {
  const rows = site.sql(
    `select id from photos where projectId = ? and place = 'gallery' and deletedAt is null`,
    projectId,
  )
  must(rows.length === count, `${rows.length} images hang instead of ${count}`)
}
