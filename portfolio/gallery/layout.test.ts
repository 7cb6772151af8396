import { expect } from 'vitest'
import { asAdmin } from '#portfolio/account/as-admin.ts'
import { hideImages, showImages } from '#portfolio/hidden-images/edit.ts'
import { attachPhoto } from '#portfolio/photo/attach.ts'
import { galleryOf } from '#portfolio/photo/show.ts'
import { refused } from '#portfolio/result.ts'
import { eachDatabase } from '#tests/support/backend/each-database.ts'
import { testGallery } from '#tests/support/backend/project-fixtures.ts'
import { expectOk, type TestBackend } from '#tests/support/backend/test-backend.ts'
import { moveImages, removeImages, setImageLayout } from './edit.ts'

async function open(backend: TestBackend, count: number) {
  const { ports, admin } = backend
  const { projectId, imageIds } = await testGallery(backend, count)
  const ids = (positions: readonly number[]) => positions.map((position) => imageIds[position - 1] ?? '')
  const run = <T>(command: Parameters<typeof asAdmin<T>>[2]) => asAdmin(ports, admin, command, { counted: false })
  return {
    projectId,
    imageIds,
    setLayout: (position: number, layout: string) =>
      run((unit, admin) => setImageLayout(unit, admin, { projectId, photoId: ids([position])[0] ?? '', layout })),
    move: (position: number, to: string) =>
      run((unit, admin) => moveImages(unit, admin, { projectId, photoIds: ids([position]), position: to })),
    show: (position: number) => run((unit, admin) => showImages(unit, admin, { projectId, photoIds: ids([position]) })),
    hide: (position: number) => run((unit, admin) => hideImages(unit, admin, { projectId, photoIds: ids([position]) })),
    remove: (position: number) =>
      run((unit, admin) => removeImages(unit, admin, { projectId, photoIds: ids([position]) })),
    layouts: async (audience: 'everyone' | 'admins' = 'everyone') =>
      (await galleryOf(ports.db, projectId, audience)).map(({ layout }) => layout ?? ''),
  }
}

eachDatabase('a layout is chosen and undone, and published to those who see the image', async (backend) => {
  const { setLayout, layouts, hide, projectId } = await open(backend, 3)
  expectOk(await setLayout(1, 'full'))
  expectOk(await setLayout(2, 'pair'))
  expect(await layouts()).toEqual(['full', 'pair', ''])
  expect(backend.events.at(-1)).toEqual({ about: 'project', id: projectId, audience: 'everyone' })
  expectOk(await setLayout(2, 'automatic'))
  expect(await layouts()).toEqual(['full', '', ''])
  expectOk(await hide(2))
  expectOk(await setLayout(2, 'full'))
  expect(backend.events.at(-1)).toEqual({ about: 'project', id: projectId, audience: 'admins' })
})

eachDatabase('two images share a row only while one follows the other', async (backend) => {
  const { setLayout, layouts, move, hide, show } = await open(backend, 4)
  expectOk(await setLayout(2, 'compare'))
  expectOk(await move(4, '3'))
  expect(await layouts()).toEqual(['', '', '', ''])
  expectOk(await move(4, 'last'))
  expect(await layouts()).toEqual(['', 'compare', '', ''])
  expectOk(await hide(3))
  expect(await layouts()).toEqual(['', '', ''])
  // Admins see the hidden image.
  expect(await layouts('admins')).toEqual(['', 'compare', '', ''])
  // For visitors too, the hidden image stands between the two.
  expectOk(await move(4, '3'))
  expectOk(await hide(4))
  expectOk(await show(3))
  expect(await layouts()).toEqual(['', '', ''])
  expect(await layouts('admins')).toEqual(['', '', '', ''])
  expectOk(await move(4, 'last'))
  expectOk(await setLayout(3, 'full'))
  expect(await layouts('admins')).toEqual(['', '', 'full', ''])
  expect(await setLayout(2, 'pair')).toEqual(refused('wrong-value', 'The next image is shown at full width.'))
})

eachDatabase('the last image, an unknown image and an unknown layout are refused', async (backend) => {
  const { setLayout, remove, layouts } = await open(backend, 2)
  expect(await setLayout(2, 'pair')).toEqual(refused('wrong-value', 'No image follows this one.'))
  expect(await setLayout(1, 'round')).toEqual(refused('wrong-value', 'There is no such layout.'))
  expectOk(await remove(2))
  expect(await setLayout(2, 'full')).toMatchObject({ ok: false, code: 'unknown' })
  expect(await layouts()).toEqual([''])
})

eachDatabase('a layout survives the replacement of both photos', async (backend) => {
  const { ports, admin, upload } = backend
  const { setLayout, layouts, projectId, imageIds } = await open(backend, 2)
  expectOk(await setLayout(1, 'pair'))
  for (const photoId of imageIds) {
    const replaces = { photoId, originalId: photoId }
    expectOk(await attachPhoto(ports, admin, { projectId, place: 'gallery', uploadId: await upload(), replaces }))
  }
  expect(await layouts()).toEqual(['pair', ''])
})
