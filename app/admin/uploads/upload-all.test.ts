import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { done, refused, type Result } from '#portfolio/result.ts'
import { uploadAll, type AttachPhoto } from './upload-all.ts'
import { createUploadQueue } from './upload-queue.ts'
import type { UploadTransport } from './transfer/upload-transport.ts'

const lost = refused('unavailable', 'The site could not be reached.')
const gone = refused('unknown', 'This upload is no longer there.')
const damaged = refused('wrong-value', 'This picture cannot be read.')

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

let queueCount = 0

/** A queue of files and a transport that records requests and resolves them at once. */
function openQueue(...names: string[]) {
  const scope = `/projects/${++queueCount}`
  const queue = createUploadQueue(scope, async () => null)
  const file = (name: string) => new File([`content of ${name}`], name, { type: 'image/jpeg', lastModified: 1 })
  queue.add(names.map(file))
  const requests: string[] = []
  let uploadCount = 0
  const transport = {
    upload: vi.fn<UploadTransport['upload']>(async (file, { onUrl, onProgress }) => {
      requests.push(`upload ${file.name}`)
      const id = `${file.name}#${++uploadCount}`
      onUrl(`/uploads/${id}`)
      onProgress(file.size)
      return done(id)
    }),
    examine: vi.fn<UploadTransport['examine']>(async (id) => (requests.push(`examine ${id}`), done())),
  }
  const attach = vi.fn<AttachPhoto>(async (_, id) => (requests.push(`attach ${id}`), done({ id: `photo ${id}` })))
  const find = (name: string) => queue.items().find((item) => item.file.name === name)
  const queuedNames = () => queue.items().map((item) => item.file.name)
  return { queue, scope, file, transport, attach, requests, find, names: queuedNames }
}

/** Fingerprints do not use the fake timers, so each step lets both real and fake tasks proceed. */
async function advance(steps: number, stepMs: number): Promise<void> {
  for (let step = 0; step < steps; step++) {
    await new Promise((resolve) => setImmediate(resolve))
    await vi.advanceTimersByTimeAsync(stepMs)
  }
}

/** Advances the timers until `work` settles. */
async function finish<T>(work: Promise<T>): Promise<T> {
  let ended = false
  void work.finally(() => (ended = true))
  for (let round = 0; !ended && round < 400; round++) await advance(1, 250)
  expect(ended).toBe(true)
  return work
}

/** Makes the first calls return these results. */
function failFirst<T>(
  mock: { mockImplementationOnce: (call: () => Promise<Result<T>>) => unknown },
  ...results: Result<T>[]
) {
  for (const result of results) mock.mockImplementationOnce(async () => result)
}

test('each file is uploaded, examined and attached, and leaves the queue', async () => {
  const { queue, transport, attach, requests, names } = openQueue('a.jpg')
  expect(await finish(uploadAll(queue, { transport, attach }))).toBe(true)
  expect(requests).toEqual(['upload a.jpg', 'examine a.jpg#1', 'attach a.jpg#1'])
  expect(names()).toEqual([])
})

test('without `attach`, completed uploads stay in the queue and are not sent again', async () => {
  const { queue, transport, requests, find } = openQueue('a.jpg', 'b.jpg')
  expect(await finish(uploadAll(queue, { transport }))).toBe(true)
  expect(find('a.jpg')).toMatchObject({ stage: 'uploaded', isExamined: true, uploadId: 'a.jpg#1' })
  requests.length = 0
  expect(await finish(uploadAll(queue, { transport }))).toBe(true)
  expect(requests).toEqual([])
})

test('each attach request lists all uploads in the order they were chosen, whichever completes first', async () => {
  const { queue, transport, attach } = openQueue('a.jpg', 'b.jpg', 'c.jpg')
  transport.upload.mockImplementation(async (file, options) => {
    options.onUrl(`/uploads/${file.name}`)
    await new Promise((resolve) => setTimeout(resolve, file.name === 'a.jpg' ? 3_000 : 100))
    return done(file.name)
  })
  await finish(uploadAll(queue, { transport, attach }))
  expect(attach.mock.calls.map(([item]) => item.file.name)).toEqual(['b.jpg', 'c.jpg', 'a.jpg'])
  for (const [, , batch] of attach.mock.calls) expect(batch).toEqual(['a.jpg', 'b.jpg', 'c.jpg'])
})

