import { expect } from 'vitest'
import { asAdmin } from '#portfolio/account/as-admin.ts'
import { setFocalPoint } from '#portfolio/photo/edit.ts'
import { expireFormerCrops } from '#portfolio/photo/expire.ts'
import type { Ports } from '#portfolio/ports.ts'
import { eachDatabase, type DatabaseTestBackend } from '#tests/support/backend/each-database.ts'
import { testPhoto, testProject } from '#tests/support/backend/project-fixtures.ts'
import { expectOk } from '#tests/support/backend/test-backend.ts'
import { photoFile } from '#tests/support/images/photo-files.ts'
import { parseCrops } from './crops-column.ts'
import { deriveNextPhoto } from './derive.ts'
import { queueOutdatedPhotos } from './derive-queue.ts'
import { derivativeKey } from './derivatives.ts'
import { queueMissingDerivative } from './queue-missing-derivative.ts'

const dayMs = 24 * 60 * 60_000
const avif = { format: 'avif', gamut: 'srgb' } as const

const deriveAll = async (ports: Ports) => {
  while (await deriveNextPhoto(ports));
}

/** A project with a derived cover of 600 × 400 pixels. */
async function withCover(backend: DatabaseTestBackend) {
  const { ports, admin } = backend
  const projectId = await testProject(backend)
  const bytes = await photoFile({ width: 600, height: 400 })
  const id = await testPhoto(backend, projectId, 'cover.jpg', { place: 'cover', bytes })
  await deriveAll(ports)
  const row = () => ports.db.selectFrom('photos').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const moveFocalPoint = async (x: string) =>
    expectOk(
      await asAdmin(ports, admin, (unit, admin) => setFocalPoint(unit, admin, { projectId, photoId: id, x, y: '0.5' })),
    )
  const setRemoved = async (deletedAt: string | null) =>
    void (await ports.db.updateTable('photos').set({ deletedAt }).where('id', '=', id).execute())
  const stored = (crop: string) => ports.files.stat(derivativeKey(id, 320, avif, 'v3', crop))
  return { id, row, moveFocalPoint, setRemoved, stored }
}

/** Derives the next photo and calls `change` after its first size is made. Resolves with the number of sizes made. */
async function deriveWhile(ports: Ports, change: () => Promise<void>): Promise<number> {
  let made = 0
  const derive: Ports['images']['derive'] = (path, sizes, onMade) =>
    ports.images.derive(path, sizes, async (size, derivatives) => {
      made += 1
      if (made === 1) await change()
      return onMade(size, derivatives)
    })
  await deriveNextPhoto({ ...ports, images: { ...ports.images, derive } })
  return made
}

const cropNames = ({ crops }: { crops: string }) => parseCrops(crops).map(({ name }) => name)

eachDatabase('a photo that is removed while it is derived again keeps its recipe until restored', async (backend) => {
  const { ports } = backend
  const { row, setRemoved } = await withCover(backend)
  await ports.db.updateTable('photos').set({ recipe: 'v2', made: '480,600', crops: '[]' }).execute()
  await queueOutdatedPhotos(ports)
  expect(await deriveWhile(ports, () => setRemoved(ports.now().toISOString()))).toBe(1)
  expect(await row()).toMatchObject({ state: 'waiting', recipe: 'v2', made: '480,600', crops: '[]' })
  await setRemoved(null)
  await deriveAll(ports)
  expect(await row()).toMatchObject({ state: 'ready', recipe: 'v3', formerRecipe: 'v2' })
})

eachDatabase('a photo that is removed while crops are made keeps the former ones until restored', async (backend) => {
  const { ports } = backend
  const { row, moveFocalPoint, setRemoved } = await withCover(backend)
  const former = cropNames(await row())
  await moveFocalPoint('0.25')
  expect(await deriveWhile(ports, () => setRemoved(ports.now().toISOString()))).toBe(1)
  const removed = await row()
  expect([removed.state, cropNames(removed)]).toEqual(['waiting', former])
  await setRemoved(null)
  await deriveAll(ports)
  expect(cropNames(await row())).toContain('4x5-25-50')
})

eachDatabase('crops that become unused while others expire are deleted a day later', async (backend) => {
  const { ports, advance } = backend
  const { moveFocalPoint, stored } = await withCover(backend)
  await moveFocalPoint('0.25')
  await deriveAll(ports)
  advance(dayMs + 1)
  let moved = false
  const remove: Ports['files']['remove'] = async (key) => {
    if (!moved) {
      moved = true
      await moveFocalPoint('0.75')
      await deriveAll(ports)
    }
    return ports.files.remove(key)
  }
  await expireFormerCrops({ ...ports, files: { ...ports.files, remove } })
  expect(moved).toBe(true)
  expect(await stored('4x5-25-50')).not.toBeNull()
  advance(dayMs + 1)
  await expireFormerCrops(ports)
  expect([await stored('4x5-50-50'), await stored('4x5-25-50')]).toEqual([null, null])
  expect(await stored('4x5-75-50')).not.toBeNull()
})

eachDatabase(
  'a missing derivative queues nothing if the photo is derived with other crops meanwhile',
  async (backend) => {
    const { ports } = backend
    const { id, row, moveFocalPoint } = await withCover(backend)
    const crop = '4x5-50-50'
    await ports.files.remove(derivativeKey(id, 320, avif, 'v3', crop))
    let derived: Awaited<ReturnType<typeof row>> | undefined
    const stat: Ports['files']['stat'] = async (key) => {
      const found = await ports.files.stat(key)
      if (derived) return found
      await moveFocalPoint('0.25')
      await deriveAll(ports)
      derived = await row()
      return found
    }
    const missing = { photoId: id, recipe: 'v3', width: 320, encoding: avif, crop } as const
    await queueMissingDerivative({ ...ports, files: { ...ports.files, stat } }, missing)
    expect(derived).toMatchObject({ state: 'ready' })
    expect(await row()).toEqual(derived)
  },
)
