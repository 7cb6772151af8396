import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openLiveStream, type LiveMessage } from './reconnecting-live-stream.ts'

/** Replaces EventSource, which Node.js does not have. */
class FakeEventSource extends EventTarget {
  static readonly CLOSED = 2
  static opened: FakeEventSource[] = []
  readyState = 0
  readonly url: string

  constructor(url: string) {
    super()
    this.url = url
    FakeEventSource.opened.push(this)
  }
  send(type: string, data: string, lastEventId: string) {
    this.dispatchEvent(Object.assign(new Event(type), { data, lastEventId }))
  }
  /** `readyState` is `CLOSED` after a response that is not 200; otherwise the browser reconnects. */
  fail(readyState: number) {
    this.readyState = readyState
    this.dispatchEvent(new Event('error'))
  }
  close() {
    this.readyState = FakeEventSource.CLOSED
  }
}

const opened = FakeEventSource.opened
const fetchHead = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()
const refuseWith = (status: number, retryAfter?: string) =>
  fetchHead.mockResolvedValue(
    new Response(null, { status, headers: retryAfter === undefined ? {} : { 'Retry-After': retryAfter } }),
  )

/** Refuses the latest stream; resolves with the milliseconds until the next one is opened. */
async function delayAfterRefusal(): Promise<number> {
  const before = opened.length
  const startedAt = Date.now()
  opened.at(-1)?.fail(FakeEventSource.CLOSED)
  await vi.advanceTimersByTimeAsync(0)
  vi.advanceTimersToNextTimer()
  expect(opened).toHaveLength(before + 1)
  return Date.now() - startedAt
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('EventSource', FakeEventSource)
  vi.stubGlobal('fetch', fetchHead)
  vi.spyOn(Math, 'random').mockReturnValue(0)
  opened.length = 0
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  fetchHead.mockReset()
})

test('each message contains the edition; a change also contains its topic', () => {
  const messages: LiveMessage[] = []
  openLiveStream('e0.1', (message) => messages.push(message))
  opened[0]?.send('edition', 'e1', 'e1')
  opened[0]?.send('changed', 'work', 'e2')
  expect(opened[0]?.url).toBe('/live?since=e0.1')
  expect(messages).toEqual([
    { type: 'edition', edition: 'e1' },
    { type: 'changed', topic: 'work', edition: 'e2' },
  ])
})

test.each([429, 503])('a stream refused with %i is reopened after its Retry-After, not before', async (status) => {
  refuseWith(status, '60')
  openLiveStream('e0.1', () => {})
  opened[0]?.fail(FakeEventSource.CLOSED)
  await vi.advanceTimersByTimeAsync(59_999)
  expect(opened).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(opened).toHaveLength(2)
  expect(fetchHead).toHaveBeenCalledExactlyOnceWith('/live', expect.objectContaining({ method: 'HEAD' }))
  expect(await delayAfterRefusal()).toBe(60_000)
})

test('up to 50 % is added to the delay at random, so that clients do not all reconnect at once', async () => {
  refuseWith(429, '60')
  openLiveStream('e0.1', () => {})
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  expect(await delayAfterRefusal()).toBe(75_000)
})

test('without Retry-After, the delay doubles up to 1 minute and is reset when a stream opens', async () => {
  refuseWith(502)
  openLiveStream('e0.1', () => {})
  const delays = []
  for (let refusal = 0; refusal < 7; refusal++) delays.push(await delayAfterRefusal())
  expect(delays).toEqual([2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000])
  opened.at(-1)?.dispatchEvent(new Event('open'))
  expect(await delayAfterRefusal()).toBe(2_000)
})

test.each(['Thu, 01 Jan 2099 00:00:00 GMT', '-5', 'soon', ''])(
  'a Retry-After that is not in seconds is ignored: %j',
  async (retryAfter) => {
    refuseWith(503, retryAfter)
    openLiveStream('e0.1', () => {})
    expect(await delayAfterRefusal()).toBe(2_000)
  },
)

test('a Retry-After of more than 1 hour is limited to 1 hour', async () => {
  refuseWith(503, '9999999999')
  openLiveStream('e0.1', () => {})
  expect(await delayAfterRefusal()).toBe(3_600_000)
})

test('the stream is reopened if the site cannot be reached', async () => {
  fetchHead.mockRejectedValue(new TypeError('Failed to fetch'))
  openLiveStream('e0.1', () => {})
  expect(await delayAfterRefusal()).toBe(2_000)
})

test('a dropped connection is left to the browser, which reconnects', async () => {
  openLiveStream('e0.1', () => {})
  opened[0]?.fail(0)
  await vi.advanceTimersByTimeAsync(120_000)
  expect(opened).toHaveLength(1)
  expect(fetchHead).not.toHaveBeenCalled()
})

test('a closed stream is not reopened, whether it is closed during the HEAD request or the delay', async () => {
  let respond = (_: Response) => {}
  fetchHead.mockReturnValue(new Promise((resolve) => (respond = resolve)))
  const close = openLiveStream('e0.1', () => {})
  opened[0]?.fail(FakeEventSource.CLOSED)
  close()
  respond(new Response(null, { status: 503, headers: { 'Retry-After': '1' } }))
  await vi.advanceTimersByTimeAsync(120_000)
  expect(opened).toHaveLength(1)

  refuseWith(503, '1')
  const closeWaiting = openLiveStream('e0.1', () => {})
  opened[1]?.fail(FakeEventSource.CLOSED)
  await vi.advanceTimersByTimeAsync(500)
  closeWaiting()
  await vi.advanceTimersByTimeAsync(120_000)
  expect(opened).toHaveLength(2)
})

test('with a Retry-After of 0, the stream is reopened after the minimum delay of 2 seconds', async () => {
  refuseWith(503, '0')
  openLiveStream('e0.1', () => {})
  expect(await delayAfterRefusal()).toBe(2_000)
})
