import { expect } from 'vitest'
import { asAdmin } from '#portfolio/account/as-admin.ts'
import { deriveNextPhoto } from '#portfolio/derivative/derive.ts'
import {
  claimPhoto,
  isAnyPhotoWithoutDerivatives,
  queueOutdatedPhotos,
  releaseClaims,
} from '#portfolio/derivative/derive-queue.ts'
import type { Ports } from '#portfolio/ports.ts'
import { listForSitemap, listProjects, showProject } from '#portfolio/project/show.ts'
import { eachDatabase } from '#tests/support/backend/each-database.ts'
import { photoFile } from '#tests/support/images/photo-files.ts'
import { testGallery, testPhoto, testProject } from '#tests/support/backend/project-fixtures.ts'
import { expectOk, type TestBackend } from '#tests/support/backend/test-backend.ts'
import { moveImages, removeImages, chooseCover } from '#portfolio/gallery/edit.ts'
import { editAltText, setFocalPoint } from './edit.ts'

const deriveAll = async (ports: Ports) => {
  while (await deriveNextPhoto(ports));
}

/** A project with three images of 600 × 400 pixels and, optionally, a cover photo. */
async function open(backend: TestBackend, { coverPhoto = false } = {}) {
  const { ports, admin } = backend
  const projectId = await testProject(backend)
  const bytes = await photoFile({ width: 600, height: 400 })
  const coverId = coverPhoto ? await testPhoto(backend, projectId, 'cover.jpg', { place: 'cover', bytes }) : null
  const [a, b, c] = [
    await testPhoto(backend, projectId, 'a.jpg', { bytes }),
    await testPhoto(backend, projectId, 'b.jpg', { bytes }),
    await testPhoto(backend, projectId, 'c.jpg', { bytes }),
  ]
  backend.events.length = 0
  const choose = (photoId: string) => asAdmin(ports, admin, (unit, by) => chooseCover(unit, by, { projectId, photoId }))
  const move = async (photoId: string, position: string) =>
    expectOk(
      await asAdmin(ports, admin, (unit, by) => moveImages(unit, by, { projectId, photoIds: [photoId], position })),
    )
  const remove = async (photoId: string) =>
    expectOk(await asAdmin(ports, admin, (unit, by) => removeImages(unit, by, { projectId, photoIds: [photoId] })))
  const cover = async () => {
    const [listed, shown] = [(await listProjects(ports))[0]?.coverPhoto, await showProject(ports, projectId)]
    expect(shown?.coverPhoto).toEqual(listed)
    return listed
  }
  const topics = () => backend.events.splice(0).map(({ about }) => about)
  return { projectId, coverId, a, b, c, choose, move, remove, cover, topics }
}

eachDatabase('without a cover photo the first image is the cover', async (backend) => {
  const { a, b, c, cover, move, remove, topics } = await open(backend)
  expect((await cover())?.id).toBe(a)
  await move(c, '2')
  expect(topics()).toEqual(['project'])
  await move(b, '1')
  expect((await cover())?.id).toBe(b)
  expect(topics()).toEqual(['project', 'work'])
  await remove(b)
  expect((await cover())?.id).toBe(a)
  expect(topics()).toEqual(['project', 'work', 'bin'])
  await remove(c)
  await remove(a)
  expect(await cover()).toBeNull()
})

eachDatabase('a chosen image is the cover instead of the cover photo, and keeps its position', async (backend) => {
  const { ports } = backend
  const { projectId, coverId, a, b, c, choose, cover, move, remove, topics } = await open(backend, { coverPhoto: true })
  expect((await cover())?.id).toBe(coverId)
  expectOk(await choose(b))
  expect(topics()).toEqual(['project', 'work'])
  expect((await cover())?.id).toBe(b)
  const project = await showProject(ports, projectId, 'admins')
  expect(project).toMatchObject({ coverImageId: b, images: [{ id: a }, { id: b }, { id: c }] })
  await move(b, '3')
  expect((await cover())?.id).toBe(b)
  expect(topics()).toEqual(['project'])
  // The cover photo is shown again once the choice is undone, or the chosen image is removed.
  expectOk(await choose(''))
  expect((await cover())?.id).toBe(coverId)
  expectOk(await choose(b))
  await remove(b)
  expect((await cover())?.id).toBe(coverId)
})

eachDatabase('uploading a cover photo undoes the choice of an image', async (backend) => {
  const { projectId, b, choose, cover } = await open(backend)
  expectOk(await choose(b))
  const bytes = await photoFile({ width: 90, height: 60 })
  const id = await testPhoto(backend, projectId, 'cover.jpg', { place: 'cover', bytes })
  expect((await cover())?.id).toBe(id)
  expect(await showProject(backend.ports, projectId, 'admins')).toMatchObject({ coverImageId: null })
})

