import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { setImmediate as nextIteration } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { openDatabaseBackend } from '#tests/support/backend/each-database.ts'
import { startTestServer } from '#tests/support/test-server.ts'
import { openClientTurns } from './client-turns.ts'

afterEach(() => void vi.useRealTimers())

function fakeResponse(): ServerResponse {
  return Object.assign(new EventEmitter(), { closed: false }) as unknown as ServerResponse
}

test('two pages of a client are rendered at a time, and other clients do not wait for them', async () => {
  const backend = await openDatabaseBackend('SQLite')
  const started: string[] = []
  let open = () => {}
  const gate = new Promise<void>((resolve) => (open = resolve))
  const { ask } = await startTestServer(backend, async (_, { rateLimitKey }) => {
    started.push(rateLimitKey)
    await gate
    return new Response('page')
  })
  const askFrom = (client: string) => ask('/work.data', { headers: { 'X-Forwarded-For': client } })
  const many = Array.from({ length: 10 }, () => askFrom('192.0.2.1'))
  await expect.poll(() => started.length).toBe(2)
  const other = askFrom('192.0.2.2')
  await expect.poll(() => started).toEqual(['192.0.2.1', '192.0.2.1', '192.0.2.2'])
  open()
  const responses = await Promise.all([...many, other])
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
  expect(started).toHaveLength(11)
})

test('a page is rendered in a later iteration of the event loop, so that other requests are read first', async () => {
  const runInTurn = openClientTurns()
  const order: string[] = []
  const page = runInTurn('a', fakeResponse(), async () => void order.push('page'))
  await nextIteration()
  order.push('request')
  await page
  expect(order).toEqual(['request', 'page'])
})

test('a turn ends when the response is sent, or 5 seconds after the work', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const runInTurn = openClientTurns()
  const [first, second] = [fakeResponse(), fakeResponse()]
  const started: number[] = []
  const start = (n: number, outgoing = fakeResponse()) => runInTurn('a', outgoing, async () => void started.push(n))
  await Promise.all([start(1, first), start(2, second)])
  const waiting = [start(3), start(4)]
  await nextIteration()
  expect(started).toEqual([1, 2])
  first.emit('close')
  await waiting[0]
  expect(started).toEqual([1, 2, 3])
  vi.advanceTimersByTime(5_000)
  await waiting[1]
  expect(started).toEqual([1, 2, 3, 4])
})

test('a turn also ends if the work fails', async () => {
  const runInTurn = openClientTurns()
  const outgoing = fakeResponse()
  const fail = () => runInTurn('a', outgoing, () => Promise.reject(new Error('failed')))
  for (let n = 0; n < 3; n++) {
    await expect(fail()).rejects.toThrow('failed')
    outgoing.emit('close')
  }
})
