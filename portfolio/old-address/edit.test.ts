import { setTimeout } from 'node:timers/promises'
import { expect } from 'vitest'
import { asAdmin, asOperator, readAsAdmin } from '#portfolio/account/as-admin.ts'
import type { Audience } from '#portfolio/audience.ts'
import { eraseProject } from '#portfolio/bin/edit.ts'
import { editSlug } from '#portfolio/project-address/edit.ts'
import { removedRetentionMs } from '#portfolio/bin/retention.ts'
import { removeProject, withdrawProject } from '#portfolio/project/edit.ts'
import { expireStudioRows } from '#portfolio/studio/expire.ts'
import { eachDatabase } from '#tests/support/backend/each-database.ts'
import { testProject } from '#tests/support/backend/project-fixtures.ts'
import { expectOk, type TestBackend } from '#tests/support/backend/test-backend.ts'
import { addOldAddress, addOldAddressList, removeOldAddress, restoreOldAddress } from './edit.ts'
import { oldAddressLimits, type FindPathOwner } from './old-address.ts'
import { listOldAddresses } from './read.ts'
import { findOldAddress } from './show.ts'

const findOwner: FindPathOwner = (path) => {
  if (path.startsWith('/projects/')) return { project: path.slice('/projects/'.length) }
  if (path === '/about') return { page: 'about' }
  return path === '/studio' ? 'other' : null
}

function open({ ports, admin }: TestBackend) {
  const origin = 'https://studio.example'
  const run = <T>(command: Parameters<typeof asAdmin<T>>[2]) => asAdmin(ports, admin, command, { counted: false })
  return {
    add: (path: string, target: string) => run((unit, as) => addOldAddress(unit, as, { path, target, findOwner })),
    addList: (...lines: string[]) =>
      run((unit, as) => addOldAddressList(unit, as, { text: lines.join('\n'), findOwner, origin })),
    remove: (id: string) => run((unit, as) => removeOldAddress(unit, as, { id })),
    restore: (id: string) => run((unit, as) => restoreOldAddress(unit, as, { id })),
    list: async () => expectOk(await readAsAdmin(ports, admin, listOldAddresses)),
    find: (path: string, audience: Audience = 'everyone') =>
      findOldAddress(ports.db, new URL(`http://localhost${path}`), audience),
  }
}

eachDatabase(
  'an old address leads to its page in any spelling, and a change is published to admins',
  async (backend) => {
    const { add, find, list } = open(backend)
    backend.events.length = 0
    expectOk(await add('/Über.html', 'about'))
    expect(backend.events).toEqual([{ about: 'old-addresses' }])
    for (const path of ['/über.html', '/%C3%9Cber.HTML/', '//über.html?utm_source=a'])
      expect(await find(path), path).toEqual({ page: 'about' })
    for (const path of ['/uber.html', '/über', '/', '/%00', `/${'x'.repeat(5000)}`]) expect(await find(path)).toBeNull()
    expectOk(await add('/index.php?page=contact', 'contact'))
    expectOk(await add('/index.php', 'home'))
    expect(await find('/index.php?page=contact')).toEqual({ page: 'contact' })
    expect(await find('/index.php?page=other')).toEqual({ page: 'home' })
    expect((await list()).map(({ path }) => path)).toEqual(['/index.php', '/index.php?page=contact', '/über.html'])
  },
)

eachDatabase(
  'an old address follows the slug of its project, and exists only where the project does',
  async (backend) => {
    const { ports, admin } = backend
    const { add, find, list } = open(backend)
    const id = await testProject(backend)
    expectOk(await add('/kiln.html', id))
    expect(await find('/kiln.html')).toEqual({ slug: 'thrown' })
    const slug = { id, slug: 'kiln', baseSlug: 'thrown' }
    expectOk(await asAdmin(ports, admin, (unit, as) => editSlug(unit, as, slug)))
    expect(await find('/kiln.html')).toEqual({ slug: 'kiln' })
    expectOk(await asOperator(ports, (unit, as) => withdrawProject(unit, as, { id })))
    expect(await find('/kiln.html')).toBeNull()
    expect(await find('/kiln.html', 'admins')).toEqual({ slug: 'kiln' })
    expect(await list()).toMatchObject([{ project: { name: 'Thrown', isDraft: true, isRemoved: false } }])
    expectOk(await asOperator(ports, (unit, as) => removeProject(unit, as, { id })))
    for (const audience of ['everyone', 'admins'] as const) expect(await find('/kiln.html', audience)).toBeNull()
    expect(await list()).toMatchObject([{ project: { isRemoved: true } }])
    expect(await add('/other.html', id)).toMatchObject({ fields: { target: 'Choose a page or a project.' } })
    expectOk(await eraseProject(ports, admin, { id }))
    expect(await list()).toEqual([])
  },
)

eachDatabase(
  'addresses of the site itself, invalid ones and those in the list with another target are refused',
  async (backend) => {
    const { ports, admin } = backend
    const { add, list } = open(backend)
    const id = await testProject(backend)
    const slug = { id, slug: 'kiln', baseSlug: 'thrown' }
    expectOk(await asAdmin(ports, admin, (unit, as) => editSlug(unit, as, slug)))
    const binned = await testProject(backend, 'Binned')
    expectOk(await asOperator(ports, (unit, as) => removeProject(unit, as, { id: binned })))
    const own = ['/about', '/ABOUT/?a=1', '/studio', '/projects/kiln', '/projects/Thrown', '/projects/binned']
    for (const path of [...own, `/projects/${id}`])
      expect(await add(path, 'work'), path).toMatchObject({
        code: 'wrong-value',
        fields: { path: expect.stringContaining('is an address of this site itself.') },
      })
    for (const path of ['', 'about.html', '//evil.example/a', '/a%00', `/${'x'.repeat(301)}`])
      expect(await add(path, 'work'), path).toMatchObject({
        fields: { path: expect.stringMatching(/^An old address/) },
      })
    for (const target of ['', 'https://evil.example', '/about', 'studio', 'unknown'])
      expect(await add('/a.html', target), target).toMatchObject({ fields: { target: 'Choose a page or a project.' } })
    expectOk(await add('/projects/former', 'work'))
    expectOk(await add('/projects/former/', 'work'))
    expect(await add('/projects/former', id)).toMatchObject({
      fields: { path: expect.stringContaining('in the list') },
    })
    expect(await list()).toHaveLength(1)
  },
)