test('an attach request also lists earlier uploads of files that take long to read', async () => {
  const { queue, scope, file, transport, attach } = openQueue('a.jpg')
  const arrayBuffer = () => new Promise((resolve) => setTimeout(() => resolve(new ArrayBuffer()), 5_000))
  const slow = Object.assign(file('b.jpg'), { slice: () => ({ arrayBuffer }) })
  queue.add([slow])
  await finish(uploadAll(queue, { transport }))
  const again = createUploadQueue(scope, async () => null)
  again.add([file('a.jpg'), slow])
  await finish(uploadAll(again, { transport, attach }))
  for (const [, , batch] of attach.mock.calls) expect(batch).toEqual(['a.jpg#1', 'b.jpg#2'])
  expect(attach).toHaveBeenCalledTimes(2)
})

test('photos are attached one at a time', async () => {
  const { queue, transport, attach } = openQueue('a.jpg', 'b.jpg', 'c.jpg')
  let running = 0
  attach.mockImplementation(async (_, id) => {
    expect(++running).toBe(1)
    await new Promise((resolve) => setTimeout(resolve, 500))
    running -= 1
    return done({ id })
  })
  expect(await finish(uploadAll(queue, { transport, attach }))).toBe(true)
  expect(attach).toHaveBeenCalledTimes(3)
})

test('after a lost response, attaching is retried with the same upload', async () => {
  const { queue, transport, attach, names } = openQueue('a.jpg')
  failFirst(attach, lost, lost)
  expect(await finish(uploadAll(queue, { transport, attach }))).toBe(true)
  expect(attach.mock.calls.map(([, id]) => id)).toEqual(['a.jpg#1', 'a.jpg#1', 'a.jpg#1'])
  expect(transport.upload).toHaveBeenCalledTimes(1)
  expect(names()).toEqual([])
})

test('attaching fails after 5 attempts without a response, and the upload is kept for the next run', async () => {
  const { queue, transport, attach, find } = openQueue('a.jpg')
  attach.mockImplementation(async () => lost)
  expect(await finish(uploadAll(queue, { transport, attach }))).toBe(false)
  expect(attach).toHaveBeenCalledTimes(5)
  expect(find('a.jpg')).toMatchObject({
    stage: 'queued',
    uploadId: 'a.jpg#1',
    problem: lost.message,
    isPermanentFailure: false,
  })
  attach.mockImplementation(async (_, id) => done({ id }))
  expect(await finish(uploadAll(queue, { transport, attach }))).toBe(true)
  expect(transport.upload).toHaveBeenCalledTimes(1)
  expect(transport.examine).toHaveBeenCalledTimes(1)
})

test('a file whose attach request fails does not hold up the others', async () => {
  const { queue, transport, attach, names } = openQueue('stuck.jpg', 'b.jpg', 'c.jpg')
  const attached: [string, number][] = []
  const startedAt = Date.now()
  attach.mockImplementation(async (item, id) => {
    if (item.file.name === 'stuck.jpg') return lost
    attached.push([item.file.name, Date.now() - startedAt])
    return done({ id })
  })
  expect(await finish(uploadAll(queue, { transport, attach }))).toBe(false)
  expect(attached.map(([name]) => name)).toEqual(['b.jpg', 'c.jpg'])
  for (const [, afterMs] of attached) expect(afterMs).toBeLessThan(2_000)
  expect(names()).toEqual(['stuck.jpg'])
})

test('a file whose upload hangs does not hold up the others', async () => {
  const { queue, transport, attach, names } = openQueue('stuck.jpg', 'b.jpg', 'c.jpg', 'd.jpg', 'e.jpg')
  const upload = transport.upload.getMockImplementation()
  let release = () => {}
  transport.upload.mockImplementation(async (file, options) => {
    if (file.name === 'stuck.jpg') await new Promise<void>((resolve) => (release = resolve))
    return upload ? upload(file, options) : lost
  })
  const run = uploadAll(queue, { transport, attach })
  await advance(60, 10)
  expect(names()).toEqual(['stuck.jpg'])
  release()
  expect(await finish(run)).toBe(true)
})

test('a failed examination is retried while the server is unavailable, after its Retry-After', async () => {
  const { queue, transport, find } = openQueue('a.jpg')
  const startedAt = Date.now()
  failFirst(transport.examine, refused('unavailable', 'busy', { retryAfter: 5 }), lost)
  expect(await finish(uploadAll(queue, { transport }))).toBe(true)
  expect(transport.examine).toHaveBeenCalledTimes(3)
  expect(Date.now() - startedAt).toBeGreaterThanOrEqual(5_000 + 1_500)
  expect(find('a.jpg')).toMatchObject({ isExamined: true, problem: null })
})

