import { expect } from 'vitest'
import { storeIdKey } from '#portfolio/store-keys.ts'
import { openFileSystemStore } from '#server/storage/file-system.ts'
import { eachDatabase, temporaryFolder } from '#tests/support/backend/each-database.ts'
import { testGallery } from '#tests/support/backend/project-fixtures.ts'
import type { TestBackend } from '#tests/support/backend/test-backend.ts'
import { matchStore, StoreMismatch } from './match-store.ts'

const idOfDatabase = async ({ ports }: TestBackend) =>
  (await ports.db.selectFrom('storeIdentity').select('storeId').executeTakeFirst())?.storeId
const idOfStore = async ({ files }: TestBackend['ports']) => {
  const file = await files.open(storeIdKey)
  return file ? new Response(file.stream).text() : undefined
}
const match = ({ ports }: TestBackend) => matchStore(ports.db, ports.files)
const forgetDatabaseId = ({ ports }: TestBackend) => ports.db.deleteFrom('storeIdentity').execute()

async function expectRefused(backend: TestBackend, sentence: RegExp): Promise<void> {
  const [databaseId, storeId] = [await idOfDatabase(backend), await idOfStore(backend.ports)]
  const refusal = await match(backend).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(StoreMismatch)
  expect(String(refusal)).toMatch(sentence)
  expect([await idOfDatabase(backend), await idOfStore(backend.ports)]).toEqual([databaseId, storeId])
}

eachDatabase('a new database and an empty store get the same id and keep it', async (backend) => {
  await match(backend)
  const id = await idOfDatabase(backend)
  expect(id).toMatch(/^[\w-]{36}$/)
  expect(await idOfStore(backend.ports)).toBe(id)
  await testGallery(backend, 1)
  await match(backend)
  expect([await idOfDatabase(backend), await idOfStore(backend.ports)]).toEqual([id, id])
})

eachDatabase('simultaneous starts agree on one id', async (backend) => {
  await Promise.all([1, 2, 3, 4].map(() => match(backend)))
  expect(await idOfStore(backend.ports)).toBe(await idOfDatabase(backend))
})

eachDatabase('a database and a store of a version without ids get one if they share an original', async (backend) => {
  await testGallery(backend, 2)
  await match(backend)
  expect(await idOfStore(backend.ports)).toBe(await idOfDatabase(backend))
})

eachDatabase('an older dump of the same site gets the id of its store', async (backend) => {
  await testGallery(backend, 1)
  await match(backend)
  const id = await idOfStore(backend.ports)
  await forgetDatabaseId(backend)
  await match(backend)
  expect(await idOfDatabase(backend)).toBe(id)
})

eachDatabase('a store restored without its id gets the id of the database', async (backend) => {
  await testGallery(backend, 1)
  await match(backend)
  await backend.ports.files.remove(storeIdKey)
  await match(backend)
  expect(await idOfStore(backend.ports)).toBe(await idOfDatabase(backend))
})

eachDatabase('a store with photos is refused for an empty database, with and without an id', async (backend) => {
  await testGallery(backend, 1)
  await backend.ports.db.deleteFrom('photos').execute()
  await expectRefused(backend, /database is missing or empty/)
  await backend.ports.files.write(storeIdKey, Buffer.from('another'))
  await expectRefused(backend, /database is missing or empty/)
})

eachDatabase('the store of another site is refused', async (backend) => {
  await match(backend)
  await backend.ports.files.write(storeIdKey, Buffer.from('another'))
  await expectRefused(backend, /different sites/)
})

eachDatabase('a store without the originals of the database is refused', async (backend) => {
  await testGallery(backend, 2)
  await match(backend)
  const files = await openFileSystemStore(await temporaryFolder())
  await expectRefused({ ...backend, ports: { ...backend.ports, files } }, /2 photos, but none of their files/)
})
