import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { SiteProcess } from '#tests/support/site/site-process.ts'
import type { FaultContext } from './fault.ts'
import { waitForDerivatives, photoBytes, withoutSamples, assert, waitUntil } from './site-fixture.ts'
import { derivativesFolder } from './earlier-recipe.ts'
import { killAfterStart, type StartOperation } from './kills/kill-after-start.ts'
import { killPoints, type KillPoint, type Operation } from './kills/kill-points.ts'
import { injectionEnv, arm, waitForExit, launchWithInjector } from './injector/injector.ts'
import { runHardOnlyFaults } from './run-faults.ts'

const exitTimeoutMs = 60_000

runHardOnlyFaults(
  'kill -9 at a named step',
  killPoints.map((killPoint) => ({
    name: `kill -9 · ${killPoint.operation}, ${killPoint.name}`,
    run: (context) => operations[killPoint.operation](context, killPoint),
  })),
)

const operations: Record<Operation, (context: FaultContext, killPoint: KillPoint) => Promise<void>> = {
  async upload(context, killPoint) {
    const { client } = context
    const bytes = await photoBytes(200)
    let id = ''
    await killDuring(context, killPoint, async () => void ({ id } = await client.upload(bytes, 'cut.jpg')))
    // As in the browser: an upload with an id is resumed, one without is started again.
    const offset = id === '' ? null : await client.offsetOf(id)
    const completed =
      offset === null ? await client.upload(bytes, 'cut.jpg') : { id, ...(await sendRest(context, id, bytes, offset)) }
    const attached = await client.addImage(context.projectId, completed.id)
    assert(attached.status === 200, `the upload could not be attached: ${attached.status}`)
    assertImageCount(context, 4)
    await waitForDerivatives(context.site)
  },

  async create(context, killPoint) {
    const upload = await context.client.upload(await photoBytes(201), 'cut.jpg')
    const input = { name: 'Tower', requestId: 'cut', images: [upload.id] }
    const first = await killDuring(context, killPoint, () => context.client.createProject(input))
    const second = await context.client.createProject(input)
    assert(second.status === 200, `the second attempt returned ${second.status}`)
    const towers = context.site.sql(`select id from projects where name = 'Tower'`)
    assert(towers.length === 1, `${towers.length} projects instead of one (first status: ${first?.status})`)
    const photos = context.site.sql(
      `select id from photos where projectId = (select id from projects where name = 'Tower')`,
    )
    assert(photos.length === 1, `there are ${photos.length} photos instead of one`)
    await waitForDerivatives(context.site)
  },

  async 'add an image'(context, killPoint) {
    const upload = await context.client.upload(await photoBytes(202), 'cut.jpg')
    await killDuring(context, killPoint, () => context.client.addImage(context.projectId, upload.id))
    const second = await context.client.addImage(context.projectId, upload.id)
    assert(second.status === 200, `the second attempt returned ${second.status}`)
    assertImageCount(context, 4)
    await waitForDerivatives(context.site)
  },

  async 'replace an image'(context, killPoint) {
    const { client, projectId, site, imageIds } = context
    const photoId = imageIds[0] ?? ''
    const upload = await client.upload(await photoBytes(204), 'cut.jpg')
    await killDuring(context, killPoint, () => client.replaceImage(projectId, photoId, upload.id))
    const shown = () =>
      site.sql<{ uploadId: string; position: number }>(
        'select uploadId, position from photos where coalesce(imageId, id) = ? and deletedAt is null',
        photoId,
      )
    assert(shown().length === 1, `the image shows ${shown().length} photos instead of one`)
    const second = await client.replaceImage(projectId, photoId, upload.id)
    assert(second.status === 200, `the second attempt returned ${second.status}`)
    const [photo] = shown()
    assert(photo?.uploadId === upload.id && photo.position === 1, `the image shows ${JSON.stringify(photo)}`)
    assertImageCount(context, 3)
    const former = site.sql('select id from photos where id = ? and deletedAt is not null', photoId)
    assert(former.length === 1, 'the former photo is not kept')
    await waitForDerivatives(site)
  },

  async edit(context, killPoint) {
    const { client, projectId, site } = context
    await killDuring(context, killPoint, () => client.saveText(projectId, 'name', 'Renamed', 1))
    const read = () => site.sql<{ name: string; nameVersion: number }>('select name, nameVersion from projects')[0]
    const found = read()
    const isUnchanged = found?.name === 'House' && found.nameVersion === 1
    assert(
      isUnchanged || (found?.name === 'Renamed' && found.nameVersion === 2),
      `partial change: ${JSON.stringify(found)}`,
    )
    const again = await client.saveText(projectId, 'name', 'Renamed', 1)
    assert(again.status === (isUnchanged ? 200 : 409), `the second attempt returned ${again.status}`)
    assert(read()?.name === 'Renamed', 'the name is not what was saved')
  },

  async reorder(context, killPoint) {
    const { client, projectId, imageIds, site } = context
    const [first = '', second, third] = imageIds
    await killDuring(context, killPoint, () => client.moveImage(projectId, first, 3))
    const order = () =>
      site.sql<{ id: string }>(`select id from photos where place = 'gallery' order by position`).map(({ id }) => id)
    const moved = [second, third, first].join()
    assert([imageIds.join(), moved].includes(order().join()), `partial move: ${order().join()}`)
    assert((await client.moveImage(projectId, first, 3)).status === 200, 'the second attempt was refused')
    assert(order().join() === moved, 'the image was not moved')
  },

  async remove(context, killPoint) {
    const { client, projectId, imageIds } = context
    await killDuring(context, killPoint, () => client.removeImage(projectId, imageIds[0] ?? ''))
    await client.removeImage(projectId, imageIds[0] ?? '')
    assertImageCount(context, 2)
  },

  async derive(context, killPoint) {
    const { client, site, projectId } = context
    const upload = await client.upload(await photoBytes(203), 'cut.jpg')
    await killDuring(context, killPoint, () => client.addImage(projectId, upload.id))
    assertImageCount(context, 4)
    await waitForDerivatives(site)
    const [row] = site.sql<{ state: string }>(`select state from photos where uploadId = ?`, upload.id)
    assert(row?.state === 'ready', `the photo is ${row?.state}`)
  },

  async 'derive crops'(context, killPoint) {
    const { client, site, projectId } = context
    const upload = await client.upload(await photoBytes(600, 400), 'cut.jpg')
    await killDuring(context, killPoint, () => client.addImage(projectId, upload.id, 'replace-cover'))
    await waitForDerivatives(site)
    const [row] = site.sql<{ state: string; crops: string; formerCrops: string }>(
      'select state, crops, formerCrops from photos where uploadId = ?',
      upload.id,
    )
    assert(row?.state === 'ready' && row.crops !== '[]', `the photo has ${JSON.stringify(row)}`)
    assert(row.formerCrops === '[]', `crops in use are marked as former: ${row.formerCrops}`)
  },

  async 'derive again'(context, killPoint) {
    const { site, imageIds } = context
    const hasFormerFiles = () =>
      imageIds.every((id) => {
        const [photo] = site.sql<{ width: number }>('select width from photos where id = ?', id)
        return ['avif', 'webp', 'jpg'].every((format) =>
          existsSync(derivativesFolder(site, id, 'v2', `${photo?.width}.${format}`)),
        )
      })
    await killAtNextStart(context, 'derive again', killPoint)
    assert(hasFormerFiles(), 'a derivative of the former recipe is gone')
    await site.start()
    await waitForDerivatives(site)
    assert(hasFormerFiles(), 'a derivative of the former recipe is gone before a day has passed')
    const rows = site.sql<object>('select recipe, formerRecipe, tries from photos')
    const expected = JSON.stringify({ recipe: 'v3', formerRecipe: 'v2', tries: 0 })
    assert(
      rows.every((row) => JSON.stringify(row) === expected),
      `not derived again: ${JSON.stringify(rows)}`,
    )
  },

  async 'expire derivatives'(context, killPoint) {
    const { site, imageIds } = context
    await killAtNextStart(context, 'expire derivatives', killPoint)
    await site.start()
    const left = () => site.sql('select id from photos where formerRecipe is not null').length
    await waitUntil('the former derivatives are expired', () => left() === 0)
    assert(!imageIds.some((id) => existsSync(derivativesFolder(site, id, 'v2'))), 'a file of the former recipe is left')
  },

  async 'expire crops'(context, killPoint) {
    const { site, imageIds } = context
    await killAtNextStart(context, 'expire crops', killPoint)
    await site.start()
    const left = () => site.sql(`select id from photos where formerCrops <> '[]'`).length
    await waitUntil('the former crops are expired', () => left() === 0)
    const isLeft = (id: string) => existsSync(derivativesFolder(site, id, 'v3', '1x1-10-50'))
    assert(!imageIds.some(isLeft), 'a former crop is left')
  },

  async migrate(_, killPoint) {
    const fresh = await SiteProcess.create(
      null,
      { ...withoutSamples, ...injectionEnv(killPoint.injection) },
      launchWithInjector,
    )
    const restarted = await SiteProcess.withDataOf(fresh, withoutSamples)
    try {
      const opens = await fresh.start().then(
        () => true,
        () => false,
      )
      assert(!opens, 'the process was not killed')
      await restarted.start()
      const tables = restarted.sql<{ n: number }>(`select count(*) as n from sqlite_schema where type = 'table'`)
      assert((tables[0]?.n ?? 0) > 8, 'tables are missing')
    } finally {
      await restarted.close()
      await rm(fresh.dataDir, { recursive: true, force: true })
    }
  },
}

