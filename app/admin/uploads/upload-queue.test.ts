import { beforeEach, expect, test, vi } from 'vitest'
import { done, refused } from '#portfolio/result.ts'
import { photoLimits } from '#portfolio/photo/photo-limits.ts'
import { uploadAll } from './upload-all.ts'
import { createUploadQueue } from './upload-queue.ts'
import { findUploadUrl, storeUploadUrl } from './transfer/upload-url-storage.ts'
import { fingerprintOf } from './transfer/fingerprint.ts'
import type { UploadTransport } from './transfer/upload-transport.ts'

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  })
  return () => vi.unstubAllGlobals()
})

function image(name: string, content = name) {
  return new File([content], name, { type: 'image/jpeg', lastModified: 1 })
}

let queueCount = 0

function openQueue(...files: File[]) {
  const scope = `/projects/${++queueCount}`
  const queue = createUploadQueue(scope, async ({ name }) => `blob:${name}`)
  queue.add(files)
  const keyOf = (name: string) => queue.items().find(({ file }) => file.name === name)?.key ?? ''
  return { queue, scope, keyOf, names: () => queue.items().map(({ file }) => file.name) }
}

test('chosen files are queued in order and get previews', async () => {
  const { queue, names } = openQueue(image('a.jpg'), image('b.jpg'))
  expect(names()).toEqual(['a.jpg', 'b.jpg'])
  expect(queue.items()[0]).toMatchObject({ stage: 'queued', preview: 'pending', problem: null })
  await expect.poll(() => queue.items().map(({ preview }) => preview)).toEqual(['blob:a.jpg', 'blob:b.jpg'])
})

test('a file of another type, an empty file and a file that is too large fail without being sent', () => {
  const large = image('large.jpg')
  Object.defineProperty(large, 'size', { value: photoLimits.jpeg.bytes + 1 })
  const png = new File(['x'], 'large.png', { type: 'image/png' })
  Object.defineProperty(png, 'size', { value: photoLimits.bytes + 1 })
  const raw = new File(['x'], 'DSC_0001.NEF')
  const { queue } = openQueue(
    new File(['x'], 'a.pdf', { type: 'application/pdf' }),
    image('empty.jpg', ''),
    large,
    png,
    raw,
  )
  expect(queue.items().map(({ problem, isPermanentFailure }) => [problem, isPermanentFailure])).toEqual([
    ['This is not a JPEG, PNG, WebP, AVIF or HEIC picture.', true],
    ['This file is empty.', true],
    ['This file is larger than 120 MB.', true],
    ['This file is larger than 50 MB.', true],
    ['This is a RAW or TIFF file. Export it as JPEG.', true],
  ])
})

test('a file chosen twice is queued once and listed as a duplicate', async () => {
  const { queue, names } = openQueue(image('a.jpg'), image('b.jpg'))
  queue.add([image('a.jpg'), image('c.jpg')])
  await expect.poll(names).toEqual(['a.jpg', 'b.jpg', 'c.jpg'])
  expect(queue.duplicates()).toEqual(['a.jpg'])
  queue.add([image('d.jpg')])
  expect(queue.duplicates()).toEqual([])
})

test('a file that was attached and left the queue still counts as a duplicate until the queue is empty', async () => {
  const { queue, keyOf, names } = openQueue(image('a.jpg'), image('b.jpg'))
  queue.markAttached(keyOf('a.jpg'), 'photo-a')
  queue.add([image('a.jpg')])
  await expect.poll(queue.duplicates).toEqual(['a.jpg'])
  expect(names()).toEqual(['b.jpg'])
  queue.markAttached(keyOf('b.jpg'), 'photo-b')
  queue.add([image('a.jpg')])
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect([names(), queue.duplicates()]).toEqual([['a.jpg'], []])
})

test('discarding a duplicate does not abort the upload of the first file', async () => {
  const { queue, names } = openQueue(image('a.jpg'))
  queue.add([image('a.jpg')])
  const [first, second] = queue.items()
  await expect.poll(names).toEqual(['a.jpg'])
  expect([first?.abort.signal.aborted, second?.abort.signal.reason]).toEqual([false, 'duplicate'])
})

test('a replacement keeps the position, key and alt text, and is uploaded again', async () => {
  const { queue, keyOf, names } = openQueue(image('a.jpg'), image('bad.jpg'), image('c.jpg'))
  for (const name of ['a.jpg', 'bad.jpg', 'c.jpg']) queue.update(keyOf(name), { uploadId: `id-${name}` })
  const key = keyOf('bad.jpg')
  queue.update(key, { alt: 'A staircase.', isExamined: true })
  queue.refuse(key, refused('wrong-value', 'damaged'))
  const { abort } = queue.find(key) ?? {}
  queue.replace(key, image('good.jpg'))
  expect(names()).toEqual(['a.jpg', 'good.jpg', 'c.jpg'])
  expect(queue.find(key)).toMatchObject({
    alt: 'A staircase.',
    uploadId: null,
    isExamined: false,
    problem: null,
    isPermanentFailure: false,
  })
  expect(abort?.signal.reason).toBe('discarded')
  queue.update(key, { uploadId: 'id-good' })
  expect(queue.batch.uploadIds()).toEqual(['id-a.jpg', 'id-good', 'id-c.jpg'])
})

