import { expect } from 'vitest'
import type { Ports } from '#portfolio/ports.ts'
import { showProject } from '#portfolio/project/show.ts'
import { eachDatabase } from '#tests/support/backend/each-database.ts'
import { testPhoto, testProject } from '#tests/support/backend/project-fixtures.ts'
import { photoFile } from '#tests/support/images/photo-files.ts'
import { deriveNextPhoto } from './derive.ts'
import { queueOutdatedPhotos } from './derive-queue.ts'
import { derivativeKey } from './derivatives.ts'
import { collectOrphanFiles } from '#portfolio/photo/collect.ts'
import { expireFormerDerivatives } from '#portfolio/photo/expire.ts'

const day = 24 * 60 * 60_000

eachDatabase(
  'derivatives of an older recipe are shown until all are derived again, and expire a day later',
  async (backend) => {
    const { ports, advance } = backend
    const projectId = await testProject(backend)
    const id = await testPhoto(backend, projectId, 'a.jpg', { bytes: await photoFile({ width: 620, height: 310 }) })
    const old = derivativeKey(id, 620, { format: 'webp', gamut: 'srgb' }, 'v1')
    await ports.files.write(old, Buffer.from('webp'))
    // Left by an update that the next update interrupted.
    const unfinished = derivativeKey(id, 620, { format: 'webp', gamut: 'srgb' }, 'v2')
    await ports.files.write(unfinished, Buffer.from('webp'))
    const asBefore = { state: 'ready', recipe: 'v1', made: '480,620', placeholder: '', colour: '#000000' } as const
    await ports.db.updateTable('photos').set(asBefore).execute()
    expect(await deriveNextPhoto(ports)).toBe(false)

    await queueOutdatedPhotos(ports)
    const shown = async () => (await showProject(ports, projectId))?.images[0]
    const recipes: unknown[] = []
    const derive: Ports['images']['derive'] = (path, sizes, onMade) =>
      ports.images.derive(path, sizes, async (size, derivatives) => {
        await onMade(size, derivatives)
        // The first image has crops too, since it is the cover.
        if (!size.crop) recipes.push((await shown())?.recipe)
      })
    await deriveNextPhoto({ ...ports, images: { ...ports.images, derive } })
    expect(recipes).toEqual(['v1', 'v1', 'v1'])
    expect(await shown()).toMatchObject({
      recipe: 'v3',
      widths: [360, 485, 620],
      placeholder: expect.stringMatching(/^data:/),
    })
    expect((await shown())?.colour).not.toBe('#000000')
    expect(await deriveNextPhoto(ports)).toBe(false)

    advance(day - 1)
    expect(await expireFormerDerivatives(ports)).toBe(0)
    expect(await ports.files.stat(old)).not.toBeNull()
    advance(2)
    expect(await collectOrphanFiles(ports)).toBe(0)
    expect(await expireFormerDerivatives(ports)).toBe(1)
    expect([await ports.files.stat(old), await ports.files.stat(unfinished)]).toEqual([null, null])
    expect(await ports.files.stat(derivativeKey(id, 620, { format: 'jpg', gamut: 'srgb' }))).not.toBeNull()
    expect(await expireFormerDerivatives(ports)).toBe(0)
  },
)
