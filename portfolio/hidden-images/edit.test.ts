import { expect } from 'vitest'
import { asAdmin } from '#portfolio/account/as-admin.ts'
import { attachPhoto } from '#portfolio/photo/attach.ts'
import { findCover } from '#portfolio/photo/cover.ts'
import { galleryOf, createPhotoAudienceFinder } from '#portfolio/photo/show.ts'
import { listForSitemap, showProject } from '#portfolio/project/show.ts'
import { eachDatabase } from '#tests/support/backend/each-database.ts'
import { testGallery, positionsOf } from '#tests/support/backend/project-fixtures.ts'
import { expectOk, type TestBackend } from '#tests/support/backend/test-backend.ts'
import { chooseCover, moveImages, removeImages } from '#portfolio/gallery/edit.ts'
import { hideImages, showHiddenImages, showImages } from './edit.ts'

/** A project with `count` images, named a, b, c, … in their initial order, and the commands on them. */
async function open({ ports, admin, events, ...backend }: TestBackend, count: number) {
  const { projectId, imageIds } = await testGallery({ ports, admin, events, ...backend }, count)
  const lettersOf = (images: readonly { id: string }[]) =>
    images.map(({ id }) => String.fromCharCode(97 + imageIds.indexOf(id))).join('')
  const input = (letters: string) => ({
    projectId,
    photoIds: [...letters].map((letter) => imageIds[letter.charCodeAt(0) - 97] ?? letter),
  })
  return {
    projectId,
    imageIds,
    hide: (letters: string) => asAdmin(ports, admin, (unit, admin) => hideImages(unit, admin, input(letters))),
    show: (letters: string) => asAdmin(ports, admin, (unit, admin) => showImages(unit, admin, input(letters))),
    showAll: () => asAdmin(ports, admin, (unit, admin) => showHiddenImages(unit, admin, { projectId })),
    move: (letters: string, position: string) =>
      asAdmin(ports, admin, (unit, admin) => moveImages(unit, admin, { ...input(letters), position })),
    remove: (letters: string) => asAdmin(ports, admin, (unit, admin) => removeImages(unit, admin, input(letters))),
    seen: async () => lettersOf(await galleryOf(ports.db, projectId)),
    all: async () => lettersOf(await galleryOf(ports.db, projectId, 'admins')),
    cover: async () => lettersOf([{ id: (await findCover(ports.db, projectId)) ?? '' }]),
  }
}

const toEveryone = (id: string) => ({ about: 'project', id, audience: 'everyone' })
const toAdmins = (id: string) => ({ about: 'project', id, audience: 'admins' })

eachDatabase('a hidden image keeps its position and is for admins only', async (backend) => {
  const { hide, show, seen, all, projectId, imageIds } = await open(backend, 4)
  const audienceOf = createPhotoAudienceFinder(backend.ports)
  expectOk(await hide('bd'))
  expect([await seen(), await all()]).toEqual(['ac', 'abcd'])
  expect(await positionsOf(backend, projectId)).toEqual([1, 2, 3, 4])
  expect(await Promise.all(imageIds.map(audienceOf))).toEqual(['everyone', 'admins', 'everyone', 'admins'])
  expect(backend.events).toEqual([toEveryone(projectId)])
  const idsFor = async (audience: 'everyone' | 'admins', list = audience) =>
    (await showProject(backend.ports, projectId, audience, list))?.images.map(({ id, hidden = false }) => [id, hidden])
  const [a, b, c, d] = imageIds
  expect(await idsFor('everyone')).toEqual([
    [a, false],
    [c, false],
  ])
  expect(await idsFor('admins', 'everyone')).toEqual(await idsFor('everyone'))
  expect(await idsFor('admins')).toEqual([
    [a, false],
    [b, true],
    [c, false],
    [d, true],
  ])
  expectOk(await show('bd'))
  expect(await seen()).toBe('abcd')
  expect(await audienceOf(b ?? '')).toBe('everyone')
})

eachDatabase('a hidden image is not the cover, and a project whose images are all hidden has none', async (backend) => {
  const { hide, showAll, cover, seen, projectId } = await open(backend, 3)
  expectOk(await hide('a'))
  expect(await cover()).toBe('b')
  expect(backend.events).toEqual([toEveryone(projectId), { about: 'work', audience: 'everyone' }])
  expectOk(await hide('bc'))
  expect(await findCover(backend.ports.db, projectId)).toBeNull()
  backend.events.length = 0
  expectOk(await showAll())
  expect([await cover(), await seen()]).toEqual(['a', 'abc'])
  expect(backend.events).toEqual([toEveryone(projectId), { about: 'work', audience: 'everyone' }])
})

