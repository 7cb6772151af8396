import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { changeAtTheMachine } from '#portfolio/account/as-admin.ts'
import { logOut } from '#portfolio/account/enter.ts'
import { revoke } from '#portfolio/account/grant.ts'
import { openSite, signIn } from '#testing/door.ts'
import { openHouse } from '#testing/each-database.ts'
import { expectDone } from '#testing/parts.ts'

const bytes = 'x'.repeat(1_000)

/** A site with an admin and a visitor who have logged in. */
async function open() {
  const house = await openHouse('SQLite')
  const [admin, visitor] = [await signIn(house, 'anna', 'admin'), await signIn(house, 'bert')]
  const { ask } = await openSite(house, () => new Response('page', { status: 404 }))
  const tus = (method: string, path: string, cookie: string, headers: Record<string, string> = {}, body?: BodyInit) =>
    ask(path, {
      method,
      headers: { 'Tus-Resumable': '1.0.0', ...(cookie && { cookie }), ...headers },
      ...(body && { body }),
    })
  return {
    house,
    admin,
    visitor,
    ask,
    tus,
    create: (cookie: string) => tus('POST', '/uploads', cookie, { 'Upload-Length': '1000' }),
    patch: (path: string, cookie: string, offset: number, body: string) =>
      tus(
        'PATCH',
        path,
        cookie,
        { 'Upload-Offset': String(offset), 'Content-Type': 'application/offset+octet-stream' },
        body,
      ),
    stored: () => readdir(join(house.folder, 'uploads')),
  }
}

test('an admin uploads, asks how far it came, and goes on', async () => {
  const { house, admin, create, patch, tus } = await open()
  const created = await create(admin.cookie)
  expect(created.status).toBe(201)
  const path = created.headers.get('Location') ?? ''
  expect(path).toMatch(/^\/uploads\/[0-9a-f]{32}$/)
  expect((await patch(path, admin.cookie, 0, bytes.slice(0, 300))).status).toBe(204)
  const head = await tus('HEAD', path, admin.cookie)
  expect(head.status).toBe(200)
  expect(head.headers.get('Upload-Offset')).toBe('300')
  expect(head.headers.get('Upload-Length')).toBe('1000')
  expect((await patch(path, admin.cookie, 300, bytes.slice(300))).status).toBe(204)
  expect(await house.parts.uploads.find(path.slice('/uploads/'.length), admin.person.userId)).toMatchObject({
    bytes: 1_000,
  })
})

test('an admin takes an upload back', async () => {
  const { admin, create, tus, stored } = await open()
  const path = (await create(admin.cookie)).headers.get('Location') ?? ''
  expect((await tus('DELETE', path, admin.cookie)).status).toBe(204)
  expect(await stored()).toEqual([])
})

test('without a session, or without the role, not a byte is stored', async () => {
  const { admin, visitor, create, patch, tus, stored } = await open()
  const path = (await create(admin.cookie)).headers.get('Location') ?? ''
  const before = await stored()
  for (const [cookie, status] of [
    ['', 401],
    ['enfilade.session_token=forged.forged', 401],
    [visitor.cookie, 403],
  ] as const) {
    expect((await create(cookie)).status).toBe(status)
    expect((await patch(path, cookie, 0, bytes)).status).toBe(status)
    expect((await tus('HEAD', path, cookie)).status).toBe(status)
    expect((await tus('DELETE', path, cookie)).status).toBe(status)
  }
  expect(await stored()).toEqual(before)
  expect((await tus('HEAD', path, admin.cookie)).headers.get('Upload-Offset')).toBe('0')
})

test('a role that is taken back, or a session that has ended, ends the upload where it is', async () => {
  const { house, admin, create, patch } = await open()
  const path = (await create(admin.cookie)).headers.get('Location') ?? ''
  expect((await patch(path, admin.cookie, 0, bytes.slice(0, 10))).status).toBe(204)
  expectDone(await changeAtTheMachine(house.parts, (unit, proof) => revoke(unit, proof, admin.person.userId)))
  expect((await patch(path, admin.cookie, 10, bytes.slice(10))).status).toBe(403)
  await logOut(house.parts, admin.person, new Headers({ cookie: admin.cookie }))
  expect((await patch(path, admin.cookie, 10, bytes.slice(10))).status).toBe(401)
})

test('the upload of another admin answers like one that never was', async () => {
  const { house, admin, create, patch, tus } = await open()
  const other = await signIn(house, 'carla', 'admin')
  const path = (await create(admin.cookie)).headers.get('Location') ?? ''
  for (const unknown of [path, `/uploads/${'0'.repeat(32)}`]) {
    expect((await tus('HEAD', unknown, other.cookie)).status).toBe(404)
    expect((await patch(unknown, other.cookie, 0, bytes)).status).toBe(404)
    expect((await tus('DELETE', unknown, other.cookie)).status).toBe(404)
  }
})

test('nothing that was uploaded can be fetched', async () => {
  const { admin, create, patch, ask } = await open()
  const path = (await create(admin.cookie)).headers.get('Location') ?? ''
  await patch(path, admin.cookie, 0, bytes)
  for (const address of [path, `${path}.json`, '/uploads', '/uploads/']) {
    const answer = await ask(address, { headers: { cookie: admin.cookie } })
    expect(answer.status).toBe(404)
    expect(await answer.text()).not.toContain('xxx')
  }
})

test('from another site not even an admin uploads', async () => {
  const { admin, tus, stored } = await open()
  const answer = await tus('POST', '/uploads', admin.cookie, {
    'Upload-Length': '1000',
    'Sec-Fetch-Site': 'cross-site',
  })
  expect(answer.status).toBe(403)
  expect(answer.headers.get('Access-Control-Allow-Origin')).toBeNull()
  expect(await stored()).toEqual([])
})

test('the door is open to pages of this site alone: no other is named in its answers', async () => {
  const { admin, create, tus } = await open()
  const created = await create(admin.cookie)
  expect(created.headers.get('Access-Control-Allow-Origin')).toBeNull()
  const asked = await tus('OPTIONS', '/uploads', '', {
    Origin: 'https://evil.example',
    'Access-Control-Request-Method': 'POST',
  })
  expect(asked.headers.get('Access-Control-Allow-Origin')).toBeNull()
})
