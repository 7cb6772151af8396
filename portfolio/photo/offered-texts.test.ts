import { expect } from 'vitest'
import { eachDatabase } from '#tests/support/backend/each-database.ts'
import { captionedPhoto } from '#tests/support/images/photo-files.ts'
import { testPhoto, testProject } from '#tests/support/backend/project-fixtures.ts'
import { expectOk } from '#tests/support/backend/test-backend.ts'
import { asAdmin } from '#portfolio/account/as-admin.ts'
import { deriveNextPhoto } from '#portfolio/derivative/derive.ts'
import { ImageProcessorFailed } from '#portfolio/ports.ts'
import { removeProject } from '#portfolio/project/edit.ts'
import { attachPhoto } from './attach.ts'
import { removeImages } from '#portfolio/gallery/edit.ts'
import { readOfferedTexts } from './offered-texts.ts'

eachDatabase('the caption and the credit of an original are offered to admins and not stored', async (backend) => {
  const { ports, admin, upload } = backend
  const uploadId = await upload(await captionedPhoto({ iptc: 'A stair of oak' }, { creator: { exif: 'Ada Lens' } }))
  const projectId = await testProject(backend)
  const { id } = expectOk(await attachPhoto(ports, admin, { projectId, uploadId, place: 'gallery' }))
  expect(await readOfferedTexts(ports, admin, id)).toEqual({
    ok: true,
    value: { caption: 'A stair of oak', credit: 'Ada Lens' },
  })
  expect(await readOfferedTexts(ports, null, id)).toMatchObject({ ok: false, code: 'no-session' })
  expect(await readOfferedTexts(ports, admin, 'no-photo')).toMatchObject({ ok: false, code: 'unknown' })
  const row = await ports.db.selectFrom('photos').selectAll().executeTakeFirstOrThrow()
  expect(JSON.stringify(row)).not.toMatch(/A stair of oak|Ada Lens/)

  const readTexts = async () => {
    throw new ImageProcessorFailed('out of time', false)
  }
  const failing = { ...ports, images: { ...ports.images, readTexts } }
  expect(await readOfferedTexts(failing, admin, id)).toEqual({ ok: true, value: { caption: '', credit: '' } })
  expect(backend.logged.filter(({ level }) => level === 'warn')).toMatchObject([
    {
      message: 'texts of a photo could not be read',
      detail: { photoId: id, cause: 'ImageProcessorFailed: out of time' },
    },
  ])
})

eachDatabase('the caption of a replaced photo is offered as long as its image still shows it', async (backend) => {
  const { ports, admin } = backend
  const projectId = await testProject(backend)
  const photoId = await testPhoto(backend, projectId, 'stair.jpg', { bytes: await captionedPhoto({ iptc: 'A stair' }) })
  while (await deriveNextPhoto(ports));
  const uploadId = await backend.upload(await captionedPhoto({ iptc: 'A lamp' }))
  const replaces = { photoId, originalId: photoId }
  const { originalId } = expectOk(await attachPhoto(ports, admin, { projectId, uploadId, place: 'gallery', replaces }))
  expect(await readOfferedTexts(ports, admin, photoId)).toEqual({ ok: true, value: { caption: 'A stair', credit: '' } })
  expect(await readOfferedTexts(ports, admin, originalId)).toEqual({
    ok: true,
    value: { caption: 'A lamp', credit: '' },
  })
  expectOk(await asAdmin(ports, admin, (unit, by) => removeImages(unit, by, { projectId, photoIds: [photoId] })))
  for (const id of [photoId, originalId]) {
    expect(await readOfferedTexts(ports, admin, id)).toMatchObject({ ok: false, code: 'unknown' })
  }
})

eachDatabase('texts of a photo no longer shown, or of a removed project, are not offered', async (backend) => {
  const { ports, admin } = backend
  const projectId = await testProject(backend)
  const photoId = await testPhoto(backend, projectId, 'stair.jpg', { bytes: await captionedPhoto({ iptc: 'A stair' }) })
  while (await deriveNextPhoto(ports));
  const uploadId = await backend.upload(await captionedPhoto({ iptc: 'A lamp' }))
  const replaces = { photoId, originalId: photoId }
  const { originalId } = expectOk(await attachPhoto(ports, admin, { projectId, uploadId, place: 'gallery', replaces }))
  while (await deriveNextPhoto(ports));
  expect(await readOfferedTexts(ports, admin, photoId)).toMatchObject({ ok: false, code: 'unknown' })
  expect(await readOfferedTexts(ports, admin, originalId)).toEqual({
    ok: true,
    value: { caption: 'A lamp', credit: '' },
  })
  expectOk(await asAdmin(ports, admin, (unit, by) => removeProject(unit, by, { id: projectId })))
  expect(await readOfferedTexts(ports, admin, originalId)).toMatchObject({ ok: false, code: 'unknown' })
})
