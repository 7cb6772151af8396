import { expect, test, vi } from 'vitest'
import { done, refused } from '#portfolio/result.ts'
import { examineUpload } from './upload-transport.ts'

const { signal } = new AbortController()

async function examineWith(response: Response | Error) {
  const fetch = vi.fn(async () => {
    if (response instanceof Error) throw response
    return response
  })
  vi.stubGlobal('fetch', fetch)
  const result = await examineUpload('abc', signal)
  vi.unstubAllGlobals()
  return { result, fetch }
}

test('an examination is a single POST without a body', async () => {
  const { result, fetch } = await examineWith(Response.json(done()))
  expect(result).toEqual(done())
  expect(fetch.mock.calls).toEqual([['/uploads/abc/examination', { method: 'POST', signal }]])
})

test('a refusal keeps its code and message', async () => {
  const refusal = refused('wrong-value', 'This picture cannot be read.')
  expect((await examineWith(Response.json(refusal, { status: 422 }))).result).toEqual(refusal)
  const unknown = refused('unknown', 'gone')
  expect((await examineWith(Response.json(unknown, { status: 404 }))).result).toEqual(unknown)
})

test('the Retry-After header of a busy server becomes `retryAfter`', async () => {
  const headers = { 'Retry-After': '7' }
  const busy = refused('unavailable', 'busy')
  expect((await examineWith(Response.json(busy, { status: 503, headers }))).result).toEqual({ ...busy, retryAfter: 7 })
  const fromProxy = new Response('Bad gateway', { status: 502, headers })
  expect((await examineWith(fromProxy)).result).toMatchObject({ code: 'unavailable', retryAfter: 7 })
})

test('a lost response is a temporary refusal', async () => {
  expect((await examineWith(new TypeError('fetch failed'))).result).toMatchObject({ ok: false, code: 'unavailable' })
})

test.each([404, 405, 412])('status %s of a server without this endpoint counts as success', async (status) => {
  expect((await examineWith(new Response('Not found', { status }))).result).toEqual(done())
})