eachDatabase('a pasted list is added as a whole, or refused with the numbers of its lines', async (backend) => {
  const { addList, find, list } = open(backend)
  await testProject(backend)
  expect(await addList('/a.html -> /about', '', '/studio -> /about', '/b.html -> /nowhere', '/c.html')).toMatchObject({
    fields: { list: expect.stringMatching(/^Line 3: .*\nLine 4: “\/nowhere” is not a page.*\nLine 5: .*$/) },
  })
  expect(await list()).toEqual([])
  const lines = ['/a.html -> /about', '/b.html\t/projects/THROWN', '/A.html -> https://studio.example/about', '']
  expect(expectOk(await addList(...lines))).toEqual({ added: 2 })
  expect(await find('/b.html')).toEqual({ slug: 'thrown' })
  expect(expectOk(await addList(...lines))).toEqual({ added: 0 })
  expect(await addList('/a.html -> /projects/thrown')).toMatchObject({ code: 'wrong-value' })
  const many = Array.from({ length: 20 }, () => '/x')
  expect(await addList(...many)).toMatchObject({ message: expect.stringContaining('… and 12 more lines.') })
  expect(await addList('/a '.repeat(oldAddressLimits.list))).toMatchObject({ code: 'wrong-value' })
  expect(await addList(' ', '')).toMatchObject({ message: 'The list is empty.' })
})

eachDatabase(
  'a removed address can be restored for 31 days, and the number of addresses is limited',
  async (backend) => {
    const { ports, advance } = backend
    const { add, addList, remove, restore, list, find } = open(backend)
    expectOk(await add('/a.html', 'about'))
    const id = (await list())[0]?.id ?? ''
    expectOk(await remove(id))
    expect(await find('/a.html')).toBeNull()
    expect(await remove(id)).toMatchObject({ code: 'unknown' })
    for (let n = 0; n < 2; n++) expectOk(await restore(id))
    expect(await find('/a.html')).toEqual({ page: 'about' })
    expectOk(await remove(id))
    expectOk(await add('/a.html', 'work'))
    expect(await restore(id)).toMatchObject({ message: 'This address is already in the list.' })
    const lines = Array.from({ length: oldAddressLimits.addresses - 1 }, (_, n) => `/page-${n}.html -> /about`)
    expectOk(await addList(...lines))
    expect(await add('/b.html', 'about')).toMatchObject({ message: 'There can be at most 500 old addresses.' })
    expect(await addList('/b.html -> /about', '/c.html -> /about')).toMatchObject({
      message: 'Line 1: There can be at most 500 old addresses.',
    })
    const rows = () => ports.db.selectFrom('oldAddresses').select('id').where('id', '=', id).execute()
    advance(removedRetentionMs)
    await expireStudioRows(ports)
    expect(await rows()).toEqual([{ id }])
    advance(1)
    await expireStudioRows(ports)
    expect(await rows()).toEqual([])
    expect(await list()).toHaveLength(oldAddressLimits.addresses)
  },
)

eachDatabase('two admins cannot add the same address at the same time', async (backend) => {
  const { ports, admin } = backend
  const { add, list } = open(backend)
  let second: ReturnType<typeof add> | undefined
  const input = { path: '/a.html', target: 'about', findOwner }
  const first = await asAdmin(ports, admin, async (unit, as) => {
    const added = await addOldAddress(unit, as, input)
    second = add('/a.html', 'work')
    // The second command must wait for this transaction; if it did not, it would finish within 300 ms.
    await Promise.race([second, setTimeout(300)])
    return added
  })
  expectOk(first)
  expect(await second).toMatchObject({ code: 'wrong-value' })
  expect(await list()).toMatchObject([{ path: '/a.html', page: 'about' }])
})

eachDatabase('only an admin can change the old addresses', async (backend) => {
  const { ports } = backend
  const { add, list } = open(backend)
  expectOk(await add('/a.html', 'about'))
  const id = (await list())[0]?.id ?? ''
  const user = { userId: 'user', email: 'user@example.com', admin: false }
  for (const person of [null, user]) {
    const code = person ? 'not-admin' : 'no-session'
    const refuse = (command: Parameters<typeof asAdmin>[2]) => asAdmin(ports, person, command)
    const list = { text: '/b.html -> /about', findOwner, origin: 'http://localhost' }
    expect(
      await refuse((unit, as) => addOldAddress(unit, as, { path: '/b.html', target: 'about', findOwner })),
    ).toMatchObject({ code })
    expect(await asAdmin(ports, person, (unit, as) => addOldAddressList(unit, as, list))).toMatchObject({ code })
    expect(await refuse((unit, as) => removeOldAddress(unit, as, { id }))).toMatchObject({ code })
    expect(await readAsAdmin(ports, person, listOldAddresses)).toMatchObject({ code })
  }
  expect((await list()).map(({ path }) => path)).toEqual(['/a.html'])
})
