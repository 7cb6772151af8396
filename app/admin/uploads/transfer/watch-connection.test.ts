import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchConnection } from './watch-connection.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function watch(probe: (signal: AbortSignal) => Promise<unknown>) {
  let bytes = 0
  const reports: boolean[] = []
  const probes = vi.fn(probe)
  const stop = watchConnection(
    () => bytes,
    (isLost) => void reports.push(isLost),
    probes,
  )
  return { reports, probes, stop, send: () => void (bytes += 1_000) }
}

const unanswered = (signal: AbortSignal) =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
const refused = () => Promise.reject(new TypeError('Failed to fetch'))

test.each([
  ['refuses requests', refused],
  ['does not answer', unanswered],
])('a site that %s is reported within 4 seconds of the last byte', async (_, probe) => {
  const { reports, send, stop } = watch(probe)
  await vi.advanceTimersByTimeAsync(400)
  send()
  await vi.advanceTimersByTimeAsync(100)
  expect(reports).toEqual([])
  await vi.advanceTimersByTimeAsync(3_500)
  expect(reports).toEqual([true])
  // It is reported once, until bytes get through again.
  await vi.advanceTimersByTimeAsync(10_000)
  expect(reports).toEqual([true])
  send()
  await vi.advanceTimersByTimeAsync(500)
  expect(reports).toEqual([true, false])
  stop()
})

test('a probe that began during a stall reports nothing once bytes are sent again', async () => {
  const { reports, send, stop } = watch(unanswered)
  await vi.advanceTimersByTimeAsync(600)
  for (let step = 0; step < 20; step++) {
    send()
    await vi.advanceTimersByTimeAsync(500)
  }
  expect(reports).toEqual([])
  // The next loss is still reported within 4 seconds.
  await vi.advanceTimersByTimeAsync(3_500)
  expect(reports).toEqual([true])
  stop()
})

test('the site is not probed while bytes are sent, and a stall is not reported while the site answers', async () => {
  const { reports, probes, send, stop } = watch(async () => {})
  for (let step = 0; step < 10; step++) {
    send()
    await vi.advanceTimersByTimeAsync(500)
  }
  expect(probes).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(probes).toHaveBeenCalledTimes(20)
  expect(reports).toEqual([])
  stop()
})

test('a site that answers again is reported, and nothing is reported after watching has stopped', async () => {
  let isUp = false
  const { reports, probes, stop } = watch(async () => isUp || refused())
  await vi.advanceTimersByTimeAsync(1_000)
  isUp = true
  await vi.advanceTimersByTimeAsync(1_000)
  expect(reports).toEqual([true, false])
  isUp = false
  stop()
  probes.mockClear()
  await vi.advanceTimersByTimeAsync(5_000)
  expect([probes.mock.calls.length, reports]).toEqual([0, [true, false]])
})
