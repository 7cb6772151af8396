import { expect } from 'vitest'
import { createProject } from '#portfolio/project/create.ts'
import { eachDatabase } from '#tests/support/backend/each-database.ts'
import { storageKeys, testPhoto, testProject } from '#tests/support/backend/project-fixtures.ts'
import { expectOk, type TestBackend } from '#tests/support/backend/test-backend.ts'

/** Deletes the files but not their rows, as after an older database was restored, or files were lost. */
async function loseOriginals(backend: TestBackend): Promise<void> {
  for (const key of await storageKeys(backend)) await backend.ports.files.remove(key)
}

eachDatabase('a lost original does not prevent attaching another file of its name', async (backend) => {
  const projectId = await testProject(backend)
  for (let n = 0; n < 3; n++) await testPhoto(backend, projectId, 'room.jpg')
  await loseOriginals(backend)
  await testPhoto(backend, projectId, 'room.jpg')
  const names = ['room', 'room-2', 'room-3', 'room-4']
  expect(await storageKeys(backend)).toEqual(names.map((name) => `Images/${projectId}_${name}.jpg`))
})

eachDatabase('a lost original does not prevent creating a project with an image of its name', async (backend) => {
  const create = async (requestId: string) => {
    const images = [await backend.upload(undefined, 'room.jpg')]
    return createProject(backend.ports, backend.admin, { name: 'House', details: 'Oak.', requestId, images })
  }
  expectOk(await create('first'))
  await loseOriginals(backend)
  expectOk(await create('second'))
  expect((await storageKeys(backend)).toSorted()).toEqual(['images/room-2.jpg', 'images/room.jpg'])
})
