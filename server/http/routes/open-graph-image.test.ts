import { expect, test } from 'vitest'
import { deriveNextPhoto } from '#portfolio/derivative/derive.ts'
import { currentRecipe, derivativeKey } from '#portfolio/derivative/derivatives.ts'
import { openGraphImagePath } from '#portfolio/open-graph-image/open-graph-image-url.ts'
import { startTestServer } from '#tests/support/test-server.ts'
import { openDatabaseBackend } from '#tests/support/backend/each-database.ts'
import { testPhoto, testProject } from '#tests/support/backend/project-fixtures.ts'

/** A site with one cover. */
async function open() {
  const backend = await openDatabaseBackend('SQLite')
  const id = await testPhoto(backend, await testProject(backend), 'photo.jpg', { place: 'cover' })
  while (await deriveNextPhoto(backend.ports));
  const { ask } = await startTestServer(backend, () => new Response('page', { status: 404 }))
  return {
    backend,
    id,
    ask,
    path: openGraphImagePath({ originalId: id, recipe: currentRecipe, focalX: 0.5, focalY: 0.5 }),
  }
}

test('an Open Graph image is a JPEG that may be cached for a year and shown by other sites', async () => {
  const { ask, path } = await open()
  const response = await ask(path)
  expect(response.status).toBe(200)
  expect(response.headers.get('Content-Type')).toBe('image/jpeg')
  expect(response.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
  expect(response.headers.get('Cross-Origin-Resource-Policy')).toBe('cross-origin')
  expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff')
  const bytes = await response.arrayBuffer()
  expect(response.headers.get('Content-Length')).toBe(String(bytes.byteLength))
  const head = await ask(path, { method: 'HEAD' })
  expect(head.headers.get('Content-Length')).toBe(String(bytes.byteLength))
  expect(await head.text()).toBe('')
})

test('another focal point, recipe or name gets a 404 that must not be cached', async () => {
  const { ask, path } = await open()
  for (const other of [
    path.replace('og-50-50', 'og-50-51'),
    path.replace(/\/v\d+\//, '/v0/'),
    path.replace('og-50-50', 'og-1000-50'),
    path.replace('og-50-50', 'og-5e1-50'),
    path.replace('.jpg', '.png'),
  ]) {
    expect((await ask(other)).status, other).toBe(404)
  }
  expect((await ask(path.replace('og-50-50', 'og-50-51'))).headers.get('Cache-Control')).toBe('no-store')
})

test('an Open Graph image gets a 404 if its derivative is missing or empty, and a 503 if it is damaged', async () => {
  const { backend, id, ask, path } = await open()
  const { files } = backend.ports
  const source = derivativeKey(id, 90, { format: 'jpg', gamut: 'srgb' })
  await files.write(source, Buffer.from('damaged'))
  const response = await ask(path)
  expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '5'])
  for (const lose of [() => files.write(source, Buffer.of()), () => files.remove(source)]) {
    await lose()
    expect((await ask(path)).status).toBe(404)
    while (await deriveNextPhoto(backend.ports));
    expect((await ask(path)).status).toBe(200)
    await files.write(`derivatives${path.slice('/photos'.length)}`, Buffer.of())
  }
  expect((await ask(path)).status).toBe(200)
})

test('other responses may not be embedded by other sites', async () => {
  const { ask } = await open()
  expect((await ask('/')).headers.get('Cross-Origin-Resource-Policy')).toBe('same-origin')
})
