import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { ChangeEvent } from '#portfolio/change-events.ts'
import type { DeliveredChange, EventBus } from '#portfolio/ports.ts'
import { openLiveStreams } from './live-streams.ts'

beforeEach(() => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
})

/** A response that records what is written to it or to its socket. */
class FakeResponse extends EventEmitter {
  readonly frames: Buffer[] = []
  readonly socket = { write: (frame: Buffer) => this.frames.push(frame) }
  writableLength = 0
  destroyed = false
  write(frame: Buffer) {
    this.frames.push(frame)
  }
  end() {
    this.emit('close')
  }
  destroy() {
    this.destroyed = true
    this.emit('close')
  }
}

/** Opens the streams of `count` visitors and discards their first frames; `publish` sends them a change. */
function openStreams(count: number) {
  let receive: (change: DeliveredChange) => void = () => {}
  const events: EventBus = {
    deliver: async () => {},
    subscribe: (subscriber) => {
      receive = subscriber
      return () => true
    },
    edition: () => 'e.1',
    changesSince: () => [],
  }
  const streams = openLiveStreams(events)
  const responses = Array.from({ length: count }, (_, n) => {
    const response = new FakeResponse()
    const visitor = { userId: null, admin: false }
    streams.open(response as unknown as ServerResponse, visitor, `192.0.2.${n}`, 'e.1')
    response.frames.length = 0
    return response
  })
  const publish = (event: ChangeEvent) => receive({ event, edition: 'e.2' })
  return { streams, responses, publish }
}

test('the bytes of a change are created once, for all streams', () => {
  const { responses, publish } = openStreams(40)
  publish({ about: 'studio' })
  const [first] = responses.flatMap(({ frames }) => frames)
  expect(first?.toString()).toBe('id: e.2\nevent: changed\ndata: studio\n\n')
  for (const { frames } of responses) {
    expect(frames).toHaveLength(1)
    expect(frames[0]).toBe(first)
  }
})

test('each second another twentieth of the streams gets its heartbeat', () => {
  const { responses } = openStreams(40)
  const countHeartbeats = () => responses.reduce((count, { frames }) => count + frames.length, 0)
  for (let second = 1; second <= 20; second++) {
    vi.advanceTimersByTime(1_000)
    expect(countHeartbeats()).toBe(2 * second)
  }
  for (const { frames } of responses) expect(frames.map(String)).toEqual([': \n\n'])
})

test('a client with too many unread bytes is disconnected at the next change or heartbeat, and no longer counted', () => {
  const { streams, responses, publish } = openStreams(3)
  const [slow, slower, reader] = responses
  Object.assign(slow ?? {}, { writableLength: 64 * 1024 + 1 })
  publish({ about: 'studio' })
  expect(responses.map(({ destroyed }) => destroyed)).toEqual([true, false, false])
  Object.assign(slower ?? {}, { writableLength: 64 * 1024 + 1 })
  vi.advanceTimersByTime(20_000)
  expect(responses.map(({ destroyed }) => destroyed)).toEqual([true, true, false])
  expect(reader?.frames).toHaveLength(2)
  expect(streams.countOpen()).toBe(1)
})

test('a timer runs only while streams are open', () => {
  const { streams, responses } = openStreams(30)
  expect(vi.getTimerCount()).toBe(1)
  for (const response of responses) response.emit('close')
  expect(streams.countOpen()).toBe(0)
  expect(vi.getTimerCount()).toBe(0)
})
