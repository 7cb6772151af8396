import { expect, test } from 'vitest'
import type { Ports } from '#portfolio/ports.ts'
import { showProject } from '#portfolio/project/show.ts'
import { eachDatabase, type DatabaseTestBackend } from '#tests/support/backend/each-database.ts'
import { ultraHdrFile } from '#tests/support/images/gain-map-files.ts'
import { photoFile } from '#tests/support/images/photo-files.ts'
import { filesIn, readStored, testPhoto, testProject } from '#tests/support/backend/project-fixtures.ts'
import { deriveNextPhoto } from './derive.ts'
import { derivativeKey } from './derivatives.ts'
import { encodingsAt, hdrWidthsIn } from './hdr.ts'
import { queueMissingDerivative } from './queue-missing-derivative.ts'
import { verifyPhotos } from '#portfolio/photo/verify.ts'

const hdr = { format: 'jpg', gamut: 'srgb', hdr: true } as const

const deriveAll = async (ports: Ports) => {
  while (await deriveNextPhoto(ports));
}

async function check(ports: Ports): Promise<string[]> {
  const messages: string[] = []
  for await (const { message, repair } of verifyPhotos(ports)) {
    messages.push(message)
    await repair?.()
  }
  return messages
}

/** A project with a derived cover of 600 × 400 pixels that has a gain map. */
async function withCover(backend: DatabaseTestBackend, bytes?: Buffer) {
  const { ports } = backend
  const projectId = await testProject(backend)
  const id = await testPhoto(backend, projectId, 'cover.jpg', {
    place: 'cover',
    bytes: bytes ?? (await ultraHdrFile()),
  })
  await deriveAll(ports)
  const cover = async () => (await showProject(ports, projectId))?.coverPhoto
  return { id, cover }
}

test('a photo has HDR derivatives in four widths, or up to its own width if that is smaller', () => {
  const widths = [360, 485, 650, 875, 1175, 1580, 2130, 2860, 3840]
  expect(hdrWidthsIn(6000, widths)).toEqual([485, 875, 1580, 2860])
  expect(hdrWidthsIn(1200, [360, 485, 650, 875, 1175, 1200])).toEqual([485, 875, 1200])
  expect(hdrWidthsIn(400, [360, 400])).toEqual([400])
})

test('each width has AVIF, two widths have JPEG, and the HDR widths have a JPEG with the gain map', () => {
  const photo = { width: 4_000, recipe: 'v3', wide: 1, gainMap: 1 } as const
  const avif = { format: 'avif', gamut: 'p3' }
  const jpg = { format: 'jpg', gamut: 'srgb' }
  const p3 = { ...hdr, gamut: 'p3' }
  expect(encodingsAt(photo, 875)).toEqual([avif, jpg, p3])
  expect(encodingsAt(photo, 2860)).toEqual([avif, p3])
  expect(encodingsAt(photo, 360)).toEqual([avif])
  expect(encodingsAt({ ...photo, gainMap: 0 }, 875)).toEqual([avif, jpg])
  expect(encodingsAt(photo, 1_000, { widths: [360, 1_000] })).toEqual([avif, p3])
  expect(encodingsAt(photo, 360, { widths: [360, 1_000] })).toEqual([avif])
})

eachDatabase('a cover with a gain map has HDR derivatives, whole and cropped', async (backend) => {
  const { id, cover } = await withCover(backend)
  expect((await cover())?.hdr).toEqual({
    srcSet: `/photos/${id}/v3/485-hdr.jpg 485w, /photos/${id}/v3/600-hdr.jpg 600w`,
    crops: {
      '1x1': `/photos/${id}/v3/1x1-50-50/400-hdr.jpg 400w`,
      '4x5': `/photos/${id}/v3/4x5-50-50/320-hdr.jpg 320w`,
    },
  })
  const made = (await filesIn(backend)).filter((key) => key.endsWith('-hdr.jpg'))
  expect(made.map((key) => key.split('/v3/')[1])).toEqual([
    '1x1-50-50/400-hdr.jpg',
    '485-hdr.jpg',
    '4x5-50-50/320-hdr.jpg',
    '600-hdr.jpg',
  ])
  expect(await check(backend.ports)).toEqual([])
})

eachDatabase('a photo without a gain map has no HDR derivatives', async (backend) => {
  const { cover } = await withCover(backend, await photoFile({ width: 600, height: 400 }))
  expect(await cover()).not.toHaveProperty('hdr')
  expect((await filesIn(backend)).filter((key) => key.includes('hdr'))).toEqual([])
})

eachDatabase('a missing HDR derivative is derived again on its first request', async (backend) => {
  const { ports } = backend
  const { id } = await withCover(backend)
  for (const [crop, width] of [
    [undefined, 600],
    ['4x5-50-50', 320],
  ] as const) {
    const key = derivativeKey(id, width, hdr, 'v3', crop)
    await ports.files.remove(key)
    await queueMissingDerivative(ports, { photoId: id, recipe: 'v3', width, encoding: hdr, crop })
    await deriveAll(ports)
    expect(await ports.files.stat(key)).not.toBeNull()
  }
  // A derivative that never existed is not queued.
  await queueMissingDerivative(ports, { photoId: id, recipe: 'v3', width: 360, encoding: hdr })
  expect(await deriveNextPhoto(ports)).toBe(false)
})

eachDatabase(
  'missing HDR derivatives, and those with a truncated gain map, are found by the check',
  async (backend) => {
    const { ports } = backend
    const { id, cover } = await withCover(backend)
    const before = (await cover())?.hdr
    const [gone, cut] = [derivativeKey(id, 485, hdr), derivativeKey(id, 320, hdr, 'v3', '4x5-50-50')]
    await ports.files.remove(gone)
    await ports.files.write(cut, (await readStored(backend, cut)).subarray(0, -200))
    expect(await check(ports)).toEqual([`the derivative ${gone} is missing`, `the derivative ${cut} is damaged`])
    await deriveAll(ports)
    expect(await check(ports)).toEqual([])
    expect((await cover())?.hdr).toEqual(before)
  },
)

eachDatabase('a photo of an older recipe gets its HDR derivatives with the current one', async (backend) => {
  const { ports } = backend
  const { cover } = await withCover(backend)
  await ports.db.updateTable('photos').set({ recipe: 'v2', gainMap: 0, state: 'waiting' }).execute()
  expect(await cover()).not.toHaveProperty('hdr')
  await deriveAll(ports)
  expect(await cover()).toHaveProperty('hdr')
})
