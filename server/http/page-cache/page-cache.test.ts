import { setImmediate as nextIteration } from 'node:timers/promises'
import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { ChangeEvent, Topic } from '#portfolio/change-events.ts'
import type { EventBus } from '#portfolio/ports.ts'
import { prepareCachedPage } from './cached-page.ts'
import { maxAgeAt, openPageCache } from './page-cache.ts'

const work: ChangeEvent = { about: 'work', audience: 'everyone' }

function open() {
  let publish = (_: ChangeEvent) => {}
  const subscribe: EventBus['subscribe'] = (listener) => {
    publish = (event) => listener({ event, edition: 'e.1' })
    return () => {}
  }
  let isChangedElsewhere = false
  const hasForeignChanges = () => {
    const changed = isChangedElsewhere
    isChangedElsewhere = false
    return changed
  }
  const cache = openPageCache({ events: { subscribe }, hasForeignChanges })
  let renders = 0
  const renderWith =
    (...topics: Topic[]) =>
    async () => {
      renders += 1
      const page = await prepareCachedPage(new Response(`rendered ${renders}`), 'nonce', 'http://localhost')
      return { page, topics: new Set(topics) }
    }
  const render = renderWith('work', 'studio')
  const changeElsewhere = () => (isChangedElsewhere = true)
  return {
    cache,
    render,
    renderWith,
    publish: (event: ChangeEvent) => publish(event),
    changeElsewhere,
    renders: () => renders,
  }
}

test('a page is rendered once, even for many simultaneous requests', async () => {
  const { cache, render, renders } = open()
  expect(cache.get('/work')).toBeUndefined()
  const results = await Promise.all(Array.from({ length: 50 }, () => cache.getOrRender('/work', render)))
  expect(new Set(results.map((rendered) => 'page' in rendered && rendered.page)).size).toBe(1)
  await cache.getOrRender('/work', render)
  expect([renders(), cache.get('/work')?.responses.identity.body.toString()]).toEqual([1, 'rendered 1'])
})

test('a page in memory is compressed further', async () => {
  const { cache } = open()
  const words = Array.from({ length: 4000 }, (_, n) => `${n} ${(n * n) % 7919}`).join(' ')
  const prepared = await prepareCachedPage(new Response(words), 'nonce', 'http://localhost')
  const first = prepared.responses.br
  await cache.getOrRender('/work', async () => ({ page: prepared, topics: new Set<Topic>() }))
  await expect.poll(() => cache.get('/work')?.responses.br).not.toBe(first)
  const { headers, body } = prepared.responses.br
  expect(body.length).toBeLessThan(first.body.length)
  expect(brotliDecompressSync(body).toString()).toBe(words)
  expect(headers).toEqual({ ...first.headers, 'Content-Length': `${body.length}` })
})

test('a change, even one that visitors do not receive, drops the pages with its topic and no others', async () => {
  const { cache, renderWith, publish } = open()
  await cache.getOrRender('/work', renderWith('work', 'studio'))
  await cache.getOrRender('/projects/thrown', renderWith('project:1', 'studio'))
  const cached = () => ['/work', '/projects/thrown'].filter((url) => cache.get(url))
  for (const event of [{ about: 'inbox' }, { about: 'project', id: '2', audience: 'everyone' }] as const) publish(event)
  expect(cached()).toEqual(['/work', '/projects/thrown'])
  publish({ about: 'project', id: '1', audience: 'admins' })
  expect(cached()).toEqual(['/work'])
  publish({ about: 'studio' })
  expect(cached()).toEqual([])
})

test('a page whose topic changes while it is rendered is not stored, and later requests do not wait for it', async () => {
  const { cache, render, publish } = open()
  let finish = () => {}
  const finished = new Promise<void>((resolve) => (finish = resolve))
  const before = cache.getOrRender('/work', async () => {
    const rendered = await render()
    await finished
    return rendered
  })
  publish(work)
  const after = await cache.getOrRender('/work', render)
  finish()
  expect(after).not.toEqual(await before)
  expect(cache.get('/work')?.responses.identity.body.toString()).toBe('rendered 2')
})

test('a change by another process drops all pages, including those being rendered', async () => {
  const { cache, render, changeElsewhere } = open()
  await cache.getOrRender('/work', render)
  let finish = () => {}
  const finished = new Promise<void>((resolve) => (finish = resolve))
  const slow = cache.getOrRender('/about', async () => {
    await finished
    return render()
  })
  // Changes of other processes are checked once per iteration of the event loop.
  await nextIteration()
  changeElsewhere()
  expect(cache.get('/work')).toBeUndefined()
  finish()
  await slow
  expect(cache.get('/about')).toBeUndefined()
})

test('a change by another process right after a rendering was requested is noticed by the next request', async () => {
  const { cache, render, changeElsewhere } = open()
  await cache.getOrRender('/work', render)
  await nextIteration()
  await cache.getOrRender('/work', render)
  // Still in the same iteration of the event loop.
  changeElsewhere()
  expect(cache.get('/work')).toBeUndefined()
})

test('responses other than pages are neither stored nor shared, and failures are not stored', async () => {
  const { cache, render } = open()
  const responses = await Promise.all(
    [404, 404].map((status) =>
      cache.getOrRender('/projects/thrown', async () => ({ response: new Response('no', { status }) })),
    ),
  )
  expect(await Promise.all(responses.map((rendered) => 'response' in rendered && rendered.response.text()))).toEqual([
    'no',
    'no',
  ])
  const failed = cache.getOrRender('/projects/thrown', () => Promise.reject(new Error('no database')))
  await expect(failed).rejects.toThrow('no database')
  expect(cache.get('/projects/thrown')).toBeUndefined()
  expect(await cache.getOrRender('/projects/thrown', render)).toHaveProperty('page')
})

test.each([
  ['2026-06-15T18:00:00Z', '2026-06-16T00:00:00Z'],
  ['2026-12-30T18:00:00Z', '2026-12-31T00:00:00Z'],
  // The year changes at this time in Kathmandu, 5:45 ahead.
  ['2026-12-31T18:10:00Z', '2026-12-31T18:15:00Z'],
  ['2027-01-01T07:59:00Z', '2027-01-01T08:00:00Z'],
])('a page rendered at %s is kept until %s, so that no time zone shows the previous year', (at, until) => {
  expect(new Date(at).getTime() + maxAgeAt(new Date(at))).toBe(new Date(until).getTime())
})
