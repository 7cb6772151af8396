import { expect } from 'vitest'
import type { Ports } from '#portfolio/ports.ts'
import { showProject } from '#portfolio/project/show.ts'
import { eachDatabase } from '#tests/support/backend/each-database.ts'
import { readStored, testGallery, testPhoto, testProject } from '#tests/support/backend/project-fixtures.ts'
import { decode, photoFile } from '#tests/support/images/photo-files.ts'
import { deriveNothing } from '#tests/support/images/processor-stub.ts'
import { deriveNextPhoto } from './derive.ts'
import { derivativeKey } from './derivatives.ts'

eachDatabase('a file left by an interrupted attempt is replaced', async (backend) => {
  const { ports } = backend
  const {
    imageIds: [id = ''],
  } = await testGallery(backend, 1)
  const key = derivativeKey(id, 90, { format: 'avif', gamut: 'srgb' })
  await ports.files.write(key, Buffer.from('half'))
  await deriveNextPhoto(ports)
  expect(await decode(await readStored(backend, key))).toMatchObject({ format: 'avif', width: 90 })
})

eachDatabase(
  'a derivative that would use reserved disk space is not stored, and the attempt does not count',
  async (backend) => {
    const projectId = await testProject(backend)
    const id = await testPhoto(backend, projectId)
    const { files } = backend.ports
    // 5 % of the disk space is reserved.
    const ports = { ...backend.ports, files: { ...files, freeSpace: async () => ({ free: 51, total: 1_000 }) } }
    expect(await deriveNextPhoto(ports)).toBe(true)
    expect(backend.logged.at(-1)?.detail.cause).toContain('the file store failed')
    const row = await ports.db.selectFrom('photos').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ state: 'waiting', tries: 0, made: '' })
  },
)

eachDatabase(
  'derived widths survive the end of the process: only the interrupted one is derived again',
  async (backend) => {
    const { ports, advance } = backend
    const projectId = await testProject(backend)
    const id = await testPhoto(backend, projectId, 'a.jpg', { bytes: await photoFile({ width: 1_300, height: 650 }) })
    await testPhoto(backend, projectId, 'b.jpg')
    const nothing = { ...ports, images: { ...ports.images, derive: deriveNothing } }
    await deriveNextPhoto(nothing)
    await deriveNextPhoto(nothing)
    const requested: (readonly number[])[] = []
    const derive: Ports['images']['derive'] = async (_, sizes, onMade) => {
      // The first image has crops too, since it is the cover.
      requested.push(sizes.flatMap(({ width, crop }) => (crop ? [] : [width])))
      await onMade(sizes[0] ?? { width: 0, crop: null, formats: [] }, [])
      throw new Error('the worker ended')
    }
    await deriveNextPhoto({ ...ports, images: { ...ports.images, derive } })
    const row = await ports.db.selectFrom('photos').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ state: 'waiting', tries: 0 })
    advance(5 * 60_000)
    await deriveNextPhoto({ ...ports, images: { ...ports.images, derive } })
    expect(requested).toEqual([
      [360, 485, 650, 1_175, 1_300],
      [485, 650, 1_175, 1_300],
    ])
    expect((await showProject(ports, projectId))?.images[0]?.widths).toEqual([360, 485, 875])
  },
)