test('a replacement that is already in the queue is discarded as a duplicate, even of a later file', async () => {
  const { queue, keyOf, names } = openQueue(image('bad.jpg'), image('b.jpg'))
  queue.refuse(keyOf('bad.jpg'), refused('wrong-type', 'no image'))
  queue.replace(keyOf('bad.jpg'), image('b.jpg'))
  await expect.poll(names).toEqual(['b.jpg'])
  expect(queue.duplicates()).toEqual(['b.jpg'])
})

test('a refusal of the file itself is a permanent failure; an unavailable server or a missing upload is not', () => {
  const { queue, keyOf } = openQueue(image('a.jpg'))
  const key = keyOf('a.jpg')
  queue.update(key, { uploadId: 'id', isExamined: true })
  queue.refuse(key, refused('unavailable', 'later'))
  expect(queue.find(key)).toMatchObject({ problem: 'later', isPermanentFailure: false, uploadId: 'id' })
  queue.refuse(key, refused('unknown', 'gone'))
  expect(queue.find(key)).toMatchObject({ isPermanentFailure: false, uploadId: null, isExamined: false })
  for (const code of ['wrong-type', 'too-large', 'wrong-value'] as const) {
    queue.refuse(key, refused(code, 'bad'))
    expect(queue.find(key)?.isPermanentFailure).toBe(true)
  }
})

test('an item whose alt text is being edited stays in the queue after it is attached', () => {
  const { queue, keyOf, names } = openQueue(image('a.jpg'), image('b.jpg'))
  queue.update(keyOf('a.jpg'), { isEditingAlt: true })
  queue.markAttached(keyOf('a.jpg'), 'photo-a')
  queue.markAttached(keyOf('b.jpg'), 'photo-b')
  expect(names()).toEqual(['a.jpg'])
  expect(queue.items()[0]).toMatchObject({ stage: 'attached', photoId: 'photo-a' })
})

test('an item whose alt text changed after it was sent stays in the queue until the text is saved', () => {
  const { queue, keyOf, names } = openQueue(image('a.jpg'))
  const key = keyOf('a.jpg')
  queue.update(key, { alt: 'A lamp, lit', savedAlt: '' })
  queue.markAttached(key, 'photo-a')
  expect(names()).toEqual(['a.jpg'])
  queue.update(key, { savedAlt: 'A lamp, lit' })
  queue.markAttached(key, 'photo-a')
  expect(names()).toEqual([])
})

test('discarding a file aborts its upload and discards the stored URL; leaving the page keeps the URL', async () => {
  const { queue, scope, keyOf } = openQueue(image('a.jpg'), image('b.jpg'))
  const [fingerprintA, fingerprintB] = await Promise.all([
    fingerprintOf(image('a.jpg'), scope),
    fingerprintOf(image('b.jpg'), scope),
  ])
  storeUploadUrl(fingerprintA, '/uploads/a')
  storeUploadUrl(fingerprintB, '/uploads/b')
  const [a, b] = queue.items()
  queue.discard(keyOf('a.jpg'))
  queue.abandon()
  expect([a?.abort.signal.reason, b?.abort.signal.reason]).toEqual(['discarded', 'page-left'])
  await expect.poll(() => findUploadUrl(fingerprintA)).toBeNull()
  expect(findUploadUrl(fingerprintB)).toBe('/uploads/b')
})

test('clearing keeps an item that is being attached, and an empty queue is no longer paused', () => {
  const { queue, keyOf, names } = openQueue(image('a.jpg'), image('b.jpg'))
  queue.pause.setPaused(true)
  queue.update(keyOf('b.jpg'), { stage: 'attaching' })
  queue.clear()
  expect([names(), queue.pause.isPaused()]).toEqual([['b.jpg'], true])
  queue.markAttached(keyOf('b.jpg'), 'photo-b')
  expect([names(), queue.pause.isPaused()]).toEqual([[], false])
})

test('a file that can no longer be read is refused before anything is sent', async () => {
  const queue = createUploadQueue('/projects/unreadable', async () => null)
  const file = new File(['x'], 'moved.jpg', { type: 'image/jpeg' })
  file.slice = () => {
    throw new DOMException('moved', 'NotFoundError')
  }
  queue.add([file])
  const upload = vi.fn<UploadTransport['upload']>()
  expect(await uploadAll(queue, { transport: { upload, examine: async () => done() } })).toBe(false)
  expect(queue.items()[0]?.problem).toBe('This file can no longer be read. Please choose it again.')
  expect(upload).not.toHaveBeenCalled()
})

test('missing files that are chosen again get back their alt texts', () => {
  const { queue, names } = openQueue()
  queue.setMissing([
    { name: 'a.jpg', size: 5, alt: 'The stairs.' },
    { name: 'b.jpg', size: 5, alt: 'The hall.' },
    { name: 'c.jpg', size: 5, alt: '' },
  ])
  queue.add([image('new.jpg'), image('b.jpg'), image('a.jpg'), image('c.jpg', 'another file')])
  expect(names()).toEqual(['new.jpg', 'b.jpg', 'a.jpg', 'c.jpg'])
  expect(queue.items().map(({ alt }) => alt)).toEqual(['', 'The hall.', 'The stairs.', ''])
  expect(queue.missing()).toEqual([{ name: 'c.jpg', size: 5, alt: '' }])
})