eachDatabase(
  'a hidden image cannot be chosen as the cover, and visitors do not get the id of a chosen image that is hidden',
  async (backend) => {
    const { ports, admin } = backend
    const { hide, cover, projectId, imageIds } = await open(backend, 3)
    const choose = (photoId = '') => asAdmin(ports, admin, (unit, by) => chooseCover(unit, by, { projectId, photoId }))
    expectOk(await hide('b'))
    expect(await choose(imageIds[1])).toMatchObject({ code: 'wrong-value' })
    expectOk(await choose(imageIds[2]))
    expect(await cover()).toBe('c')
    expectOk(await hide('c'))
    expect(await cover()).toBe('a')
    const chosenFor = async (audience: 'everyone' | 'admins') =>
      (await showProject(ports, projectId, audience))?.coverImageId
    expect([await chosenFor('everyone'), await chosenFor('admins')]).toEqual([null, imageIds[2]])
  },
)

eachDatabase('changes of hidden images reach admins only', async (backend) => {
  const { hide, move, remove, seen, all, projectId } = await open(backend, 4)
  expectOk(await hide('bd'))
  backend.events.length = 0
  expectOk(await move('d', '2'))
  expect([await seen(), await all()]).toEqual(['ac', 'adbc'])
  expectOk(await remove('d'))
  const { ports, admin } = backend
  const uploadId = await backend.upload(undefined, 'late.jpg')
  const added = expectOk(await attachPhoto(ports, admin, { projectId, uploadId, place: 'gallery', hidden: true }))
  expect(await createPhotoAudienceFinder(ports)(added.id)).toBe('admins')
  expect(await seen()).toBe('ac')
  expect(backend.events).toEqual([toAdmins(projectId), toAdmins(projectId), { about: 'bin' }, toAdmins(projectId)])
  expectOk(await move('c', '1'))
  expect(backend.events.at(-2)).toEqual(toEveryone(projectId))
})

eachDatabase(
  'the photo that an image showed before, and the one that replaces it, are hidden with it',
  async (backend) => {
    const { hide, show, projectId, imageIds } = await open(backend, 2)
    const { ports, admin } = backend
    const [, photoId = ''] = imageIds
    await ports.db.updateTable('photos').set({ made: '480', state: 'ready' }).where('id', '=', photoId).execute()
    expectOk(await hide('b'))
    const replaces = { photoId, originalId: photoId }
    const uploadId = await backend.upload(undefined, 'next.jpg')
    const next = expectOk(await attachPhoto(ports, admin, { projectId, uploadId, place: 'gallery', replaces }))
    const audienceOf = createPhotoAudienceFinder(ports)
    expect(await Promise.all([photoId, next.originalId].map(audienceOf))).toEqual(['admins', 'admins'])
    expect(await galleryOf(ports.db, projectId)).toHaveLength(1)
    expectOk(await show('b'))
    expect(await Promise.all([photoId, next.originalId].map(audienceOf))).toEqual(['everyone', 'everyone'])
  },
)

eachDatabase('the sitemap omits hidden images', async (backend) => {
  const { hide, projectId, imageIds } = await open(backend, 3)
  await backend.ports.db.updateTable('photos').set({ made: '480', state: 'ready' }).execute()
  expectOk(await hide('ac'))
  const project = (await listForSitemap(backend.ports)).find(({ id }) => id === projectId)
  expect(project?.photos.map(({ id }) => id)).toEqual([imageIds[1]])
})

eachDatabase('an unknown image or project is refused, and nothing changes', async (backend) => {
  const { hide, show, seen } = await open(backend, 2)
  expect(await hide('ax')).toMatchObject({ ok: false, code: 'unknown' })
  expect(await show('')).toMatchObject({ ok: false, code: 'wrong-value' })
  const { ports, admin } = backend
  expect(
    await asAdmin(ports, admin, (unit, admin) => showHiddenImages(unit, admin, { projectId: 'nothing' })),
  ).toMatchObject({ ok: false, code: 'unknown' })
  expect(await seen()).toBe('ab')
  expect(backend.events).toEqual([])
})
