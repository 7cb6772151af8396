import { expect, test } from 'vitest'
import { makeNextPhoto } from '#portfolio/photo/make.ts'
import { recipe, sharingAddress } from '#portfolio/photo/photo.ts'
import { openSite } from '#testing/door.ts'
import { openHouse } from '#testing/each-database.ts'
import { hangPhoto, hungProject } from '#testing/hung.ts'

/** A site with one cover. */
async function open() {
  const house = await openHouse('SQLite')
  const id = await hangPhoto(house, await hungProject(house), 'photo.jpg', { place: 'cover' })
  while (await makeNextPhoto(house.parts));
  const { ask } = await openSite(house, () => new Response('the page of the site', { status: 404 }))
  return { ask, address: sharingAddress({ id, recipe, focalX: 0.5, focalY: 0.5 }) }
}

test('what a page is shared by is a JPEG, kept for a year, that other sites may show', async () => {
  const { ask, address } = await open()
  const answer = await ask(address)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('Content-Type')).toBe('image/jpeg')
  expect(answer.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
  expect(answer.headers.get('Cross-Origin-Resource-Policy')).toBe('cross-origin')
  expect(answer.headers.get('X-Content-Type-Options')).toBe('nosniff')
  const bytes = await answer.arrayBuffer()
  expect(answer.headers.get('Content-Length')).toBe(String(bytes.byteLength))
  const head = await ask(address, { method: 'HEAD' })
  expect(head.headers.get('Content-Length')).toBe(String(bytes.byteLength))
  expect(await head.text()).toBe('')
})

test('another focal point, another recipe and other names are not found, and nobody keeps that answer', async () => {
  const { ask, address } = await open()
  for (const other of [
    address.replace('og-50-50', 'og-50-51'),
    address.replace(/\/v\d+\//, '/v0/'),
    address.replace('og-50-50', 'og-1000-50'),
    address.replace('og-50-50', 'og-5e1-50'),
    address.replace('.jpg', '.png'),
  ]) {
    expect((await ask(other)).status, other).toBe(404)
  }
  expect((await ask(address.replace('og-50-50', 'og-50-51'))).headers.get('Cache-Control')).toBe('no-store')
})

test('every other answer stays with this site', async () => {
  const { ask } = await open()
  expect((await ask('/')).headers.get('Cross-Origin-Resource-Policy')).toBe('same-origin')
})
