import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { whenSeen } from './when-seen.ts'

class TestPage extends EventTarget {
  visibilityState: DocumentVisibilityState = 'visible'

  change(state: DocumentVisibilityState): void {
    this.visibilityState = state
    this.dispatchEvent(new Event('visibilitychange'))
  }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a page counts as opened only once, after it has been visible for two seconds', () => {
  const report = vi.fn<() => void>()
  const page = new TestPage()
  whenSeen(page, report)
  vi.advanceTimersByTime(1_999)
  expect(report).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(report).toHaveBeenCalledOnce()
  page.change('hidden')
  page.change('visible')
  vi.advanceTimersByTime(10_000)
  expect(report).toHaveBeenCalledOnce()
})

test('a page that is never visible for two seconds at a time does not count as opened', () => {
  const report = vi.fn<() => void>()
  const page = new TestPage()
  page.visibilityState = 'hidden'
  const stop = whenSeen(page, report)
  vi.advanceTimersByTime(60_000)
  for (let time = 0; time < 3; time++) {
    page.change('visible')
    vi.advanceTimersByTime(1_900)
    page.change('hidden')
    vi.advanceTimersByTime(1_900)
  }
  expect(report).not.toHaveBeenCalled()
  page.change('visible')
  stop()
  vi.advanceTimersByTime(10_000)
  expect(report).not.toHaveBeenCalled()
})
