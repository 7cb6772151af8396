import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { done, refused, type Result } from '#portfolio/result.ts'
import { retryWhenTooOften } from './retry-when-too-often.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const tooOften = refused('too-often', 'Too many changes.', { retryAfter: 40 })

function start() {
  const page = new AbortController()
  const onWait = vi.fn()
  const change = vi.fn(async (): Promise<Result<string>> => done('made'))
  const run = () => retryWhenTooOften({ signal: page.signal, onWait }, change)
  return { page, onWait, change, run }
}

test('a change that was refused as `too-often` is retried after the `retryAfter` of the refusal', async () => {
  const { change, onWait, run } = start()
  change.mockResolvedValueOnce(tooOften)
  const result = run()
  await vi.advanceTimersByTimeAsync(39_000)
  expect([change.mock.calls.length, onWait.mock.calls]).toEqual([1, [[true]]])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await result).toEqual(done('made'))
  expect([change.mock.calls.length, onWait.mock.calls]).toEqual([2, [[true], [false]]])
})

test('the wait ends when the page is left, and the change is not retried', async () => {
  const { page, change, run } = start()
  change.mockResolvedValue(tooOften)
  const result = run()
  await vi.advanceTimersByTimeAsync(1_000)
  page.abort()
  expect(await result).toEqual(tooOften)
  expect(change).toHaveBeenCalledTimes(1)
})

test('another refusal is returned at once', async () => {
  const { change, onWait, run } = start()
  const refusal = refused('wrong-value', 'The name is too long.')
  change.mockResolvedValueOnce(refusal)
  expect(await run()).toEqual(refusal)
  expect(onWait).not.toHaveBeenCalled()
})
