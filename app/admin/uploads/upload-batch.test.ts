import { beforeEach, expect, test, vi } from 'vitest'
import { done, refused, type Result } from '#portfolio/result.ts'
import { fingerprintOf } from './transfer/fingerprint.ts'
import { storeUploadUrl } from './transfer/upload-url-storage.ts'
import { uploadAll, type AttachPhoto } from './upload-all.ts'
import { createUploadQueue } from './upload-queue.ts'

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  })
  return () => void vi.unstubAllGlobals()
})

test('an image gets its place among those that were attached before the page was left', async () => {
  const scope = 'folders'
  const files = ['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg'].map((name) => new File([name], name, { type: 'image/jpeg' }))
  for (const file of files)
    if (file.name !== 'b.jpg') storeUploadUrl(await fingerprintOf(file, scope), `/uploads/${file.name}`)

  const queue = createUploadQueue(scope, async () => null)
  queue.add(files, ({ name }) => name === 'a.jpg' || name === 'c.jpg')
  expect(queue.items().map(({ file }) => file.name)).toEqual(['b.jpg', 'd.jpg'])
  const attach = vi.fn<AttachPhoto>(async (_, id) => done({ id }))
  const transport = {
    async upload(_: File, { onUrl }: { onUrl: (url: string) => void }) {
      onUrl('/uploads/new')
      return done('new')
    },
    examine: async () => done(),
  }
  expect(await uploadAll(queue, { transport, attach })).toBe(true)
  const batches = new Map(attach.mock.calls.map(([{ file }, , batch]) => [file.name, batch]))
  expect(batches.get('b.jpg')).toEqual(['a.jpg', 'new', 'c.jpg', 'd.jpg'])
})

test('an earlier upload has the stage `attaching`, and is sent again if the server no longer has it', async () => {
  const scope = 'earlier'
  const file = new File(['a'], 'a.jpg', { type: 'image/jpeg' })
  storeUploadUrl(await fingerprintOf(file, scope), '/uploads/earlier')
  const queue = createUploadQueue(scope, async () => null)
  queue.add([file])
  const stageOf = () => queue.items()[0]?.stage
  const stages: unknown[] = []
  const attach = vi.fn<AttachPhoto>(async (_, id): Promise<Result<{ id: string }>> => {
    stages.push(stageOf())
    return id === 'earlier' ? refused('unknown', 'This upload is no longer there.') : done({ id })
  })
  const transport = {
    async upload() {
      stages.push(stageOf())
      return done('new')
    },
    examine: async () => done(),
  }
  expect(await uploadAll(queue, { transport, attach })).toBe(true)
  expect(stages).toEqual(['attaching', 'uploading', 'attaching'])
})

test('with `files`, the other files of the queue are left alone', async () => {
  const queue = createUploadQueue('files', async () => null)
  queue.add(['a.jpg', 'b.jpg'].map((name) => new File([name], name, { type: 'image/jpeg' })))
  const [a, b] = queue.items()
  const upload = vi.fn(async ({ name }: File) => done(name))
  const files = new Set(a ? [a.file] : [])
  expect(await uploadAll(queue, { files, transport: { upload, examine: async () => done() } })).toBe(true)
  expect(upload.mock.calls.map(([{ name }]) => name)).toEqual(['a.jpg'])
  expect(queue.find(b?.key ?? '')).toMatchObject({ stage: 'queued', problem: null })
})
