import { expect, test } from 'vitest'
import { DatabaseFailed } from '#portfolio/ports.ts'
import { unexpectedErrorMessage } from '#portfolio/result.ts'
import { startTestServer, type Page } from '#tests/support/test-server.ts'
import { openDatabaseBackend } from '#tests/support/each-database.ts'

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