test('of 7 files only the unreadable one fails permanently, and the others are not sent again', async () => {
  const { queue, transport, requests, find } = openQueue(
    '1.jpg',
    '2.jpg',
    '3.jpg',
    'bad.jpg',
    '5.jpg',
    '6.jpg',
    '7.jpg',
  )
  transport.examine.mockImplementation(async (id) => (id.startsWith('bad') ? damaged : done()))
  expect(await finish(uploadAll(queue, { transport }))).toBe(false)
  expect(find('bad.jpg')).toMatchObject({ problem: damaged.message, isPermanentFailure: true })
  expect(queue.items().filter(({ isExamined, problem }) => isExamined && problem === null)).toHaveLength(6)

  requests.length = 0
  expect(await finish(uploadAll(queue, { transport }))).toBe(false)
  expect(requests).toEqual([])
  queue.replace(find('bad.jpg')?.key ?? '', new File(['good'], 'good.jpg', { type: 'image/jpeg' }))
  expect(await finish(uploadAll(queue, { transport }))).toBe(true)
  expect(requests).toEqual(['upload good.jpg'])
  expect(queue.batch.uploadIds()[3]).toBe('good.jpg#8')
})

test('a new upload is attached even if the server responds to its examination with `unknown`', async () => {
  const { queue, transport, attach, names } = openQueue('a.jpg')
  transport.examine.mockImplementation(async () => gone)
  expect(await finish(uploadAll(queue, { transport, attach }))).toBe(true)
  expect(attach).toHaveBeenCalledTimes(1)
  expect(names()).toEqual([])
})

test('an earlier upload that the server no longer has is sent again', async () => {
  const { queue, transport, find } = openQueue('a.jpg')
  transport.examine.mockImplementation(async () => lost)
  expect(await finish(uploadAll(queue, { transport }))).toBe(false)
  transport.examine.mockReset().mockImplementation(async (id) => (id === 'a.jpg#1' ? gone : done()))
  expect(await finish(uploadAll(queue, { transport }))).toBe(true)
  expect(transport.upload).toHaveBeenCalledTimes(2)
  expect(find('a.jpg')).toMatchObject({ uploadId: 'a.jpg#2', isExamined: true })
})

test('an upload that is missing when it is attached is sent again in the next attempt', async () => {
  const { queue, transport, attach, find } = openQueue('a.jpg')
  failFirst(attach, gone)
  expect(await finish(uploadAll(queue, { transport, attach }))).toBe(false)
  expect(find('a.jpg')).toMatchObject({ uploadId: null, uploadedBytes: 0, problem: gone.message })
  // Its URL is still stored, so the next attempt first tries to attach the earlier upload.
  failFirst(attach, gone)
  expect(await finish(uploadAll(queue, { transport, attach }))).toBe(true)
  expect(transport.upload).toHaveBeenCalledTimes(2)
})

test('a file uploaded weeks ago is attached without being sent again', async () => {
  const first = openQueue('a.jpg')
  failFirst(first.attach, ...Array.from({ length: 5 }, () => lost))
  await finish(uploadAll(first.queue, first))
  first.queue.abandon()
  const { uploadId } = first.find('a.jpg') ?? {}
  vi.setSystemTime(Date.now() + 29 * 24 * 60 * 60_000)

  const again = createUploadQueue(first.scope, async () => null)
  again.add([first.file('a.jpg')])
  expect(await finish(uploadAll(again, first))).toBe(true)
  expect(first.transport.upload).toHaveBeenCalledTimes(1)
  expect(first.attach.mock.lastCall?.[1]).toBe(uploadId)
})

test('nothing is sent while paused, and resuming continues', async () => {
  const { queue, transport, attach, requests } = openQueue('a.jpg', 'b.jpg')
  queue.pause.setPaused(true)
  const run = uploadAll(queue, { transport, attach })
  await advance(20, 1_000)
  expect(requests).toEqual([])
  queue.pause.setPaused(false)
  expect(await finish(run)).toBe(true)
  expect(requests).toHaveLength(6)
})

test('a pause after the upload delays examination and attachment', async () => {
  const { queue, transport, attach, requests } = openQueue('a.jpg')
  const upload = transport.upload.getMockImplementation()
  transport.upload.mockImplementation(async (file, options) => {
    queue.pause.setPaused(true)
    return upload ? upload(file, options) : lost
  })
  const run = uploadAll(queue, { transport, attach })
  await advance(20, 1_000)
  expect(requests).toEqual(['upload a.jpg'])
  queue.pause.setPaused(false)
  expect(await finish(run)).toBe(true)
})

test('discarding a file that is waiting for a retry does not fail the run', async () => {
  const { queue, transport, attach, find, names } = openQueue('a.jpg', 'b.jpg')
  attach.mockImplementation(async (item, id) => (item.file.name === 'a.jpg' ? lost : done({ id })))
  const run = uploadAll(queue, { transport, attach })
  await advance(20, 50)
  queue.discard(find('a.jpg')?.key ?? '')
  expect(await finish(run)).toBe(true)
  expect(names()).toEqual([])
})
