import { expect } from 'vitest'
import { asAdmin } from '#portfolio/account/as-admin.ts'
import { removeImages } from '#portfolio/gallery/edit.ts'
import { hideImages } from '#portfolio/hidden-images/edit.ts'
import { attachPhoto } from '#portfolio/photo/attach.ts'
import { undoReplacement } from '#portfolio/photo/replace.ts'
import { showProject } from '#portfolio/project/show.ts'
import { eachDatabase } from '#tests/support/backend/each-database.ts'
import { testGallery, testPhoto, testProject } from '#tests/support/backend/project-fixtures.ts'
import { expectOk, type TestBackend } from '#tests/support/backend/test-backend.ts'
import { setImageDetails } from './edit.ts'

/** A project with `count` images, and commands on them. */
async function open(backend: TestBackend, count = 3) {
  const { ports, admin } = backend
  const { projectId, imageIds } = await testGallery(backend, count)
  return {
    projectId,
    imageIds,
    describe: (photoIds: readonly string[], changes: { kind?: string; credit?: string; baseCredits?: string[] }) =>
      asAdmin(ports, admin, (unit, by) =>
        setImageDetails(unit, by, { projectId, photoIds, kind: '', credit: null, baseCredits: [''], ...changes }),
      ),
    hide: async (...photoIds: string[]) =>
      expectOk(await asAdmin(ports, admin, (unit, by) => hideImages(unit, by, { projectId, photoIds }))),
    shown: async (audience: 'everyone' | 'admins' = 'everyone') => {
      const project = await showProject(ports, projectId, audience)
      if (!project) throw new Error('the project is missing')
      return project
    },
  }
}

eachDatabase('kind and credit are set for several images at once, and the others keep theirs', async (backend) => {
  const { describe, shown, projectId, imageIds } = await open(backend)
  const [first = '', second = '', third = ''] = imageIds
  const details = async () => (await shown()).images.map(({ kind, credit }) => [kind, credit])
  expect(await details()).toEqual(imageIds.map(() => ['photograph', '']))
  expectOk(await describe([second, third], { kind: 'render' }))
  expect(backend.events).toEqual([{ about: 'project', id: projectId, audience: 'everyone' }])
  expectOk(await describe([third], { credit: ' Ada  Lens ' }))
  expect(await details()).toEqual([
    ['photograph', ''],
    ['render', ''],
    ['render', 'Ada Lens'],
  ])
  expectOk(await describe([first, second, third], { kind: 'plan', credit: '', baseCredits: ['', 'Ada Lens'] }))
  expect(await details()).toEqual(imageIds.map(() => ['plan', '']))
})

eachDatabase('a change of the cover also publishes a change of the list', async (backend) => {
  const { describe, shown, projectId, imageIds } = await open(backend)
  const cover = await testPhoto(backend, projectId, 'cover.jpg', { place: 'cover' })
  backend.events.length = 0
  expectOk(await describe([cover, ...imageIds], { kind: 'render' }))
  expect(backend.events).toEqual([
    { about: 'project', id: projectId, audience: 'everyone' },
    { about: 'work', audience: 'everyone' },
  ])
  expect((await shown()).coverPhoto?.kind).toBe('render')
})

eachDatabase('the kind stays with the cover when another photo is uploaded for it', async (backend) => {
  const { describe, shown, projectId } = await open(backend)
  const cover = await testPhoto(backend, projectId, 'cover.jpg', { place: 'cover' })
  expectOk(await describe([cover], { kind: 'render' }))
  await testPhoto(backend, projectId, 'other.jpg', { place: 'cover' })
  expect((await shown()).coverPhoto).toMatchObject({ kind: 'render' })
  expect((await shown()).coverPhoto?.id).not.toBe(cover)
})

