import { expect } from 'vitest'
import { asAdmin, readAsAdmin } from '#portfolio/account/as-admin.ts'
import { eachDatabase } from '#tests/support/backend/each-database.ts'
import { photoFile } from '#tests/support/images/photo-files.ts'
import { testPhoto, testProject } from '#tests/support/backend/project-fixtures.ts'
import { expectOk } from '#tests/support/backend/test-backend.ts'
import { moveImages, removeImages } from '#portfolio/gallery/edit.ts'
import { listImageBytes } from './read.ts'

eachDatabase('the sizes of originals are listed in the order of the gallery', async (backend) => {
  const { ports, admin } = backend
  const projectId = await testProject(backend)
  const [small, large] = [await photoFile(), await photoFile({ width: 300, height: 200 })]
  await testPhoto(backend, projectId, 'cover.jpg', { place: 'cover', bytes: large })
  const ids = [
    await testPhoto(backend, projectId, 'small.jpg', { bytes: small }),
    await testPhoto(backend, projectId, 'large.jpg', { bytes: large }),
  ]
  const sizes = async () => {
    const listed = await readAsAdmin(ports, admin, (db, by) => listImageBytes(db, by, { projectId }))
    return expectOk(listed)
  }
  expect(await sizes()).toEqual([small.length, large.length])
  const last = { projectId, photoIds: [ids[1] ?? ''], position: '1' }
  expectOk(await asAdmin(ports, admin, (unit, by) => moveImages(unit, by, last)))
  expect(await sizes()).toEqual([large.length, small.length])
  expectOk(await asAdmin(ports, admin, (unit, by) => removeImages(unit, by, last)))
  expect(await sizes()).toEqual([small.length])
})
