import type { UploadOptions as TusOptions } from 'tus-js-client'
import { beforeEach, expect, test, vi } from 'vitest'
import { done } from '#portfolio/result.ts'
import { createPause } from './pause.ts'
import { uploadFile } from './resumable-upload.ts'

const fake = vi.hoisted(() => {
  class DetailedError extends Error {
    originalResponse: { getStatus: () => number } | null
    constructor(status: number | null) {
      super('failed')
      this.originalResponse = status === null ? null : { getStatus: () => status }
    }
  }
  class FakeUpload {
    static all: FakeUpload[] = []
    url: string | null
    options: TusOptions
    started = false
    aborted: boolean | null = null
    constructor(_: unknown, options: TusOptions) {
      this.options = options
      this.url = options.uploadUrl ?? null
      FakeUpload.all.push(this)
    }
    start() {
      this.started = true
    }
    async abort(deleteUpload: boolean) {
      this.aborted = deleteUpload
    }
    receiveUrl(url: string) {
      this.url = url
      void this.options.onUploadUrlAvailable?.()
    }
  }
  return { DetailedError, FakeUpload }
})

vi.mock('tus-js-client', () => ({ Upload: fake.FakeUpload, DetailedError: fake.DetailedError }))

beforeEach(() => void (fake.FakeUpload.all = []))

function startUpload(knownUrl: string | null = null) {
  const pause = createPause()
  const abort = new AbortController()
  const onUrl = vi.fn()
  const onProgress = vi.fn()
  const file = new File(['content'], 'a.jpg')
  const result = uploadFile(file, { knownUrl, pause, signal: abort.signal, onUrl, onProgress })
  const current = () => {
    const upload = fake.FakeUpload.all.at(-1)
    if (!upload) throw new Error('no upload was started')
    return upload
  }
  const succeed = () => current().options.onSuccess?.({ lastResponse: { getStatus: () => 204 } as never })
  const fail = (status: number | null) => current().options.onError?.(new fake.DetailedError(status))
  return { result, pause, abort, onUrl, onProgress, current, succeed, fail }
}

test('a new upload is created, reports its URL once, and resolves with its id', async () => {
  const { result, onUrl, onProgress, current, succeed } = startUpload()
  expect(current().options).toMatchObject({ endpoint: '/uploads', uploadUrl: null, metadata: { filename: 'a.jpg' } })
  current().receiveUrl('/uploads/abc')
  // From here on, a server error must not create a second upload.
  expect(current().options.endpoint).toBeNull()
  current().options.onProgress?.(3, 7)
  succeed()
  expect(await result).toEqual(done('abc'))
  expect([onUrl.mock.calls, onProgress.mock.calls]).toEqual([[['/uploads/abc']], [[3]]])
})

test('network errors, 5xx, locked uploads and 429 are retried; other 4xx responses are not', () => {
  const { current } = startUpload()
  const shouldRetry = (status: number | null) =>
    current().options.onShouldRetry?.(new fake.DetailedError(status) as never, 0, {} as TusOptions)
  for (const status of [null, 500, 503, 409, 423, 429]) expect(shouldRetry(status), String(status)).toBe(true)
  for (const status of [401, 403, 404, 413, 415]) expect(shouldRetry(status), String(status)).toBe(false)
  expect(current().options.retryDelays).toEqual([0, 500, 1_500, 4_000, 8_000])
})

test('an earlier upload is resumed, and restarted at most once if the server no longer has it', async () => {
  const { result, current, fail } = startUpload('/uploads/old')
  expect(current().options).toMatchObject({ endpoint: null, uploadUrl: '/uploads/old' })
  fail(404)
  expect(fake.FakeUpload.all).toHaveLength(2)
  expect(current().options).toMatchObject({ endpoint: '/uploads', uploadUrl: null })
  current().receiveUrl('/uploads/new')
  fail(410)
  expect(await result).toMatchObject({ ok: false, code: 'unavailable' })
  expect(fake.FakeUpload.all).toHaveLength(2)
})

test('a pause aborts the request without deleting the upload, and resuming continues at the same URL', async () => {
  const { result, pause, current, succeed } = startUpload()
  current().receiveUrl('/uploads/abc')
  const paused = current()
  pause.setPaused(true)
  expect(paused.aborted).toBe(false)
  // The aborted request can still report an error.
  paused.options.onError?.(new fake.DetailedError(null))
  expect(fake.FakeUpload.all).toHaveLength(1)
  pause.setPaused(false)
  expect(current()).not.toBe(paused)
  expect(current()).toMatchObject({ started: true, options: { endpoint: null, uploadUrl: '/uploads/abc' } })
  succeed()
  expect(await result).toEqual(done('abc'))
})

test('an upload created while paused starts when resumed', async () => {
  const pause = createPause()
  pause.setPaused(true)
  const { signal } = new AbortController()
  const options = { knownUrl: null, pause, signal, onUrl: () => {}, onProgress: () => {} }
  void uploadFile(new File(['x'], 'a.jpg'), options)
  expect(fake.FakeUpload.all).toHaveLength(0)
  pause.setPaused(false)
  expect(fake.FakeUpload.all).toHaveLength(1)
})

test('an aborted upload is deleted on the server only if its file was discarded', async () => {
  for (const [reason, deleted] of [
    ['discarded', true],
    ['page-left', false],
    ['duplicate', false],
  ] as const) {
    const { result, abort, current } = startUpload()
    abort.abort(reason)
    expect(await result).toMatchObject({ ok: false, code: 'unavailable' })
    expect(current().aborted, reason).toBe(deleted)
  }
})

test('a file discarded before its upload starts is not sent', async () => {
  const { abort, ...options } = { abort: new AbortController(), knownUrl: null, pause: createPause() }
  abort.abort('discarded')
  const callbacks = { onUrl: () => {}, onProgress: () => {} }
  const result = uploadFile(new File(['content'], 'a.jpg'), { ...options, ...callbacks, signal: abort.signal })
  expect(await result).toMatchObject({ ok: false, code: 'unavailable' })
  expect(fake.FakeUpload.all).toEqual([])
})

test('a file discarded after its upload is complete is not deleted, because it may be attached', async () => {
  const { result, abort, current, succeed } = startUpload()
  current().receiveUrl('/uploads/abc')
  succeed()
  await result
  abort.abort('discarded')
  expect(current().aborted).toBeNull()
})

const refusals = [
  [401, 'no-session'],
  [403, 'not-admin'],
  [413, 'too-large'],
  [415, 'wrong-type'],
  [507, 'full'],
  [null, 'unavailable'],
] as const

test.each(refusals)('status %s becomes the refusal %s', async (status, code) => {
  const { result, fail } = startUpload()
  fail(status)
  expect(await result).toMatchObject({ ok: false, code })
})
