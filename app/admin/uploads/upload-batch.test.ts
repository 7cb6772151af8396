import { expect, onTestFinished, test, vi } from 'vitest'
import { done } from '#portfolio/result.ts'
import { fingerprintOf } from './transfer/fingerprint.ts'
import { storeUploadUrl } from './transfer/upload-url-storage.ts'
import { uploadAll, type AttachPhoto } from './upload-all.ts'
import { createUploadQueue } from './upload-queue.ts'

test('an image gets its place among those that were attached before the page was left', async () => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  })
  onTestFinished(() => void vi.unstubAllGlobals())
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
