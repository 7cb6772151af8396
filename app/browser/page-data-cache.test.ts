import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPageDataCache } from './page-data-cache.ts'

const work = 'http://localhost/work.data'
const reusable = { 'Cache-Control': 'public, no-cache' }

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }))
afterEach(() => void vi.useRealTimers())

/** A cache, and a site that responds to each request with its number. */
function open() {
  const cache = createPageDataCache()
  let requests = 0
  let init: ResponseInit = { headers: reusable }
  const load = async () => new Response(`${++requests}`, init)
  const get = async (url = work) => (await cache.get(url, load)).text()
  const prefetch = (url = work) => cache.prefetch(url, load)
  const respondWith = (next: ResponseInit) => (init = next)
  return {
    cache,
    load,
    get,
    prefetch,
    respondWith,
    requests: () => requests,
    wait: (ms: number) => void vi.advanceTimersByTime(ms),
  }
}

test('prefetched data is used once, and only for half a minute', async () => {
  const { get, prefetch, wait } = open()
  await prefetch()
  await prefetch()
  expect([await get(), await get()]).toEqual(['1', '2'])
  await prefetch('http://localhost/about.data')
  wait(30_000)
  expect(await get('http://localhost/about.data')).toBe('4')
})

test('a request made while the data is being prefetched waits for that data', async () => {
  const { get, prefetch, requests } = open()
  const prefetched = prefetch()
  expect(await get()).toBe('1')
  await prefetched
  expect(requests()).toBe(1)
})

test('the data of a page that was opened before is prefetched again', async () => {
  const { get, prefetch, requests } = open()
  await get()
  await prefetch()
  expect([await get(), requests()]).toEqual(['2', 2])
})

test('if prefetching fails, the data of an earlier visit is kept', async () => {
  const { cache, get } = open()
  await get()
  await cache.prefetch(work, () => Promise.reject(new Error('offline')))
  cache.expectReturn(work)
  expect(await get()).toBe('1')
})

test('going back returns the earlier data each time, and reports that the page must be revalidated', async () => {
  const { cache, get } = open()
  await get()
  for (const _ of [1, 2]) {
    cache.expectReturn(work)
    expect(await get()).toBe('1')
    expect([cache.takeReturn(), cache.takeReturn()]).toEqual([true, false])
  }
  expect(await get()).toBe('2')
  expect(cache.takeReturn()).toBe(false)
})

test('a change discards what is kept and what is being prefetched', async () => {
  const { cache, get, prefetch } = open()
  await get()
  cache.clear()
  cache.expectReturn(work)
  expect(await get()).toBe('2')
  cache.clear()
  const prefetched = prefetch()
  cache.clear()
  await prefetched
  expect(await get()).toBe('4')
})

test.each<[string, ResponseInit]>([
  ['an error', { status: 503, headers: reusable }],
  ['a private response', { headers: { 'Cache-Control': 'private, no-store' } }],
  ['a response without caching headers', {}],
])('%s is not kept', async (_, init) => {
  const { cache, get, respondWith } = open()
  respondWith(init)
  await get()
  cache.expectReturn(work)
  expect([await get(), cache.takeReturn()]).toEqual(['2', false])
})

test('data that cannot be prefetched is prefetched again, or loaded when it is needed', async () => {
  const { cache, get, prefetch, requests } = open()
  const offline = () => Promise.reject(new Error('offline'))
  await cache.prefetch(work, offline)
  await prefetch()
  expect([await get(), requests()]).toEqual(['1', 1])
  await cache.prefetch(work, offline)
  expect(await get()).toBe('2')
})

test('a change made while the visitor waits for prefetched data discards that data', async () => {
  const { cache, get, prefetch } = open()
  void prefetch()
  const shown = get()
  cache.clear()
  expect(await shown).toBe('1')
  cache.expectReturn(work)
  expect(await get()).toBe('2')
})

test('going back to a page whose data was loaded afterwards returns that data', async () => {
  const { cache, load, get, wait } = open()
  cache.addVisited(work, load)
  cache.addVisited(work, load)
  wait(60_000)
  cache.expectReturn(work)
  expect([await get(), cache.takeReturn()]).toEqual(['1', true])
})

test('going back does not wait for data that is being prefetched', async () => {
  const { cache, get } = open()
  await get()
  void cache.prefetch(work, () => new Promise(() => {}))
  cache.expectReturn(work)
  expect(await get()).toBe('1')
})

const elevenUrls = Array.from({ length: 11 }, (_, index) => `http://localhost/${index}.data`)

test('at most ten visited pages are kept: the eleventh replaces the oldest', async () => {
  const { cache, get } = open()
  for (const url of elevenUrls) await get(url)
  const goBack = (url = '') => {
    cache.expectReturn(url)
    return get(url)
  }
  expect([await goBack(elevenUrls[10]), await goBack(elevenUrls[0])]).toEqual(['11', '12'])
})

test('at most ten prefetched pages are kept, and no visited page is lost', async () => {
  const { cache, get, prefetch } = open()
  await get()
  for (const url of elevenUrls) await prefetch(url)
  expect([await get(elevenUrls[10]), await get(elevenUrls[0])]).toEqual(['12', '13'])
  cache.expectReturn(work)
  expect(await get()).toBe('1')
})