/** Arms the kill, runs `act`, waits until the process has exited and restarts the site. Returns the result of `act`. */
async function killDuring<T>(context: FaultContext, killPoint: KillPoint, act: () => Promise<T>): Promise<T | null> {
  await arm(context.site, killPoint.injection)
  const result = await act().catch(() => null)
  await waitForExit(context.site, exitTimeoutMs)
  assert(context.site.process.signalCode === 'SIGKILL', 'the process was not killed')
  await context.site.start()
  await waitUntil('the site is healthy', async () => (await context.client.request('/healthz')).ok)
  return result
}

/** Kills the site at this point of its next start, and leaves it stopped. */
async function killAtNextStart(context: FaultContext, operation: StartOperation, killPoint: KillPoint): Promise<void> {
  const isKilled = await killAfterStart(context, operation, killPoint, exitTimeoutMs)
  assert(isKilled, 'the process was not killed')
}

async function sendRest(context: FaultContext, id: string, bytes: Uint8Array<ArrayBuffer>, offset: number) {
  return offset === bytes.length ? { status: 204 } : context.client.sendPart(id, offset, bytes.slice(offset))
}

function assertImageCount({ site, projectId }: FaultContext, count: number): void {
  const rows = site.sql(
    `select id from photos where projectId = ? and place = 'gallery' and deletedAt is null`,
    projectId,
  )
  assert(rows.length === count, `${rows.length} images instead of ${count}`)
}
