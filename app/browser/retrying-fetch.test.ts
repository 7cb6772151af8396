import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { installRetryingFetch } from './retrying-fetch.ts'

const sendHalfOfBody = (response: ServerResponse) => {
  response.writeHead(200, { 'Content-Type': 'text/x-script', 'X-Remix-Response': 'yes' })
  response.write('first line\n')
}

/** A browser window; `answer` responds to its requests and gets the 1-based number of each. */
async function openWindow(answer: (response: ServerResponse, request: number) => void) {
  let requests = 0
  const server = createServer((_, response) => answer(response, ++requests))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const window = { fetch, location: { href: `${origin}/work`, origin } } as unknown as Window & typeof globalThis
  installRetryingFetch(window)
  return {
    // Node's fetch does not accept relative URLs.
    fetch: (path: string, init?: RequestInit) => window.fetch(new URL(path, origin), init),
    requests: () => requests,
  }
}

test('a page load whose connection is lost halfway is retried', async () => {
  const page = await openWindow((response, request) => {
    sendHalfOfBody(response)
    if (request === 1) setTimeout(() => response.destroy(), 20)
    else response.end('last line\n')
  })
  const response = await page.fetch('/work.data')
  expect(await response.text()).toBe('first line\nlast line\n')
  expect(response.headers.get('X-Remix-Response')).toBe('yes')
  expect(page.requests()).toBe(2)
})

test('an aborted load rejects with its abort error, even after the first line has arrived', async () => {
  const aborted = new AbortController()
  const page = await openWindow((response) => {
    sendHalfOfBody(response)
    setTimeout(() => aborted.abort(), 20)
  })
  await expect(page.fetch('/work.data', { signal: aborted.signal })).rejects.toThrow(/abort/)
  expect(page.requests()).toBe(1)
})

test('a form whose response is lost halfway is not sent again', async () => {
  const page = await openWindow((response) => {
    sendHalfOfBody(response)
    setTimeout(() => response.destroy(), 20)
  })
  await expect(page.fetch('/contact.data', { method: 'POST', body: 'x' })).rejects.toThrow()
  expect(page.requests()).toBe(1)
})

test('requests that are not page loads are passed on unchanged', async () => {
  const page = await openWindow((response) => void response.writeHead(503).end())
  expect((await page.fetch('/images/1.avif')).status).toBe(503)
  expect(page.requests()).toBe(1)
})
