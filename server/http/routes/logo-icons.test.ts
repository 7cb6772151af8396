import { expect, test } from 'vitest'
import { asAdmin } from '#portfolio/account/as-admin.ts'
import { iconPath } from '#portfolio/logo/logo.ts'
import { attachPhoto } from '#portfolio/photo/attach.ts'
import { currentRecipe } from '#portfolio/derivative/derivatives.ts'
import { closeSite } from '#portfolio/setup/edit.ts'
import { openDatabaseBackend } from '#tests/support/backend/each-database.ts'
import { photoFile } from '#tests/support/images/photo-files.ts'
import { expectOk } from '#tests/support/backend/test-backend.ts'
import { startTestServer } from '#tests/support/test-server.ts'

async function open() {
  const backend = await openDatabaseBackend('SQLite')
  const { ask } = await startTestServer(backend, () => new Response('page', { status: 404 }))
  const attachLogo = async () => {
    const uploadId = await backend.upload(await photoFile({ width: 600, height: 600, as: 'png' }), 'logo.png')
    return expectOk(await attachPhoto(backend.ports, backend.admin, { projectId: null, place: 'logo', uploadId })).id
  }
  return { backend, ask, attachLogo }
}

test('an icon may be cached for a year; the favicon is revalidated, because its URL never changes', async () => {
  const { ask, attachLogo } = await open()
  expect((await ask('/favicon.ico')).headers.get('Cache-Control')).not.toBe('public, no-cache')
  const id = await attachLogo()
  const icon = await ask(iconPath(id, 'icon-32.png'))
  expect([icon.status, icon.headers.get('Content-Type'), icon.headers.get('Cache-Control')]).toEqual([
    200,
    'image/png',
    'public, max-age=31536000, immutable',
  ])
  const favicon = await ask('/favicon.ico')
  expect([favicon.status, favicon.headers.get('Content-Type'), favicon.headers.get('Cache-Control')]).toEqual([
    200,
    'image/x-icon',
    'public, no-cache',
  ])
  const bytes = Buffer.from(await favicon.arrayBuffer())
  expect([bytes.readUInt16LE(2), bytes[6], bytes.readUInt32LE(14), bytes.toString('latin1', 23, 26)]).toEqual([
    1,
    48,
    bytes.length - 22,
    'PNG',
  ])
})

test('another name, recipe or photo gets a 404 that must not be cached', async () => {
  const { ask, attachLogo } = await open()
  const path = iconPath(await attachLogo(), 'icon-32.png')
  for (const other of [
    path.replace('icon-32', 'icon-33'),
    path.replace('icon-32.png', 'constructor'),
    path.replace(`/${currentRecipe}/`, '/v1/'),
    path.replace(/\/photos\/.{8}/, '/photos/00000000'),
  ])
    expect((await ask(other)).status, other).toBe(404)
  expect((await ask(path.replace('icon-32', 'icon-33'))).headers.get('Cache-Control')).toBe('no-store')
})

test('while the site is closed, the icons of the logo are not served to visitors', async () => {
  const { backend, ask, attachLogo } = await open()
  const path = iconPath(await attachLogo(), 'icon-32.png')
  expect((await ask(path)).status).toBe(200)
  expectOk(await asAdmin(backend.ports, backend.admin, closeSite))
  expect((await ask(path)).status).toBe(404)
  expect((await ask('/favicon.ico')).headers.get('Cache-Control')).not.toBe('public, no-cache')
})
