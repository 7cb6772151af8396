import { expect, test, vi } from 'vitest'
import { DatabaseFailed } from '#portfolio/ports.ts'
import { unexpectedErrorMessage } from '#portfolio/result.ts'
import { startTestServer, type Page } from '#tests/support/test-server.ts'
import { openDatabaseBackend } from '#tests/support/backend/each-database.ts'

const failing: Page = () => {
  throw new DatabaseFailed(new Error('secret: disk gone'))
}

test.each(['GET', 'HEAD', 'POST'])('when the database fails, a page responds with 503 (%s)', async (method) => {
  const backend = await openDatabaseBackend('SQLite')
  const { ask } = await startTestServer(backend, failing)
  for (const path of ['/work', '/work.data']) {
    const response = await ask(path, { method })
    expect(response.status, path).toBe(503)
    expect(response.headers.get('Retry-After'), path).toBe('5')
    const text = await response.text()
    expect(text).not.toContain('secret')
    if (method !== 'HEAD') expect(text).toContain(unexpectedErrorMessage)
  }
  expect(backend.logged).toContainEqual({
    level: 'error',
    message: 'a page could not be loaded',
    detail: { cause: 'Error: secret: disk gone' },
  })
})

test.each(['GET', 'POST'])('a path with invalid escapes causes no warning on the console (%s)', async (method) => {
  const warn = vi.spyOn(console, 'warn')
  const echo: Page = async (request) => new Response(`${new URL(request.url).pathname} ${await request.text()}`)
  const { ask } = await startTestServer(await openDatabaseBackend('SQLite'), echo)
  const form = { body: new URLSearchParams({ a: 'b' }) }
  const response = await ask('/projects/%ff', { method, ...(method === 'POST' && form) })
  expect(await response.text()).toBe(`/projects/%25ff ${method === 'POST' ? 'a=b' : ''}`)
  expect(warn).not.toHaveBeenCalled()
})
