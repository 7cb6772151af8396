import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { connectToBucket } from '#server/storage/bucket-requests.ts'
import { openBucket } from '#server/storage/bucket.ts'
import { openUploadBucket } from '#server/storage/upload-bucket.ts'
import { openTusUploads } from '#server/storage/tus-uploads.ts'
import { temporaryFolder } from '#tests/support/backend/each-database.ts'
import { createBucketOnSharedServer } from '#tests/support/object-store/create-bucket-on-shared-server.ts'
import { filesIn } from '#tests/support/backend/project-fixtures.ts'
import { bytes, create, examination, offsetOf, patch, testUploads } from '#tests/support/uploads-contract.ts'

const dayMs = 24 * 60 * 60_000

async function open() {
  const bucket = await createBucketOnSharedServer()
  const log = { info() {}, warn() {}, error() {} }
  const requests = connectToBucket(bucket)
  const keys = async () => {
    const found: string[] = []
    for await (const { key } of requests.list('')) found.push(key)
    return found
  }
  /** Opens the bucket as another process would, with its own folder. */
  const openElsewhere = async () => {
    const folder = join(await temporaryFolder(), 'copies')
    const { files, uploads: store } = openBucket(bucket, folder)
    return { folder, files, uploads: openTusUploads(store, '/uploads', log) }
  }
  const first = await openElsewhere()
  return { ...first, bucket, keys, openElsewhere, reopen: async () => (await openElsewhere()).uploads }
}

describe('uploads in a bucket', () => {
  testUploads(open)

  test('an upload sent to three processes in turn is found by all, each with a copy of its own', async () => {
    const { uploads, folder, openElsewhere } = await open()
    const [second, third] = [await openElsewhere(), await openElsewhere()]
    const id = await create(uploads)
    expect((await patch(second.uploads, id, 0, bytes.subarray(0, 70_000))).status).toBe(204)
    expect((await patch(third.uploads, id, 70_000, bytes.subarray(70_000))).status).toBe(204)
    await third.uploads.saveExamination(id, examination)
    for (const one of [uploads, second.uploads, third.uploads])
      expect(await one.find(id, 'anna')).toMatchObject({ bytes: bytes.length, examination })
    expect([await readdir(folder), await readdir(second.folder)]).toEqual([[id], [id]])
    await uploads.discard(id)
    expect([await readdir(folder), await second.uploads.find(id, 'anna')]).toEqual([[], null])
  })

  test('an upload that is discarded while it is copied is missing, not damaged', async () => {
    const { uploads, bucket, folder } = await open()
    const id = await create(uploads)
    await patch(uploads, id, 0, bytes.subarray(0, 50_000))
    await patch(uploads, id, 50_000, bytes.subarray(50_000))
    const requests = connectToBucket(bucket)
    const download: typeof requests.download = async (...parameters) => {
      await uploads.discard(id)
      return requests.download(...parameters)
    }
    const copying = openUploadBucket({ ...requests, download }, folder).localPathOf(id, bytes.length)
    await expect(copying).rejects.toMatchObject({ code: 'ENOENT' })
    expect(await readdir(folder)).toEqual([])
  })

  test('of two writers that continue at the same offset, one is refused, and the upload is not damaged', async () => {
    const { uploads, openElsewhere } = await open()
    const elsewhere = (await openElsewhere()).uploads
    const id = await create(uploads)
    await patch(uploads, id, 0, bytes.subarray(0, 10))
    const both = await Promise.all([
      patch(uploads, id, 10, bytes.subarray(10, 60_000)),
      patch(elsewhere, id, 10, bytes.subarray(10, 90_000)),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([204, 409])
    const offset = await offsetOf(uploads, id)
    expect([60_000, 90_000]).toContain(offset)
    expect((await patch(elsewhere, id, Number(offset), bytes.subarray(Number(offset)))).status).toBe(204)
    expect(await uploads.find(id, 'anna')).toMatchObject({ bytes: bytes.length })
  })
})

describe('uploads in a bucket, sent over time', () => {
  test('a large upload is stored in parts while it is sent', async () => {
    const { uploads, keys } = await open()
    const large = randomBytes(20 * 1024 * 1024)
    const id = await create(uploads, { 'Upload-Length': String(large.length) })
    let sent = 0
    const cut = new ReadableStream({
      async pull(controller) {
        if (sent >= 18 * 1024 * 1024) return controller.error(new Error('connection lost'))
        controller.enqueue(large.subarray(sent, (sent += 64 * 1024)))
      },
    })
    expect((await patch(uploads, id, 0, cut)).status).toBeGreaterThanOrEqual(400)
    const parts = (await keys()).filter((key) => key.includes('/parts/'))
    expect(parts.length).toBeGreaterThanOrEqual(2)
    const offset = Number(await offsetOf(uploads, id))
    expect(offset).toBeGreaterThanOrEqual(16 * 1024 * 1024)
    expect((await patch(uploads, id, offset, large.subarray(offset))).status).toBe(204)
    const found = await uploads.find(id, 'anna')
    expect(found).toMatchObject({ bytes: large.length })
    expect(large.equals(await readFile(found?.path ?? ''))).toBe(true)
  })
})

describe('uploads in a bucket, discarded or expired', () => {
  test('an upload that is discarded while it is sent is unknown, and expires completely', async () => {
    const { uploads, keys } = await open()
    const id = await create(uploads)
    const [begun, discarded] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let pulls = 0
    const slow = new ReadableStream({
      async pull(controller) {
        pulls += 1
        if (pulls === 1) return controller.enqueue(bytes.subarray(0, 50_000))
        begun.resolve()
        await discarded.promise
        controller.enqueue(bytes.subarray(50_000))
        controller.close()
      },
    })
    const sending = patch(uploads, id, 0, slow)
    await begun.promise
    await uploads.discard(id)
    discarded.resolve()
    await sending
    expect([await uploads.find(id, 'anna'), await offsetOf(uploads, id)]).toEqual([null, 404])
    expect(await uploads.expire(new Date(Date.now() + dayMs))).toBeLessThanOrEqual(1)
    expect(await keys()).toEqual([])
  })

  test('uploads expire if they were last changed before a given time, and are not files of the store', async () => {
    const { uploads, files, keys, bucket } = await open()
    // An object that the console of a provider creates for a folder.
    await connectToBucket(bucket).put('uploads/', Buffer.alloc(0))
    await patch(uploads, await create(uploads), 0, bytes.subarray(0, 10))
    await create(uploads)
    expect(await uploads.expire(new Date(Date.now() - dayMs))).toBe(0)
    expect(await keys()).toHaveLength(4)
    expect(await filesIn({ ports: { files } })).toEqual([])
    expect(await uploads.expire(new Date(Date.now() + dayMs))).toBe(2)
    expect(await keys()).toEqual(['uploads/'])
  })
})