eachDatabase('an image that is unknown, removed or in another project is refused as the cover', async (backend) => {
  const { b, coverId, choose, cover, remove, topics } = await open(backend, { coverPhoto: true })
  const other = await testGallery(backend, 1)
  await remove(b)
  topics()
  for (const id of [other.imageIds[0] ?? '', b, coverId ?? '', 'nothing']) {
    expect(await choose(id)).toMatchObject({ ok: false, code: 'unknown', message: 'This image is no longer there.' })
  }
  expect(topics()).toEqual([])
  expect((await cover())?.id).toBe(coverId)
})

eachDatabase('an image that is the cover gets the crops of covers', async (backend) => {
  const { ports } = backend
  const { projectId, b, choose, cover, move } = await open(backend)
  await deriveAll(ports)
  const crops = { '1x1': { name: '1x1-50-50' }, '4x5': { name: '4x5-50-50' } }
  expect(await cover()).toMatchObject({ crops })
  expect((await showProject(ports, projectId))?.images[1]?.crops).toEqual({})
  expectOk(await choose(b))
  expect((await cover())?.crops).toEqual({})
  await deriveAll(ports)
  expect(await cover()).toMatchObject({ id: b, crops })
  // Without a choice, the image that moves to the first position is the cover.
  expectOk(await choose(''))
  const [, , third] = (await showProject(ports, projectId))?.images ?? []
  await move(third?.id ?? '', '1')
  await deriveAll(ports)
  expect(await cover()).toMatchObject({ id: third?.id, crops })
})

eachDatabase(
  'an image that becomes the cover while it is being derived is queued again for its crops',
  async (backend) => {
    const { ports } = backend
    const { b, choose, cover } = await open(backend, { coverPhoto: true })
    let chosen = false
    const choosing: Ports = {
      ...ports,
      files: {
        ...ports.files,
        async withLocalCopy(key, derive) {
          const analysis = await ports.files.withLocalCopy(key, derive)
          // All have their first width, so this attempt completes the photo.
          if (!chosen && key.includes('b.jpg') && !(await isAnyPhotoWithoutDerivatives(ports))) {
            chosen = true
            expectOk(await choose(b))
          }
          return analysis
        },
      },
    }
    await deriveAll(choosing)
    expect(chosen).toBe(true)
    expect(await cover()).toMatchObject({ id: b, crops: { '4x5': { name: '4x5-50-50' } } })
  },
)

eachDatabase(
  'an image that becomes the cover while its first width is derived also publishes a change of the list',
  async (backend) => {
    const { ports } = backend
    const { b, choose, topics } = await open(backend, { coverPhoto: true })
    const topicsOfChoice: string[][] = []
    const choosing: Ports = {
      ...ports,
      files: {
        ...ports.files,
        async withLocalCopy(key, derive) {
          if (key.includes('b.jpg') && topicsOfChoice.length === 0) {
            expectOk(await choose(b))
            topicsOfChoice.push(topics())
          }
          return ports.files.withLocalCopy(key, derive)
        },
      },
    }
    while (topicsOfChoice.length === 0) await deriveNextPhoto(choosing)
    expect(topics()).toContain('work')
  },
)

eachDatabase('startup queues first images whose crops an earlier version did not make', async (backend) => {
  const { ports } = backend
  const { cover } = await open(backend)
  await deriveAll(ports)
  await ports.db.updateTable('photos').set({ crops: '[]' }).execute()
  expect((await cover())?.crops).toEqual({})
  await queueOutdatedPhotos(ports)
  expect(await claimPhoto(ports)).toMatchObject({ place: 'cover' })
  await releaseClaims(ports)
  await deriveAll(ports)
  expect(await cover()).toMatchObject({ crops: { '4x5': { name: '4x5-50-50' } } })
})

eachDatabase('the text and focal point of an image change the list only if it is the cover', async (backend) => {
  const { ports, admin } = backend
  const { projectId, a, b, topics } = await open(backend)
  for (const [photoId, expected] of [
    [a, ['project', 'work']],
    [b, ['project']],
  ] as const) {
    const input = { projectId, photoId }
    expectOk(
      await asAdmin(ports, admin, (unit, by) => editAltText(unit, by, { ...input, alt: 'A lamp', baseText: '' })),
    )
    expect(topics()).toEqual(expected)
    expectOk(await asAdmin(ports, admin, (unit, by) => setFocalPoint(unit, by, { ...input, x: '0.1', y: '0.5' })))
    expect(topics()).toEqual(expected)
  }
})

eachDatabase('the sitemap lists the cover first and each photo once', async (backend) => {
  const { ports } = backend
  const { a, b, c, choose } = await open(backend, { coverPhoto: true })
  await deriveAll(ports)
  expectOk(await choose(c))
  const [project] = await listForSitemap(ports)
  expect(project?.photos.map(({ id }) => id)).toEqual([c, a, b])
})
