import { expect, vi } from 'vitest'
import { attachPhoto } from '#portfolio/photo/attach.ts'
import { eachDatabase } from '#tests/support/backend/each-database.ts'
import { expectOk } from '#tests/support/backend/test-backend.ts'
import { photoFile } from '#tests/support/images/photo-files.ts'
import type { ImageProcessor, Ports } from '#portfolio/ports.ts'
import { parseContrastMap } from './contrast-map.ts'
import { deriveNextPhoto } from './derive.ts'
import { queueOutdatedPhotos } from './derive-queue.ts'

const deriveAll = async (ports: Ports) => {
  while (await deriveNextPhoto(ports));
}

eachDatabase('the contrast of the hero is measured with its derivatives, or after an update', async (backend) => {
  const { ports, admin } = backend
  const uploadId = await backend.upload(await photoFile({ width: 600, height: 400 }))
  const { id } = expectOk(await attachPhoto(ports, admin, { projectId: null, place: 'hero', uploadId }))
  const contrastMap = async () =>
    (await ports.db.selectFrom('photos').select('contrastMap').where('id', '=', id).executeTakeFirst())?.contrastMap
  expect(await contrastMap()).toBe('')
  await deriveAll(ports)
  expect(parseContrastMap((await contrastMap()) ?? '')).not.toBeNull()
  const measured = await contrastMap()

  await ports.db.updateTable('photos').set({ contrastMap: '' }).where('id', '=', id).execute()
  await deriveAll(ports)
  expect(await contrastMap()).toBe('')
  await queueOutdatedPhotos(ports)
  await deriveAll(ports)
  expect(await contrastMap()).toBe(measured)

  const derive = vi.fn(ports.images.derive)
  await ports.db.updateTable('photos').set({ recipe: 'v1', state: 'waiting' }).where('id', '=', id).execute()
  await deriveAll({ ...ports, images: { ...ports.images, derive } })
  expect(derive.mock.calls.map(([, , , options]) => options)).toEqual([{ measureContrast: false }])
  expect(await contrastMap()).toBe(measured)
})

eachDatabase('a hero whose contrast cannot be measured is shown without a contrast map', async (backend) => {
  const { ports, admin } = backend
  const uploadId = await backend.upload(await photoFile({ width: 600, height: 400 }))
  const { id } = expectOk(await attachPhoto(ports, admin, { projectId: null, place: 'hero', uploadId }))
  const error = vi.fn()
  const derive: ImageProcessor['derive'] = async (path, sizes, onMade) => {
    const analysis = await ports.images.derive(path, sizes, onMade)
    return { ...analysis, contrastFailure: 'Error: out of memory' }
  }
  await deriveAll({ ...ports, images: { ...ports.images, derive }, log: { ...ports.log, error } })
  const photo = ports.db.selectFrom('photos').select(['state', 'contrastMap']).where('id', '=', id)
  expect(await photo.executeTakeFirst()).toEqual({ state: 'ready', contrastMap: '' })
  expect(error.mock.calls.map(([message]) => message)).toEqual(['contrast of the hero could not be measured'])
})