eachDatabase('`onlyRenders` is set if visitors see several renders and no photograph', async (backend) => {
  const { describe, hide, shown, projectId, imageIds } = await open(backend)
  const [first = '', second = '', third = ''] = imageIds
  const onlyRenders = async () => [(await shown()).onlyRenders, (await shown('admins')).onlyRenders]
  expectOk(await describe([first, second], { kind: 'render' }))
  expect(await onlyRenders()).toEqual([undefined, undefined])
  await hide(third)
  expect(await onlyRenders()).toEqual(['without drawings', 'without drawings'])
  backend.events.length = 0
  expectOk(await describe([third], { kind: 'drawing', credit: 'Ada Lens' }))
  expect(backend.events).toEqual([{ about: 'project', id: projectId, audience: 'admins' }])
  const cover = await testPhoto(backend, projectId, 'cover.jpg', { place: 'cover' })
  expect(await onlyRenders()).toEqual([undefined, undefined])
  expectOk(await describe([cover], { kind: 'render' }))
  expect(await onlyRenders()).toEqual(['without drawings', 'without drawings'])
  expectOk(await describe([second], { kind: 'plan' }))
  expect(await onlyRenders()).toEqual(['with drawings', 'with drawings'])
  // A single render is marked itself, so `onlyRenders` is not set.
  await hide(first, second)
  expect(await onlyRenders()).toEqual([undefined, undefined])
})

eachDatabase(
  'nothing is changed if another credit was saved in the meantime, an image is missing or a value is wrong',
  async (backend) => {
    const { ports, admin } = backend
    const { describe, shown, projectId, imageIds } = await open(backend)
    const [first = '', second = '', third = ''] = imageIds
    const foreign = await testPhoto(backend, await testProject(backend, 'Other'))
    expectOk(await describe([second], { credit: 'Theirs' }))
    expectOk(await asAdmin(ports, admin, (unit, by) => removeImages(unit, by, { projectId, photoIds: [third] })))
    const before = await shown()
    backend.events.length = 0
    expect(await describe([first, second], { kind: 'plan', credit: 'Mine' })).toMatchObject({
      code: 'newer',
      conflict: { yours: 'Mine', theirs: 'Theirs' },
    })
    expect(await describe([first, third], { kind: 'plan' })).toMatchObject({ code: 'unknown' })
    expect(await describe([first, foreign], { credit: 'Mine' })).toMatchObject({ code: 'unknown' })
    expect(await describe(['missing'], { credit: 'Mine' })).toMatchObject({ code: 'unknown' })
    expect(await describe([], { kind: 'plan' })).toMatchObject({ code: 'wrong-value' })
    expect(await describe([first], { kind: 'Plan' })).toMatchObject({ code: 'wrong-value' })
    const message = 'The credit can have at most 120 characters.'
    expect(await describe([first], { credit: 'x'.repeat(121) })).toMatchObject({ fields: { credit: message } })
    expect(await shown()).toEqual(before)
    expect(backend.events).toEqual([])
    // The same credit again: the response to the first attempt was lost.
    expectOk(await describe([second], { credit: 'Theirs' }))
    expectOk(await describe([first, second], { credit: 'Mine', baseCredits: ['', 'Theirs'] }))
  },
)

eachDatabase('the kind stays with the image when its photo is replaced, and when that is undone', async (backend) => {
  const { ports, admin } = backend
  const { describe, shown, projectId, imageIds } = await open(backend, 1)
  const [photoId = ''] = imageIds
  expectOk(await describe([photoId], { kind: 'render' }))
  const uploadId = await backend.upload(undefined, 'retouched.jpg')
  const replaces = { photoId, originalId: photoId }
  const { originalId } = expectOk(await attachPhoto(ports, admin, { projectId, uploadId, place: 'gallery', replaces }))
  expect((await shown()).images).toMatchObject([{ id: photoId, kind: 'render' }])
  expectOk(await describe([photoId], { kind: 'drawing' }))
  expectOk(await asAdmin(ports, admin, (unit, by) => undoReplacement(unit, by, { projectId, photoId, originalId })))
  expect((await shown()).images).toMatchObject([{ id: photoId, originalId: photoId, kind: 'drawing' }])
})
