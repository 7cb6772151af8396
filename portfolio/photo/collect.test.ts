import { expect } from 'vitest'
import { readFact } from '#portfolio/health/fact.ts'
import { asAdmin } from '#portfolio/account/as-admin.ts'
import { FileStoreFailed } from '#portfolio/ports.ts'
import { eachDatabase } from '#tests/support/backend/each-database.ts'
import { testGallery } from '#tests/support/backend/project-fixtures.ts'
import { expectOk, type TestBackend } from '#tests/support/backend/test-backend.ts'
import { collectionFact, collectOrphanFiles, expireUnownedFiles } from './collect.ts'
import { removeImages } from '#portfolio/gallery/edit.ts'
import { derivativeKey } from '#portfolio/derivative/derivatives.ts'

const webp = { format: 'webp', gamut: 'srgb' } as const
const dayMs = 24 * 60 * 60_000

async function listKeys({ ports }: TestBackend): Promise<string[]> {
  const keys: string[] = []
  for await (const key of ports.files.list()) keys.push(key)
  return keys.sort()
}

function photoOf({ ports }: TestBackend, id: string) {
  return ports.db.selectFrom('photos').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

async function writeOrphans({ ports }: TestBackend, count: number): Promise<string[]> {
  const keys = Array.from({ length: count }, (_, index) => `Images/${index}.jpg`)
  for (const key of keys) await ports.files.write(key, Buffer.from('orphan'))
  return keys
}

eachDatabase('an orphan file that cannot be moved does not prevent the collection of others', async (backend) => {
  const { ports, advance } = backend
  await testGallery(backend, 1)
  const [owned = ''] = await listKeys(backend)
  await writeOrphans(backend, 3)
  advance(dayMs + 60_000)
  const move = async (from: string, to: string) => {
    if (from === 'Images/1.jpg') throw new FileStoreFailed(new Error('EACCES: permission denied'))
    return ports.files.move(from, to)
  }
  expect(await collectOrphanFiles({ ...ports, files: { ...ports.files, move } })).toBe(2)
  const left = [owned, 'Images/1.jpg', 'unowned/Images/0.jpg', 'unowned/Images/2.jpg']
  expect(await listKeys(backend)).toEqual(left.sort())
})

eachDatabase('more than 20 orphan files are collected only if they are at most 5 % of all files', async (backend) => {
  const { ports, advance, logged } = backend
  const orphans = await writeOrphans(backend, 21)
  const { imageIds: [owner = ''] = [] } = await testGallery(backend, 1)
  for (let width = 0; width < 398; width++)
    await ports.files.write(derivativeKey(owner, width, webp), Buffer.from('webp'))
  advance(dayMs + 60_000)
  const before = await listKeys(backend)
  expect(before).toHaveLength(21 + 1 + 398)
  // 21 of 420 files are 5 %.
  await ports.files.remove(derivativeKey(owner, 0, webp))
  expect(await collectOrphanFiles(ports)).toBe(0)
  expect(await listKeys(backend)).toEqual(expect.arrayContaining(orphans))
  expect(logged.filter(({ message }) => message.includes('too many files'))).toHaveLength(1)
  expect(await readFact(ports.db, collectionFact)).toMatchObject({ value: { refused: true, files: 21, total: 419 } })
  await ports.files.write(derivativeKey(owner, 0, webp), Buffer.from('webp'))
  expect(await collectOrphanFiles(ports)).toBe(21)
})

eachDatabase('a file set aside is deleted after 30 days, or moved back when it has an owner again', async (backend) => {
  const { ports, advance } = backend
  const [id = '', otherId = ''] = (await testGallery(backend, 2)).imageIds
  const photo = await photoOf(backend, id)
  const { storageKey: other } = await photoOf(backend, otherId)
  await writeOrphans(backend, 1)
  await ports.db.deleteFrom('photos').where('id', '=', id).execute()
  advance(dayMs + 60_000)
  expect(await collectOrphanFiles(ports)).toBe(2)
  expect(await listKeys(backend)).toEqual([other, 'unowned/Images/0.jpg', `unowned/${photo.storageKey}`].sort())

  await ports.db.insertInto('photos').values(photo).execute()
  expect(await collectOrphanFiles(ports)).toBe(0)
  expect(await listKeys(backend)).toEqual([other, photo.storageKey, 'unowned/Images/0.jpg'].sort())

  advance(28 * dayMs)
  await expireUnownedFiles(ports)
  expect(await listKeys(backend)).toHaveLength(3)
  advance(2 * dayMs)
  await expireUnownedFiles(ports)
  expect(await listKeys(backend)).toEqual([other, photo.storageKey].sort())
})

eachDatabase(
  'orphan files are collected after a day; files of attached and of removed photos are not',
  async (backend) => {
    const { ports, admin, advance, logged } = backend
    const {
      projectId,
      imageIds: [removed = '', stays = ''],
    } = await testGallery(backend, 2)
    const derivatives = [derivativeKey(removed, 90, webp), derivativeKey(stays, 90, webp)]
    for (const key of derivatives) await ports.files.write(key, Buffer.from('webp'))
    expectOk(
      await asAdmin(ports, admin, (unit, admin) => removeImages(unit, admin, { projectId, photoIds: [removed] })),
    )
    const orphans = ['Images/left.jpg', 'derivatives/gone/v2/90.webp', derivativeKey(stays, 90, webp, 'v1')]
    for (const key of orphans) await ports.files.write(key, Buffer.from('orphan'))
    await ports.files.write('health/beat', Buffer.from('.'))
    const all = await listKeys(backend)
    expect(all).toHaveLength(8)

    advance(dayMs - 60_000)
    expect(await collectOrphanFiles(ports)).toBe(0)
    expect(await listKeys(backend)).toEqual(all)
    advance(2 * 60_000)
    expect(await collectOrphanFiles(ports)).toBe(3)
    expect(await listKeys(backend)).toEqual(all.map((key) => (orphans.includes(key) ? `unowned/${key}` : key)).sort())
    expect(await listKeys(backend)).toEqual(expect.arrayContaining(derivatives))
    expect(logged.filter(({ message }) => message.includes('orphan file set aside'))).toHaveLength(3)
  },
)

eachDatabase('if no file has an owner, nothing is collected and an error is logged', async (backend) => {
  const { ports, advance, logged } = backend
  await testGallery(backend, 2)
  await ports.db.deleteFrom('photos').execute()
  const all = await listKeys(backend)
  advance(dayMs + 60_000)
  expect(await collectOrphanFiles(ports)).toBe(0)
  expect(await listKeys(backend)).toEqual(all)
  expect(await readFact(ports.db, collectionFact)).toMatchObject({ value: { refused: true, files: 2, total: 2 } })
  expect(logged.filter(({ message }) => message.includes('nothing was collected'))).toHaveLength(1)
})

eachDatabase('a file that was set aside 30 days ago and has an owner again is not deleted', async (backend) => {
  const { ports, advance } = backend
  const [id = ''] = (await testGallery(backend, 1)).imageIds
  const { storageKey } = await photoOf(backend, id)
  await ports.files.move(storageKey, `unowned/${storageKey}`)
  advance(31 * dayMs)
  await expireUnownedFiles(ports)
  expect(await listKeys(backend)).toEqual([`unowned/${storageKey}`])
})
